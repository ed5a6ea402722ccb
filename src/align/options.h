// What a run of the word aligner can be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace calque::align {

enum class AlignmentModel {
  kIbm1,  // every position equally likely
  kHmm,   // positions form a Markov chain over jump widths
};

// How the two directed alignments become one. "Source-generates-target" links every target word to at most
// one source word, "target-generates-source" every source word to at most one target word.
enum class Symmetrization {
  kIntersect,
  kUnion,
  kGrow,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
  kSourceToTarget,  // the source-generates-target alignment as it is
  kTargetToSource,  // the target-generates-source alignment as it is
};

enum class Decoding {
  kViterbi,    // the links of the most probable alignment
  kPosterior,  // all links whose posterior probability reaches a threshold
};

// How expected counts become translation probabilities.
enum class LexicalSmoothing {
  kNone,         // relative frequency
  kAdditive,     // every co-occurring pair gets lexical_alpha more counts
  kVariational,  // mean-field estimate under a Dirichlet prior of concentration lexical_alpha: rare pairs
                 // lose
};

struct AlignOptions {
  AlignmentModel model = AlignmentModel::kHmm;
  std::size_t ibm1_iterations = 5;
  std::size_t hmm_iterations = 5;  // after Model 1; not used if model is kIbm1
  // Probability that a generated word comes from the null word.
  double null_probability = 0.2;
  LexicalSmoothing lexical_smoothing = LexicalSmoothing::kVariational;
  double lexical_alpha = 0.1;
  // A corpus of fewer sentence pairs is estimated by relative frequency instead of variationally: where
  // nearly every word occurs once, that prior takes every word for chance and links nothing.
  std::size_t variational_min_pairs = 50;
  // Jumps of at most this width have a weight each; all longer ones share one weight per side.
  std::size_t jump_window = 8;
  Decoding decoding = Decoding::kViterbi;
  double posterior_threshold = 0.5;  // for kPosterior
  Symmetrization symmetrization = Symmetrization::kGrowDiagFinalAnd;
  // A sentence pair with more cells (source words times target words) is cut along its diagonal into pieces
  // whose longer side has at most piece_length words; links never cross pieces.
  std::uint64_t max_pair_cells = 250'000;
  std::size_t piece_length = 100;
  // Up to this size an index with the parameter of every cell is kept (4 bytes per cell); beyond, parameters
  // are looked up again in every iteration. Never changes the result.
  std::uint64_t index_memory_bytes = std::uint64_t{1} << 30;

  // Throws UsageError naming the option that is out of range.
  void validate() const;
};

std::string_view name_of(AlignmentModel model);
std::optional<AlignmentModel> alignment_model_from_name(std::string_view name);
std::string_view name_of(Symmetrization symmetrization);
std::optional<Symmetrization> symmetrization_from_name(std::string_view name);

}  // namespace calque::align
