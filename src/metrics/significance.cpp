#include "metrics/significance.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/rng.h"

namespace calque::metrics {
namespace {

// Differences this small come from rounding, not from the systems.
constexpr double kRounding = 1e-12;

constexpr std::size_t kResamplesPerBlock = 4;

// How often each sentence is drawn.
void draw(std::uint64_t seed, std::size_t resample, std::vector<std::int64_t>& times) {
  Rng rng = Rng::for_block(seed, resample);
  std::fill(times.begin(), times.end(), 0);
  for (std::size_t i = 0; i < times.size(); ++i) ++times[rng.below(times.size())];
}

double weighted_score(const ScoredTable& scored, std::span<const std::int64_t> times,
                      std::vector<std::int64_t>& sums) {
  sums.assign(scored.table->columns(), 0);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0) continue;
    const auto row = scored.table->row(i);
    for (std::size_t c = 0; c < sums.size(); ++c) sums[c] += times[i] * row[c];
  }
  return scored.metric->score(sums).value;
}

// The continued fraction of the incomplete beta function, by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1.0;
  double d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
  double result = d;
  for (int i = 1; i <= 500; ++i) {
    const double m = i;
    const double even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
    d = 1.0 / away_from_zero(1.0 + even * d);
    c = away_from_zero(1.0 + even / c);
    result *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    d = 1.0 / away_from_zero(1.0 + odd * d);
    c = away_from_zero(1.0 + odd / c);
    result *= d * c;
    if (std::abs(d * c - 1.0) < 1e-15) break;
  }
  return result;
}

double regularized_incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  // The fraction converges fast on one side of the mean only.
  if (x < (a + 1.0) / (a + b + 2.0)) return std::exp(log_front) * beta_fraction(a, b, x) / a;
  return 1.0 - std::exp(log_front) * beta_fraction(b, a, 1.0 - x) / b;
}

}  // namespace

std::vector<std::vector<double>> bootstrap_scores(std::span<const ScoredTable> tables,
                                                  const ResamplingOptions& options, ThreadPool& threads) {
  std::vector<std::vector<double>> scores(tables.size(), std::vector<double>(options.resamples));
  if (tables.empty()) return scores;
  const std::size_t rows = tables.front().table->rows();
  for (const ScoredTable& scored : tables) CALQUE_CHECK(scored.table->rows() == rows);
  threads.for_blocks(options.resamples, kResamplesPerBlock, [&](const Block& block) {
    std::vector<std::int64_t> times(rows);
    std::vector<std::int64_t> sums;
    for (std::size_t r = block.begin; r < block.end; ++r) {
      draw(options.seed, r, times);
      for (std::size_t t = 0; t < tables.size(); ++t) scores[t][r] = weighted_score(tables[t], times, sums);
    }
  });
  return scores;
}

std::optional<Interval> confidence_interval(std::vector<double> resampled, double level) {
  if (resampled.empty()) return std::nullopt;
  std::sort(resampled.begin(), resampled.end());
  const auto count = static_cast<double>(resampled.size());
  const auto cut = static_cast<std::size_t>(std::floor((1.0 - level) / 2.0 * count + 1e-9));
  const std::size_t low = std::min(cut, (resampled.size() - 1) / 2);
  return Interval{resampled[low], resampled[resampled.size() - 1 - low]};
}

PairedBootstrap paired_bootstrap(std::span<const double> a, std::span<const double> b, double difference,
                                 bool higher_is_better) {
  CALQUE_CHECK(a.size() == b.size());
  const double sign = higher_is_better ? 1.0 : -1.0;
  PairedBootstrap result;
  for (std::size_t r = 0; r < a.size(); ++r) {
    const double gain = sign * (a[r] - b[r]);
    if (gain > kRounding) {
      ++result.wins_a;
    } else if (gain < -kRounding) {
      ++result.wins_b;
    } else {
      ++result.ties;
    }
  }
  if (a.empty() || std::abs(difference) <= kRounding) return result;
  const std::size_t wins = sign * difference > 0.0 ? result.wins_a : result.wins_b;
  result.p = 1.0 - static_cast<double>(wins) / static_cast<double>(a.size());
  return result;
}

Randomization approximate_randomization(const Metric& metric, const StatisticsTable& a,
                                        const StatisticsTable& b, const ResamplingOptions& options,
                                        ThreadPool& threads) {
  CALQUE_CHECK(a.rows() == b.rows() && a.columns() == b.columns());
  const std::vector<std::int64_t> total_a = a.total();
  const std::vector<std::int64_t> total_b = b.total();
  Randomization result;
  result.difference = metric.score(total_a).value - metric.score(total_b).value;
  const double observed = std::abs(result.difference) - kRounding;
  const auto counts =
      threads.map_blocks<std::size_t>(options.resamples, kResamplesPerBlock, [&](const Block& block) {
        std::size_t as_large = 0;
        std::vector<std::int64_t> moved(a.columns());
        std::vector<std::int64_t> rest(a.columns());
        for (std::size_t r = block.begin; r < block.end; ++r) {
          Rng rng = Rng::for_block(options.seed, r);
          moved = total_a;
          rest = total_b;
          std::uint64_t bits = 0;
          for (std::size_t i = 0; i < a.rows(); ++i) {
            if (i % 64 == 0) bits = rng.next();
            if (((bits >> (i % 64)) & 1) == 0) continue;
            const auto row_a = a.row(i);
            const auto row_b = b.row(i);
            for (std::size_t c = 0; c < moved.size(); ++c) {
              moved[c] += row_b[c] - row_a[c];
              rest[c] += row_a[c] - row_b[c];
            }
          }
          if (std::abs(metric.score(moved).value - metric.score(rest).value) >= observed) ++as_large;
        }
        return as_large;
      });
  for (const std::size_t count : counts) result.as_large += count;
  result.p = static_cast<double>(result.as_large + 1) / static_cast<double>(options.resamples + 1);
  return result;
}

double student_two_tailed(double t, double degrees_of_freedom) {
  return regularized_incomplete_beta(degrees_of_freedom / 2.0, 0.5,
                                     degrees_of_freedom / (degrees_of_freedom + t * t));
}

PairedTTest paired_t_test(std::span<const double> a, std::span<const double> b) {
  CALQUE_CHECK(a.size() == b.size());
  PairedTTest result;
  if (a.empty()) return result;
  const auto n = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result.mean_difference += (a[i] - b[i]) / n;
  if (a.size() < 2) return result;
  double squares = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double deviation = a[i] - b[i] - result.mean_difference;
    squares += deviation * deviation;
  }
  const double error = std::sqrt(squares / (n - 1.0) / n);
  if (error <= kRounding * std::max(1.0, std::abs(result.mean_difference))) {
    if (std::abs(result.mean_difference) > kRounding) result.p = 0.0;
    return result;
  }
  result.t = result.mean_difference / error;
  result.p = student_two_tailed(*result.t, n - 1.0);
  return result;
}

}  // namespace calque::metrics
