// Whether a difference between two systems means anything: paired bootstrap, confidence intervals,
// approximate randomisation, and the paired t-test (theory/metrics.md#significance).
//
// Pure functions. A resample depends on the seed and its number alone, never on threads; all systems and
// metrics are resampled with the same sentences, which is what makes a comparison paired.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "metrics/metric.h"

namespace calque::metrics {

struct ResamplingOptions {
  std::size_t resamples = 1000;
  std::uint64_t seed = 1;
};

// One metric's statistics of one system. Both must stay alive.
struct ScoredTable {
  const Metric* metric = nullptr;
  const StatisticsTable* table = nullptr;
};

// result[t][r]: the score of table t on resample r, as many sentences drawn with replacement as there are.
// Requires: all tables have the same number of rows.
std::vector<std::vector<double>> bootstrap_scores(std::span<const ScoredTable> tables,
                                                  const ResamplingOptions& options, ThreadPool& threads);

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// The percentile interval that holds the middle `level` (0.95) of the resampled scores. Empty: nothing.
std::optional<Interval> confidence_interval(std::vector<double> resampled, double level);

struct PairedBootstrap {
  std::size_t wins_a = 0;
  std::size_t wins_b = 0;
  std::size_t ties = 0;
  // The fraction of resamples in which the better system of the whole set does not win. 0.05 or less is a
  // win in 950 of 1,000. 1 for systems that score the same.
  double p = 1.0;
};

// Requires: both from the same call of bootstrap_scores, for the same metric.
PairedBootstrap paired_bootstrap(std::span<const double> a, std::span<const double> b, double difference,
                                 bool higher_is_better);

struct Randomization {
  double difference = 0.0;   // score of a minus score of b
  std::size_t as_large = 0;  // shuffles whose difference is at least as large, either way
  double p = 1.0;            // (as_large + 1) / (shuffles + 1), two-tailed
};

// Exchanges the outputs of the two systems sentence by sentence with probability one half.
Randomization approximate_randomization(const Metric& metric, const StatisticsTable& a,
                                        const StatisticsTable& b, const ResamplingOptions& options,
                                        ThreadPool& threads);

struct PairedTTest {
  double mean_difference = 0.0;
  std::optional<double> t;  // nothing if the differences do not vary
  double p = 1.0;           // two-tailed, with n - 1 degrees of freedom
};

// Of sentence scores. Differences that are all equal and not 0 give p = 0, fewer than two pairs p = 1.
PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b);

// The probability that |T| >= |t| for Student's distribution.
double student_two_tailed(double t, double degrees_of_freedom);

}  // namespace calque::metrics
