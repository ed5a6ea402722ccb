#include "block/online.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/rng.h"

namespace calque::block {
namespace {

// Of this thread: others on the same processor do not count.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void grow(BlockWeights& weights, const DataPoints& points) {
  CALQUE_CHECK(weights.floats.size() == points.float_count());
  if (weights.binary.size() < points.binary_limit()) weights.binary.resize(points.binary_limit());
}

// Points [0, size) of which every n-th counts, the first one being number `offset` of a longer row.
std::vector<std::uint32_t> sampled(std::size_t size, std::size_t every, std::uint64_t offset) {
  CALQUE_CHECK(size < 0xffffffffU);
  std::vector<std::uint32_t> order;
  for (std::size_t i = (every - offset % every) % every; i < size; i += every)
    order.push_back(static_cast<std::uint32_t>(i));
  return order;
}

// Sums over a pass.
struct PassSums {
  double loss = 0;
  std::uint64_t positives = 0;
  std::uint64_t points = 0;

  // The first point is number `offset` of a longer row.
  void learn_all(OnlineLearner& learner, const DataPoints& points_in, std::span<const std::uint32_t> order,
                 std::uint64_t offset = 0) {
    constexpr std::size_t kAhead = 4;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i + 2 * kAhead < order.size()) points_in.prefetch_place(order[i + 2 * kAhead]);
      if (i + kAhead < order.size()) points_in.prefetch(order[i + kAhead]);
      const PointView point = points_in[order[i]];
      try {
        loss += learner.learn(point);
      } catch (const NumericError& error) {
        throw PointOverflow(error, offset + order[i]);
      }
      positives += point.positives();
    }
    points += order.size();
  }
};

PassReport report_of(std::size_t pass, const PassSums& sums, const BlockWeights& weights,
                     const DataPoints& held_out, double seconds) {
  if (!weights.all_finite())
    throw NumericError("the weights left the finite numbers", "train with a smaller --rate");
  return {.pass = pass + 1,
          .mean_loss = sums.positives == 0 ? 0 : sums.loss / static_cast<double>(sums.positives),
          .held_out_error = prediction_error(held_out, weights),
          .updates = sums.points,
          .steps = sums.positives,
          .seconds = seconds};
}

}  // namespace

std::vector<PassReport> train_in_memory(const DataPoints& points, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer) {
  options.validate();
  grow(weights, points);
  grow(weights, held_out);
  OnlineLearner learner(weights, options);
  const std::vector<std::uint32_t> chosen = sampled(points.size(), options.sample_every, 0);
  Rng rng(options.seed);
  std::vector<PassReport> reports;
  for (std::size_t pass = 0; pass < options.passes; ++pass) {
    const double start = processor_seconds();
    std::vector<std::uint32_t> order = chosen;
    rng.shuffle(std::span(order));
    learner.begin_pass(pass);
    PassSums sums;
    sums.learn_all(learner, points, order);
    reports.push_back(report_of(pass, sums, weights, held_out, processor_seconds() - start));
    if (observer) observer(reports.back());
  }
  return reports;
}

std::vector<PassReport> train_streaming(const StreamOptions& stream, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer) {
  options.validate();
  if (stream.path == "-" && options.passes > 1) {
    throw UsageError({"-"}, "standard input can be read only once", "use one pass, or a file");
  }
  OnlineLearner learner(weights, options);
  Rng rng(options.seed);
  std::vector<PassReport> reports;
  for (std::size_t pass = 0; pass < options.passes; ++pass) {
    const double start = processor_seconds();
    learner.begin_pass(pass);
    PassSums sums;
    std::optional<DataPointReader> own;
    DataPointReader& reader =
        pass == 0 && stream.opened != nullptr ? *stream.opened : own.emplace(stream.path);
    DataPoints points(weights.floats.size());
    for (std::uint64_t seen = 0; reader.read(points, stream.block); seen += points.size(), points.clear()) {
      grow(weights, points);
      std::vector<std::uint32_t> order = sampled(points.size(), options.sample_every, seen);
      rng.shuffle(std::span(order));
      sums.learn_all(learner, points, order, seen);
    }
    grow(weights, held_out);
    reports.push_back(report_of(pass, sums, weights, held_out, processor_seconds() - start));
    if (observer) observer(reports.back());
  }
  return reports;
}

BoundReport check_bound(const DataPoints& points, const OnlineOptions& options, const BlockWeights& start) {
  options.validate();
  OnlineOptions constant = options;
  constant.method = OnlineMethod::kMaximumEntropy;
  constant.rate_decay = 0;
  constant.binary_rate = 0;
  BlockWeights weights = start;
  grow(weights, points);
  const BlockWeights begin = weights;
  BoundReport report;
  double squares = 0;
  // The gradient of each step is that of the weights before it; of a point with several positives only one
  // is looked at at a time.
  for (std::size_t p = 0; p < points.size(); p += constant.sample_every) {
    const PointView point = points[p];
    for (std::size_t i = 0; i < point.positives(); ++i) {
      const LossGradient gradient = gradient_of(weights, point, i, constant.sink);
      report.mean_loss += gradient.loss;
      for (const double value : gradient.floats) squares += value * value;
      for (const auto& [feature, value] : gradient.binary) squares += value * value;
      ++report.steps;
      for (std::size_t k = 0; k < gradient.floats.size(); ++k) {
        weights.floats[k] -= constant.rate * gradient.floats[k];
        if (constant.sign == SignConstraint::kNotPositive)
          weights.floats[k] = std::min(weights.floats[k], 0.0);
      }
      for (const auto& [feature, value] : gradient.binary) weights.binary[feature] -= constant.rate * value;
    }
  }
  if (report.steps == 0) return report;
  const auto steps = static_cast<double>(report.steps);
  for (std::size_t p = 0; p < points.size(); p += constant.sample_every) {
    for (std::size_t i = 0; i < points[p].positives(); ++i)
      report.comparator_loss += loss_of(weights, points[p], i, constant.sink) / steps;
  }
  double distance = 0;
  for (std::size_t k = 0; k < weights.floats.size(); ++k)
    distance += std::pow(weights.floats[k] - begin.floats[k], 2);
  for (std::size_t k = 0; k < weights.binary.size(); ++k)
    distance += std::pow(weights.binary[k] - begin.binary[k], 2);
  report.mean_loss /= steps;
  report.distance_penalty = distance / (2 * constant.rate * steps);
  report.gradient_penalty = constant.rate * squares / (2 * steps);
  return report;
}

}  // namespace calque::block
