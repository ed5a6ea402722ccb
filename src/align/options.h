// Options of word alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/enum_names.h"
#include "calque/alignment.h"

namespace calque {

constexpr auto enum_names(AlignmentModelKind) {
  using enum AlignmentModelKind;
  return EnumNames<AlignmentModelKind>(
      "unknown alignment model",
      {{"fertility", kFertility}, {"hmm", kHmm}, {"diagonal", kDiagonal}, {"ibm1", kIbm1}});
}

constexpr auto enum_names(Symmetrization) {
  using enum Symmetrization;
  return EnumNames<Symmetrization>("unknown symmetrisation", {{"intersect", kIntersect},
                                                              {"union", kUnion},
                                                              {"grow", kGrow},
                                                              {"grow-diag", kGrowDiag},
                                                              {"grow-diag-final", kGrowDiagFinal},
                                                              {"grow-diag-final-and", kGrowDiagFinalAnd},
                                                              {"source-to-target", kSourceToTarget},
                                                              {"target-to-source", kTargetToSource},
                                                              {"posterior", kPosterior}});
}

}  // namespace calque

namespace calque::align {

using calque::AlignmentModelKind;
using calque::Symmetrization;

// What links are for decides how many there are.
enum class LinkPurpose { kTranslation, kLinks };
constexpr auto enum_names(LinkPurpose) {
  using enum LinkPurpose;
  return EnumNames<LinkPurpose>("unknown purpose", {{"translation", kTranslation}, {"links", kLinks}});
}

// Each target word's best source word, each source word's best target word, or both, symmetrised.
enum class LinkDirection { kForward, kReverse, kBoth };
constexpr auto enum_names(LinkDirection) {
  using enum LinkDirection;
  return EnumNames<LinkDirection>("unknown direction",
                                  {{"forward", kForward}, {"reverse", kReverse}, {"both", kBoth}});
}

struct LinkChoice {
  LinkPurpose purpose = LinkPurpose::kTranslation;
  LinkDirection direction = LinkDirection::kBoth;
  std::optional<Symmetrization> symmetrization{};  // usually by purpose

  // Throws UsageError for a symmetrisation of one direction.
  Symmetrization chosen() const;
};

// How expected counts become translation probabilities.
enum class LexicalSmoothing {
  kNone,         // relative frequency
  kAdditive,     // every co-occurring pair gets lexical_alpha more counts
  kVariational,  // mean-field estimate under a Dirichlet prior of concentration lexical_alpha: rare pairs
                 // lose
};
constexpr auto enum_names(LexicalSmoothing) {
  using enum LexicalSmoothing;
  return EnumNames<LexicalSmoothing>(
      "unknown smoothing", {{"none", kNone}, {"additive", kAdditive}, {"variational", kVariational}});
}

// How the fertility model is sampled. Chains are independent; the more, the better and the slower.
struct SamplingOptions {
  std::size_t chains = 4;
  // Sweeps over the corpus in each stage: translations only, with jumps, with fertilities. 0: by corpus size.
  std::size_t translation_sweeps = 0;
  std::size_t jump_sweeps = 0;
  std::size_t fertility_sweeps = 0;
  double translation_prior = 0.001;  // Dirichlet weight of each word pair that occurs together
  double jump_prior = 0.5;
  double fertility_prior = 0.5;
  // A link is exp(agreement) times as likely while the chain's other direction has it too.
  double agreement = 2.0;
  // Taken off every count before it becomes a probability, as every sentence has helped to count itself.
  double discount = 0.9;
  std::uint64_t seed = 1;
};

struct AlignOptions {
  AlignmentModelKind model = AlignmentModelKind::kFertility;
  SamplingOptions sampling;  // for kFertility; the other models are trained by expectation maximisation
  std::size_t ibm1_iterations = 5;
  std::size_t hmm_iterations = 5;       // after Model 1, for kHmm
  std::size_t diagonal_iterations = 5;  // after Model 1, for kDiagonal
  // The two directions' expectations are multiplied (Liang, Taskar and Klein 2006) and scaled back to each
  // word's link mass; not for kFertility.
  bool agreement = false;
  // Probability that a generated word comes from the null word.
  double null_probability = 0.2;
  LexicalSmoothing lexical_smoothing = LexicalSmoothing::kVariational;
  double lexical_alpha = 0.1;
  // With fewer sentence pairs the HMM stands in for the fertility model, and relative frequencies for
  // variational smoothing.
  std::size_t small_corpus_pairs = 50;
  // Jumps of at most this width have a weight each; all longer ones share one weight per side.
  std::size_t jump_window = 8;
  // Jumps of kHmm depend on the class of the word jumped from, one of this many; 1: they do not.
  std::size_t jump_classes = 1;
  Symmetrization symmetrization = Symmetrization::kGrowDiagFinalAnd;
  // A word is linked in a direction if its best link is more than this many times as probable as none.
  double null_weight = 1.0;
  double posterior_threshold = 0.4;  // for Symmetrization::kPosterior
  // A sentence pair with more cells (source words times target words) is cut along its diagonal into pieces
  // whose longer side has at most piece_length words; links never cross pieces.
  std::uint64_t max_pair_cells = 250'000;
  std::size_t piece_length = 100;
  // Most memory to use; 0: half of the machine's. An index with the parameter of every cell is kept if it
  // fits; otherwise parameters are looked up again in every iteration, which takes longer and never changes
  // results.
  std::uint64_t memory_bytes = 0;

  // Throws UsageError naming the option that is out of range.
  void validate() const;
};

// Models that err differently. A phrase table with the phrase pairs of all their alignments translates better
// than that of any one (docs/alignment.md). What the models share, such as symmetrisation, is as in `common`.
std::vector<AlignOptions> several_models(const AlignOptions& common);

}  // namespace calque::align
