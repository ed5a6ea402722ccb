// Values of word alignment: links, pairs, and the names of models.
#pragma once

#include <cstdint>
#include <string>

namespace calque {

// A source token and a target token that translate each other, both counted from 0.
struct AlignmentLink {
  std::uint32_t source = 0;
  std::uint32_t target = 0;

  bool operator==(const AlignmentLink&) const = default;
};

struct SentencePair {
  std::string source{};
  std::string target{};
};

enum class AlignmentModelKind {
  kIbm1,       // every position equally likely
  kDiagonal,   // IBM Model 2 with positions near the diagonal more likely
  kHmm,        // positions form a Markov chain over jump widths
  kFertility,  // jumps, and how many words a word generates; by Gibbs sampling of both directions together
};

// How the two directed alignments become one.
enum class Symmetrization {
  kIntersect,
  kUnion,
  kGrow,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
  kSourceToTarget,  // at most one link for each target word
  kTargetToSource,  // at most one link for each source word
  kPosterior,       // all links whose posterior, averaged over the directions, reaches a threshold
};

}  // namespace calque
