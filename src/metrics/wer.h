// Word error rate: word Levenshtein distance over reference length (spec 00 section 3).
//
// With several references the one with the lowest rate counts, sentence by sentence. The distance is computed
// 64 reference words at a time, so a line of 100,000 words takes a fraction of a second.
#pragma once

#include <cstdint>
#include <span>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/types.h"

namespace calque::metrics {

// The least number of insertions, deletions and substitutions that make one sequence of words the other.
std::int64_t word_edit_distance(std::span<const text::WordId> hypothesis,
                                std::span<const text::WordId> reference);

struct WerOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
};

// Score: per cent; may exceed 100. Statistics: edits, reference words. Against nothing but empty references
// every hypothesis word counts as one error of a one-word reference, so the score stays finite.
class Wer final : public Metric {
 public:
  explicit Wer(const WerOptions& options) : options_(options) {}

  std::string_view name() const override { return "wer"; }
  bool higher_is_better() const override { return false; }
  std::size_t statistics_size() const override { return 2; }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references) const override;
  Score score(std::span<const std::int64_t> statistics) const override;

 private:
  WerOptions options_;
};

}  // namespace calque::metrics
