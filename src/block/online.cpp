#include "block/online.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"
#include "block/data_point_file.h"

namespace calque::block {
namespace {

// The usual numbers of floats are handed on as constants, so that loops over them are unrolled.
template <typename Use>
auto with_count(std::size_t count, const Use& use) {
  switch (count) {
    case 4:
      return use(std::integral_constant<std::size_t, 4>{});
    case 5:
      return use(std::integral_constant<std::size_t, 5>{});
    case 7:
      return use(std::integral_constant<std::size_t, 7>{});
    default:
      return use(count);
  }
}

[[noreturn]] void overflow() {
  throw NumericError("the weights left the finite numbers", "train with a smaller --rate");
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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

  void learn_all(OnlineLearner& learner, const DataPoints& points_in, std::span<const std::uint32_t> order) {
    constexpr std::size_t kAhead = 6;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i + kAhead < order.size()) points_in.prefetch(order[i + kAhead]);
      const PointView point = points_in[order[i]];
      loss += learner.learn(point);
      positives += point.positives();
    }
    points += order.size();
  }
};

PassReport report_of(std::size_t pass, const PassSums& sums, const BlockWeights& weights,
                     const DataPoints& held_out, double seconds) {
  if (!weights.all_finite()) overflow();
  return {.pass = pass + 1,
          .mean_loss = sums.positives == 0 ? 0 : sums.loss / static_cast<double>(sums.positives),
          .held_out_error = prediction_error(held_out, weights),
          .updates = sums.points,
          .seconds = seconds};
}

}  // namespace

void OnlineOptions::validate() const {
  const auto require = [](bool condition, const char* problem, const char* remedy) {
    if (!condition) throw UsageError({}, problem, remedy);
  };
  require(std::isfinite(rate) && rate > 0, "the rate of learning is not a positive number",
          "1e-4 is a usual value");
  require(std::isfinite(binary_rate) && binary_rate >= 0, "the rate of binary weights is negative",
          "use 0 for the same rate as floats");
  require(std::isfinite(rate_decay) && rate_decay >= 0, "the decay of the rate is negative",
          "use 0 for a fixed rate");
  require(sample_every >= 1, "points cannot be sampled every 0-th", "use 1 for all points");
  require(sink <= 700, "the score of the sink state is too large", "-4 is usual");
}

OnlineLearner::OnlineLearner(BlockWeights& weights, const OnlineOptions& options)
    : weights_(weights),
      options_(options),
      rate_(options.rate),
      binary_rate_(options.binary_rate),
      moves_(weights.floats.size(), 1),
      all_move_(true) {
  for (std::size_t i = 0; i < std::min(moves_.size(), options.float_moves.size()); ++i) {
    moves_[i] = options.float_moves[i] ? 1 : 0;
    all_move_ = all_move_ && options.float_moves[i];
  }
  begin_pass(0);
}

void OnlineLearner::begin_pass(std::size_t pass) {
  const double share = 1.0 / (1.0 + options_.rate_decay * static_cast<double>(pass));
  rate_ = options_.rate * share;
  binary_rate_ = (options_.binary_rate > 0 ? options_.binary_rate : options_.rate) * share;
}

double OnlineLearner::learn(const PointView& point) {
  return with_count(weights_.floats.size(), [&](auto count) {
    double loss = 0;
    for (std::size_t i = 0; i < point.positives(); ++i) loss += step(point, i, count);
    return loss;
  });
}

// w += factor * rate * x
template <typename Count>
void OnlineLearner::move(const PointView& point, std::size_t vector, double factor, Count count) {
  const float* const values = point.floats(vector).data();
  double* const floats = weights_.floats.data();
  const double width = rate_ * factor;
  if (all_move_) {
    for (std::size_t i = 0; i < count; ++i) floats[i] += width * double{values[i]};
  } else {
    for (std::size_t i = 0; i < count; ++i) floats[i] += moves_[i] != 0 ? width * double{values[i]} : 0.0;
  }
  if (!options_.binary_moves) return;
  const double binary_width = binary_rate_ * factor;
  for (const std::uint32_t feature : point.binary(vector)) weights_.binary[feature] += binary_width;
}

// All probabilities are those before the step (spec 04 section 6); the largest score is taken out of the
// exponents, so that nothing overflows and the sum is at least 1.
template <typename Count>
double OnlineLearner::step(const PointView& point, std::size_t positive, Count count) {
  const auto score_of = [&](std::size_t vector) {
    const float* const values = point.floats(vector).data();
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += weights_.floats[i] * double{values[i]};
    for (const std::uint32_t feature : point.binary(vector)) sum += weights_.binary[feature];
    return sum;
  };
  const std::size_t first = point.positives();
  const std::size_t negatives = point.size() - first;
  const double own = score_of(positive);
  double most = std::max(own, options_.sink);
  if (scores_.size() < negatives) scores_.resize(negatives);
  std::size_t best = 0;
  for (std::size_t k = 0; k < negatives; ++k) {
    scores_[k] = score_of(first + k);
    if (scores_[k] > scores_[best]) best = k;
    most = std::max(most, scores_[k]);
  }
  if (!std::isfinite(most)) overflow();

  const double mine = std::exp(own - most);
  double total = mine + std::exp(options_.sink - most);
  const bool mistaken = negatives > 0 && scores_[best] >= own;
  for (std::size_t k = 0; k < negatives; ++k) {
    const double share = std::exp(scores_[k] - most);
    total += share;
    scores_[k] = share;
  }
  if (options_.method == OnlineMethod::kMaximumEntropy) {
    move(point, positive, 1.0 - mine / total, count);
    for (std::size_t k = 0; k < negatives; ++k) move(point, first + k, -scores_[k] / total, count);
  } else if (mistaken) {
    move(point, positive, 1.0, count);
    move(point, first + best, -1.0, count);
  }
  if (options_.sign == SignConstraint::kNotPositive) {
    for (std::size_t i = 0; i < count; ++i) weights_.floats[i] = std::min(weights_.floats[i], 0.0);
  }
  return std::log(total) + most - own;
}

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
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::uint32_t> order = chosen;
    rng.shuffle(std::span(order));
    learner.begin_pass(pass);
    PassSums sums;
    sums.learn_all(learner, points, order);
    reports.push_back(report_of(pass, sums, weights, held_out, seconds_since(start)));
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
    const auto start = std::chrono::steady_clock::now();
    learner.begin_pass(pass);
    PassSums sums;
    DataPointReader reader(stream.path);
    DataPoints points(weights.floats.size());
    for (std::uint64_t seen = 0; reader.read(points, stream.block); seen += points.size(), points.clear()) {
      grow(weights, points);
      std::vector<std::uint32_t> order = sampled(points.size(), options.sample_every, seen);
      rng.shuffle(std::span(order));
      sums.learn_all(learner, points, order);
    }
    grow(weights, held_out);
    reports.push_back(report_of(pass, sums, weights, held_out, seconds_since(start)));
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
