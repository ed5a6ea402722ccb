#include "tune/smoothed.h"

#include <algorithm>
#include <cmath>

#include "base/rng.h"
#include "learn/lbfgs.h"

namespace calque::tune {
namespace {

// Candidates less probable than this beside the best are left out.
constexpr double kMinExponent = -35.0;

}  // namespace

void SmoothedObjective::probabilities(std::size_t sentence, std::span<const double> point,
                                      std::vector<double>& p) const {
  model_scores(lists_, sentence, point, p);
  const double maximum = *std::max_element(p.begin(), p.end());
  double sum = 0.0;
  for (double& value : p) {
    const double exponent = sharpness_ * (value - maximum);
    value = exponent < kMinExponent ? 0.0 : std::exp(exponent);
    sum += value;
  }
  for (double& value : p) value /= sum;
}

std::vector<double> SmoothedObjective::expected_statistics(std::span<const double> point) const {
  std::vector<double> expected(lists_.statistics_size(), 0.0);
  std::vector<double> p;
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
    probabilities(s, point, p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] == 0.0) continue;
      const auto row = lists_.statistics(lists_.first(s) + i);
      for (std::size_t j = 0; j < row.size(); ++j) expected[j] += p[i] * static_cast<double>(row[j]);
    }
  }
  return expected;
}

double SmoothedObjective::value(std::span<const double> point) const {
  return goal_.value(std::span<const double>(expected_statistics(point)));
}

double SmoothedObjective::value(std::span<const double> point, std::span<double> gradient) const {
  std::vector<double> expected = expected_statistics(point);
  const double value = goal_.value(std::span<const double>(expected));
  // The metric is a black box of few numbers: its slope in each by differences.
  std::vector<double> slopes(expected.size());
  for (std::size_t j = 0; j < expected.size(); ++j) {
    const double kept = expected[j];
    const double step = std::max(1e-3, 1e-4 * std::abs(kept));
    expected[j] = kept + step;
    const double above = goal_.value(std::span<const double>(expected));
    const double below_at = std::max(0.0, kept - step);
    expected[j] = below_at;
    const double below = goal_.value(std::span<const double>(expected));
    slopes[j] = (above - below) / (kept + step - below_at);
    expected[j] = kept;
  }
  std::fill(gradient.begin(), gradient.end(), 0.0);
  std::vector<double> p;
  std::vector<double> worth;
  for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
    probabilities(s, point, p);
    worth.assign(p.size(), 0.0);
    double mean = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] == 0.0) continue;
      const auto row = lists_.statistics(lists_.first(s) + i);
      for (std::size_t j = 0; j < row.size(); ++j) worth[i] += slopes[j] * static_cast<double>(row[j]);
      mean += p[i] * worth[i];
    }
    for (std::size_t i = 0; i < p.size(); ++i) p[i] *= sharpness_ * (worth[i] - mean);
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const auto column = lists_.column(s, k);
      double sum = 0.0;
      for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] * static_cast<double>(column[i]);
      gradient[k] += sum;
    }
  }
  return value;
}

AscentResult maximise_smoothed(const CandidateLists& lists, const TuningObjective& goal, const Point& start,
                               const SmoothedOptions& options, ThreadPool& threads) {
  const SmoothedObjective objective(lists, goal, options.sharpness);
  const std::vector<double> spreads = feature_spreads(lists);
  double size = 0.0;
  for (std::size_t k = 0; k < start.size(); ++k) size += std::abs(start[k]) * spreads[k];
  size /= static_cast<double>(std::max<std::size_t>(1, start.size()));
  const std::size_t own = options.restarts + 1;
  const auto ends =
      threads.map_blocks<learn::LbfgsResult>(own + options.more_starts.size(), 1, [&](const Block& block) {
        Point point = block.index < own ? start : options.more_starts[block.index - own];
        Rng rng = Rng::for_block(options.seed, block.index);
        for (std::size_t k = 0; 0 < block.index && block.index < own && k < point.size(); ++k)
          point[k] += 2.0 * (2.0 * rng.uniform() - 1.0) * size / spreads[k];
        for (const std::size_t k : options.frozen) point[k] = start[k];
        return learn::minimise(
            [&](std::span<const double> at, std::span<double> gradient) {
              const double value = objective.value(at, gradient);
              for (double& slope : gradient) slope = -slope;
              for (const std::size_t k : options.frozen) gradient[k] = 0.0;
              return -value;
            },
            std::move(point), {.iterations = options.iterations});
      });
  AscentResult result;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    result.all_values.push_back(-ends[i].value);
    if (ends[i].value < ends[result.start].value) result.start = i;
  }
  result.point = ends[result.start].point;
  result.value = -ends[result.start].value;
  result.curve = {objective.value(start), result.value};
  return result;
}

}  // namespace calque::tune
