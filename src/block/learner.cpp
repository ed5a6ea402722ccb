#include "block/learner.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "block/lanes.h"

namespace calque::block {
namespace {

[[noreturn]] void overflow() {
  throw NumericError("the weights left the finite numbers", "train with a smaller --rate");
}

// Vector number k of a step: the positive, then the negatives of the point.
std::size_t vector_of(const PointView& point, std::size_t positive, std::size_t k) {
  return k == 0 ? positive : point.positives() + k - 1;
}

// Calls use(lane, width) for runs of lanes that are worked on together: most vectors have one or two.
template <typename Use>
void for_lanes(std::size_t lanes, const Use& use) {
  std::size_t lane = 0;
  for (; lane + 2 <= lanes; lane += 2) use(lane, std::integral_constant<std::size_t, 2>{});
  if (lane < lanes) use(lane, std::integral_constant<std::size_t, 1>{});
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
      float_weights_(lanes_for(weights.floats.size()) * kLanes),
      gradient_(float_weights_.size()) {
  for (std::size_t i = 0; i < std::min(moves_.size(), options.float_moves.size()); ++i)
    moves_[i] = options.float_moves[i] ? 1 : 0;
  begin_pass(0);
}

void OnlineLearner::begin_pass(std::size_t pass) {
  const double share = 1.0 / (1.0 + options_.rate_decay * static_cast<double>(pass));
  rate_ = options_.rate * share;
  binary_rate_ = (options_.binary_rate > 0 ? options_.binary_rate : options_.rate) * share;
}

void OnlineLearner::read_float_weights() {
  for (std::size_t i = 0; i < weights_.floats.size(); ++i)
    float_weights_[i] = static_cast<float>(weights_.floats[i]);
}

double OnlineLearner::learn(const PointView& point) {
  const bool by_probability = options_.method == OnlineMethod::kMaximumEntropy;
  double loss = 0;
  for (std::size_t i = 0; i < point.positives(); ++i) {
    read_float_weights();
    loss += by_probability ? learn_by_probability(point, i) : learn_by_mistake(point, i);
    if (options_.sign == SignConstraint::kNotPositive) {
      for (double& weight : weights_.floats) weight = std::min(weight, 0.0);
    }
  }
  return loss;
}

// Writes the scores of the positive, the negatives and the sink and returns the largest.
float OnlineLearner::score_all(const PointView& point, std::size_t positive) {
  const std::size_t count = point.size() - point.positives() + 1;
  scores_.assign(lanes_for(count + 1) * kLanes, 0.0F);
  for_lanes(float_weights_.size() / kLanes, [&](std::size_t lane, auto width) {
    Lanes weights[width];
    for (std::size_t i = 0; i < width; ++i) weights[i] = load_lanes(&float_weights_[(lane + i) * kLanes]);
    for (std::size_t k = 0; k < count; ++k) {
      const float* const row = point.padded_floats(vector_of(point, positive, k)) + lane * kLanes;
      Lanes sum = weights[0] * load_lanes(row);
      if constexpr (width > 1) sum += weights[1] * load_lanes(row + kLanes);
      scores_[k] += sum_of(sum);
    }
  });
  if (point.has_binary()) {
    for (std::size_t k = 0; k < count; ++k) {
      for (const std::uint32_t feature : point.binary(vector_of(point, positive, k)))
        scores_[k] += static_cast<float>(weights_.binary[feature]);
    }
  }
  float most = static_cast<float>(options_.sink);
  float zero = 0;  // if all scores are finite
  for (std::size_t k = 0; k < count; ++k) {
    most = std::max(most, scores_[k]);
    zero += scores_[k] - scores_[k];
  }
  if (zero != 0 || !std::isfinite(most)) overflow();
  scores_[count] = static_cast<float>(options_.sink);
  return most;
}

// w += scale * sum of what is in scores_ times the vector
void OnlineLearner::move_floats(const PointView& point, std::size_t positive, float scale) {
  const std::size_t count = point.size() - point.positives() + 1;
  for_lanes(gradient_.size() / kLanes, [&](std::size_t lane, auto width) {
    Lanes sums[width];
    for (std::size_t i = 0; i < width; ++i) sums[i] = all_lanes(0.0F);
    for (std::size_t k = 0; k < count; ++k) {
      const float* const row = point.padded_floats(vector_of(point, positive, k)) + lane * kLanes;
      const Lanes factor = all_lanes(scores_[k]);
      sums[0] += factor * load_lanes(row);
      if constexpr (width > 1) sums[1] += factor * load_lanes(row + kLanes);
    }
    for (std::size_t i = 0; i < width; ++i) store_lanes(sums[i] * scale, &gradient_[(lane + i) * kLanes]);
  });
  for (std::size_t i = 0; i < weights_.floats.size(); ++i) {
    if (moves_[i] != 0) weights_.floats[i] += rate_ * double{gradient_[i]};
  }
}

void OnlineLearner::move_binary(const PointView& point, std::size_t positive, double scale) {
  if (!options_.binary_moves || !point.has_binary()) return;
  const std::size_t count = point.size() - point.positives() + 1;
  const double width = binary_rate_ * scale;
  for (std::size_t k = 0; k < count; ++k) {
    const double factor = width * double{scores_[k]};
    for (const std::uint32_t feature : point.binary(vector_of(point, positive, k)))
      weights_.binary[feature] += factor;
  }
}

// All probabilities are those before the step (spec 04 section 6); the largest score is taken out of the
// exponents, so that nothing overflows and the sum is at least 1.
double OnlineLearner::learn_by_probability(const PointView& point, std::size_t positive) {
  const std::size_t count = point.size() - point.positives() + 1;
  const float most = score_all(point, positive);
  const float own = scores_[0];
  Lanes sums = all_lanes(0.0F);
  const Lanes shift = all_lanes(most);
  for (std::size_t k = 0; k < scores_.size(); k += kLanes) {
    const Lanes shares = exp_of(load_lanes(&scores_[k]) - shift);
    store_lanes(shares, &scores_[k]);
    sums -= shares;
  }
  // What stands behind the sink is no outcome.
  for (std::size_t k = count + 1; k < scores_.size(); ++k) sums[k % kLanes] += scores_[k];
  const float mine = scores_[0];
  sums[0] += mine;
  const float others = -sum_of(sums);
  const float total = mine + others;
  for (std::size_t k = 0; k < count; ++k) scores_[k] = -scores_[k];
  scores_[0] = others;
  move_floats(point, positive, 1.0F / total);
  move_binary(point, positive, 1.0 / double{total});
  return std::log(double{total}) + double{most} - double{own};
}

double OnlineLearner::learn_by_mistake(const PointView& point, std::size_t positive) {
  const std::size_t count = point.size() - point.positives() + 1;
  const float most = score_all(point, positive);
  double total = 0;
  for (std::size_t k = 0; k <= count; ++k) total += std::exp(double{scores_[k]} - double{most});
  const double loss = std::log(total) + double{most} - double{scores_[0]};
  const auto begin = scores_.begin();
  const auto end = begin + static_cast<std::ptrdiff_t>(count);
  const auto best = std::max_element(begin + 1, end);
  if (best == end || *best < scores_[0]) return loss;
  const auto worst = static_cast<std::size_t>(best - begin);
  std::fill(begin, end, 0.0F);
  scores_[0] = 1.0F;
  scores_[worst] = -1.0F;
  move_floats(point, positive, 1.0F);
  move_binary(point, positive, 1.0);
  return loss;
}

}  // namespace calque::block
