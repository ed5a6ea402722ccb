// What every metric is: additive integer statistics per sentence, and a score of their sum.
//
// Sums of integers do not depend on their order, so a corpus score, a resampled corpus (bootstrap) and a
// changed n-best choice (tuning) are all the sum of rows and one call of score(). A metric whose natural
// statistics are real numbers (information weights) keeps them as fixed-point integers for the same reason.
// Metric and BoundMetric are immutable and may be shared between threads; a SentenceScorer is one thread's
// scratch memory. Scoring never yields NaN, also not for empty corpora.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/thread_pool.h"

namespace calque::metrics {

// One set of reference lines per translator; all sets have the same number of lines.
using ReferenceSets = std::vector<std::vector<std::string>>;

// A number that explains a score ("brevity_penalty").
struct Figure {
  std::string name;
  double value = 0.0;
};

struct Score {
  double value = 0.0;  // in the unit the metric is usually printed in (per cent; NIST: bits)
  std::vector<Figure> figures;
};

// What n-grams of one length contributed to a score.
struct OrderScore {
  std::string_view unit;  // "word" or "character"
  std::size_t order = 0;
  double matches = 0.0;
  double total = 0.0;  // n-grams of the hypotheses
  double score = 0.0;  // BLEU: BLEU of orders up to this one; chrF: F of this order; NIST: bits of this order
};

// Compares hypotheses with the references of one sentence after the other. Refers to the BoundMetric that
// made it and must not outlive it.
class SentenceScorer {
 public:
  virtual ~SentenceScorer() = default;

  // The sentence that the next hypotheses translate. Requires: sentence < sentence_count().
  virtual void start(std::size_t sentence) = 0;
  // Writes the hypothesis's statistics over `row`, of statistics_size() elements. Any number of calls may
  // follow one start; references are not prepared again for each.
  virtual void statistics(std::string_view hypothesis, std::span<std::int64_t> row) = 0;
  // The same for words that a decoder puts out.
  void statistics(std::span<const std::string_view> words, std::span<std::int64_t> row);

 private:
  std::string line_;
};

// A metric together with the references of one test set, tokenised once. Does not refer to the lines it was
// made from nor to the metric.
class BoundMetric {
 public:
  virtual ~BoundMetric() = default;

  virtual std::size_t sentence_count() const = 0;
  virtual std::size_t statistics_size() const = 0;
  virtual std::unique_ptr<SentenceScorer> scorer() const = 0;
};

class Metric {
 public:
  virtual ~Metric() = default;

  virtual std::string_view name() const = 0;
  virtual bool higher_is_better() const = 0;
  virtual std::size_t statistics_size() const = 0;
  // Everything the score depends on besides the texts and the program's version.
  virtual std::string signature(std::size_t reference_count) const = 0;
  // Requires: at least one reference set.
  virtual std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                                  ThreadPool& threads) const = 0;
  // Whether the statistics of a sentence depend on the references of the others too.
  virtual bool needs_all_references() const { return false; }
  // The score of a sum of rows. Requires: statistics.size() == statistics_size().
  virtual Score score(std::span<const std::int64_t> statistics) const = 0;
  // score().value alone, for loops that compare millions of sums.
  virtual double value(std::span<const std::int64_t> statistics) const { return score(statistics).value; }
  // The score of one sentence's row; differs from score() where a metric has a form for single sentences.
  virtual Score sentence_score(std::span<const std::int64_t> statistics) const { return score(statistics); }
  // The value of one sentence's row for learning from sentences: tells almost all outputs apart and favours
  // no length.
  virtual double learning_value(std::span<const std::int64_t> statistics) const {
    return sentence_score(statistics).value;
  }
  // By n-gram length; empty for a metric without n-grams.
  virtual std::vector<OrderScore> by_order(std::span<const std::int64_t>) const { return {}; }
};

// The statistics of every sentence of one system's output.
class StatisticsTable {
 public:
  StatisticsTable() = default;
  StatisticsTable(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), values_(rows * columns) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::span<const std::int64_t> row(std::size_t i) const { return {values_.data() + i * columns_, columns_}; }
  std::span<std::int64_t> row(std::size_t i) { return {values_.data() + i * columns_, columns_}; }
  std::vector<std::int64_t> total() const;

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::int64_t> values_;
};

// Requires: as many hypotheses as bound.sentence_count().
StatisticsTable collect_statistics(const BoundMetric& bound, std::span<const std::string> hypotheses,
                                   ThreadPool& threads);

}  // namespace calque::metrics
