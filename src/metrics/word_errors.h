// Word error rate (theory/metrics.md#error-rates) and position-independent error rate, per cent of the
// reference length.
//
// With several references the one with the lowest rate counts, sentence by sentence. Everything is immutable.
// Against nothing but empty references every hypothesis word counts as one error of a one-word reference, so
// scores stay finite.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/types.h"

namespace calque::metrics {

// The errors left when the words may stand in any order: max(lengths) minus the words in common. It is the
// least edit distance of any permutation of the hypothesis. Sorts both arguments.
std::int64_t unordered_word_errors(std::vector<text::WordId>& hypothesis,
                                   std::vector<text::WordId>& reference);

struct WordErrorOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
};

// What WER and PER share. Statistics: errors, reference words.
class WordErrorRate : public Metric {
 public:
  explicit WordErrorRate(const WordErrorOptions& options) : options_(options) {}

  bool higher_is_better() const override { return false; }
  std::size_t statistics_size() const override { return 2; }
  std::string signature(std::size_t reference_count) const override;
  Score score(std::span<const std::int64_t> statistics) const override;

 protected:
  WordErrorOptions options_;
};

// Levenshtein distance over reference length; the figure word_accuracy is 100 - WER.
class Wer final : public WordErrorRate {
 public:
  using WordErrorRate::WordErrorRate;

  std::string_view name() const override { return "wer"; }
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
};

class Per final : public WordErrorRate {
 public:
  using WordErrorRate::WordErrorRate;

  std::string_view name() const override { return "per"; }
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
};

}  // namespace calque::metrics
