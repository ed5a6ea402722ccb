// What every metric is: additive integer statistics per sentence, and a score of their sum.
//
// Sums of integers do not depend on their order, so a corpus score, a resampled corpus (bootstrap) and a
// changed n-best choice (tuning) are all the sum of rows and one call of score(). A metric whose natural
// statistics are real numbers (information weights) keeps them as fixed-point integers for the same reason.
// Metric and BoundMetric are immutable and may be shared between threads. Scoring never yields NaN, also not
// for empty corpora.
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
  double value = 0.0;  // in the unit the metric is usually printed in (BLEU, WER: per cent)
  std::vector<Figure> figures;
};

// A metric together with the references of one test set, tokenised once. Does not refer to the lines it was
// made from nor to the metric.
class BoundMetric {
 public:
  virtual ~BoundMetric() = default;

  virtual std::size_t sentence_count() const = 0;
  virtual std::size_t statistics_size() const = 0;
  // Writes the statistics of hypotheses for sentences first, first + 1, ... to `out`, one row after the
  // other. Requires: out.size() == hypotheses.size() * statistics_size().
  virtual void statistics(std::size_t first, std::span<const std::string> hypotheses,
                          std::span<std::int64_t> out) const = 0;
};

class Metric {
 public:
  virtual ~Metric() = default;

  virtual std::string_view name() const = 0;
  virtual bool higher_is_better() const = 0;
  virtual std::size_t statistics_size() const = 0;
  // Everything the score depends on besides the texts and the program's version.
  virtual std::string signature(std::size_t reference_count) const = 0;
  virtual std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references) const = 0;
  // The score of a sum of rows. Requires: statistics.size() == statistics_size().
  virtual Score score(std::span<const std::int64_t> statistics) const = 0;
};

// The statistics of every sentence of one system's output.
class StatisticsTable {
 public:
  StatisticsTable(std::size_t rows, std::size_t columns) : columns_(columns), values_(rows * columns) {}

  std::size_t rows() const { return columns_ == 0 ? 0 : values_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<const std::int64_t> row(std::size_t i) const { return {values_.data() + i * columns_, columns_}; }
  std::span<std::int64_t> row_range(std::size_t begin, std::size_t end) {
    return {values_.data() + begin * columns_, (end - begin) * columns_};
  }
  std::vector<std::int64_t> total() const;

 private:
  std::size_t columns_;
  std::vector<std::int64_t> values_;
};

// Requires: as many hypotheses as bound.sentence_count().
StatisticsTable collect_statistics(const BoundMetric& bound, std::span<const std::string> hypotheses,
                                   ThreadPool& threads);

}  // namespace calque::metrics
