// Word alignments of parallel text.
//
//   calque::AlignerOptions options;
//   const auto result = calque::Aligner::train(pairs, options);
//   for (const calque::PairAlignment& alignment : result.alignments) ...
//
// A trained Aligner is immutable and safe for any number of threads; copies share the model. Text is
// tokenised: words between blanks. Results are the same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "calque/alignment.h"
#include "calque/export.h"
#include "calque/progress.h"

namespace calque {

struct AlignerOptions {
  AlignmentModelKind model = AlignmentModelKind::kFertility;
  Symmetrization symmetrization = Symmetrization::kGrowDiagFinalAnd;
  std::uint64_t seed = 1;
  std::size_t threads = 0;  // 0: one per core
  ProgressListener progress{};
};

struct PairAlignment {
  std::vector<AlignmentLink> links{};  // sorted
  std::vector<float> probabilities{};  // posterior of each link
};

class CALQUE_API Aligner {
 public:
  struct Training;

  // Learns from the pairs and aligns them. Throws UsageError for pairs that cannot be learned from.
  static Training train(std::span<const SentencePair> pairs, const AlignerOptions& options = {});
  // A model that was saved. Of the options, symmetrisation and threads count.
  static Aligner load(const std::string& path, const AlignerOptions& options = {});
  void save(const std::string& path) const;

  // Further text, also with words that the model has not seen.
  std::vector<PairAlignment> align(std::span<const SentencePair> pairs) const;

 private:
  struct Shared;
  explicit Aligner(std::shared_ptr<const Shared> shared);
  std::shared_ptr<const Shared> shared_;
};

struct Aligner::Training {
  Aligner aligner;
  std::vector<PairAlignment> alignments{};  // of the training pairs, in their order
};

}  // namespace calque
