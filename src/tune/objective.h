// What tuning aims at: a metric turned so that more is better, and the choice that weights make among
// candidates.
//
// Immutable; refers to a metric that must outlive it. Values are a hundredth of what the metric prints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "tune/lists.h"

namespace calque::tune {

class TuningObjective {
 public:
  explicit TuningObjective(const metrics::Metric& metric)
      : metric_(&metric), factor_(metric.higher_is_better() ? 0.01 : -0.01) {}

  double value(std::span<const std::int64_t> statistics) const {
    return factor_ * metric_->value(statistics);
  }
  // Of a single sentence's statistics.
  double sentence_value(std::span<const std::int64_t> statistics) const {
    return factor_ * metric_->sentence_score(statistics).value;
  }
  // The same for learning from sentences (Metric::learning_value).
  double learning_value(std::span<const std::int64_t> statistics) const {
    return factor_ * metric_->learning_value(statistics);
  }
  // Of expected counts. Metrics are ratios of sums, so that fractions can be had by counting finer units.
  double value(std::span<const double> statistics) const;
  // A value in the metric's own unit.
  double printed(double value) const { return value / factor_; }
  const metrics::Metric& metric() const { return *metric_; }

 private:
  const metrics::Metric* metric_;
  double factor_;
};

// A sum of statistics that candidates enter and leave.
class StatisticsSum {
 public:
  explicit StatisticsSum(std::size_t size) : sums_(size, 0) {}
  void add(std::span<const std::int64_t> row) {
    for (std::size_t i = 0; i < row.size(); ++i) sums_[i] += row[i];
  }
  void remove(std::span<const std::int64_t> row) {
    for (std::size_t i = 0; i < row.size(); ++i) sums_[i] -= row[i];
  }
  std::span<const std::int64_t> sums() const { return sums_; }

 private:
  std::vector<std::int64_t> sums_;
};

// One candidate (its number among all) per sentence.
using Choice = std::vector<std::size_t>;

// Statistics of the chosen candidates.
StatisticsSum sum_statistics(const CandidateLists& lists, const Choice& choice);

// Weights times features of the sentence's candidates. Indicators are left out.
void model_scores(const CandidateLists& lists, std::size_t sentence, std::span<const double> weights,
                  std::vector<double>& scores);
// The best candidate of every sentence; of equal ones the first.
Choice best_choice(const CandidateLists& lists, std::span<const double> weights);
double value_of(const CandidateLists& lists, const TuningObjective& goal, const Choice& choice);
// Of the choice that these weights make.
double value_at(const CandidateLists& lists, const TuningObjective& goal, std::span<const double> weights);

}  // namespace calque::tune
