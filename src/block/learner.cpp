#include "block/learner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/error.h"
#include "block/lane_math.h"

namespace calque::block {
namespace {

[[noreturn]] void overflow() {
  throw NumericError("the weights left the finite numbers", "train with a smaller --rate");
}

// Weights beyond this are infinite for the scores, which would then be no numbers or draw no step at all.
constexpr double kMaxWeight = double{std::numeric_limits<float>::max()};

// Behind the scores of a step, up to whole lanes: of no weight beside any other.
constexpr float kNoScore = -std::numeric_limits<float>::infinity();

std::size_t negatives_of(const PointView& point) {
  return point.size() - point.positives();
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
      float_weights_(padded(weights.floats.size())),
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
  if (!is_finite(loss)) overflow();
  return loss;
}

bool OnlineLearner::is_finite(double loss) const {
  const auto fits = [](double weight) { return std::abs(weight) <= kMaxWeight; };
  return std::isfinite(loss) && max_binary_ <= kMaxWeight &&
         std::all_of(weights_.floats.begin(), weights_.floats.end(), fits);
}

// Adds to scores of vectors that stand one behind the other.
void OnlineLearner::score_rows(const float* rows, std::size_t count, float* scores) const {
  const std::size_t width = float_weights_.size();
  for_lanes(width / kLanes, [&](std::size_t lane, auto lanes) {
    const auto products = [&](std::size_t k) {
      const float* const row = rows + k * width + lane * kLanes;
      const float* const weights = &float_weights_[lane * kLanes];
      Lanes sum = lanes_at(weights) * lanes_at(row);
      if constexpr (lanes > 1) sum += lanes_at(weights + kLanes) * lanes_at(row + kLanes);
      return sum;
    };
    std::size_t k = 0;
    for (; k + kLanes <= count; k += kLanes) {
      const Lanes sums = sums_of(products(k), products(k + 1), products(k + 2), products(k + 3));
      lanes_at(scores + k) += sums;
    }
    for (; k < count; ++k) scores[k] += sum_of_halves(products(k));
  });
}

// Writes all scores and returns the largest, the sink's among them.
float OnlineLearner::score_all(const PointView& point, std::size_t positive) {
  const std::size_t count = negatives_of(point);
  scores_.assign(padded(count), 0.0F);
  own_ = 0;
  score_rows(point.padded_floats(positive), 1, &own_);
  score_rows(point.padded_floats(point.positives()), count, scores_.data());
  std::fill(scores_.begin() + static_cast<std::ptrdiff_t>(count), scores_.end(), kNoScore);
  if (point.has_binary()) {
    const auto add = [&](std::size_t vector, float& score) {
      for (const std::uint32_t feature : point.binary(vector))
        score += static_cast<float>(weights_.binary[feature]);
    };
    add(positive, own_);
    for (std::size_t k = 0; k < count; ++k) add(point.positives() + k, scores_[k]);
  }
  Lanes maximum = all_lanes(std::max(own_, static_cast<float>(options_.sink)));
  for (std::size_t k = 0; k < scores_.size(); k += kLanes)
    maximum = larger_of(maximum, lanes_at(&scores_[k]));
  return std::max(std::max(maximum[0], maximum[1]), std::max(maximum[2], maximum[3]));
}

// w += scale * sum of what is in own_ and scores_ times the vector
void OnlineLearner::move_floats(const PointView& point, std::size_t positive, float scale) {
  const std::size_t count = negatives_of(point);
  const std::size_t width = gradient_.size();
  for_lanes(width / kLanes, [&](std::size_t lane, auto lanes) {
    // Two sums, so that one does not wait for the other.
    Lanes sums[2][lanes];
    const auto add = [&](std::size_t which, const float* row, float factor) {
      for (std::size_t i = 0; i < lanes; ++i)
        sums[which][i] += all_lanes(factor) * lanes_at(row + (lane + i) * kLanes);
    };
    for (std::size_t i = 0; i < lanes; ++i) sums[0][i] = sums[1][i] = all_lanes(0.0F);
    add(0, point.padded_floats(positive), own_);
    const float* row = point.padded_floats(point.positives());
    std::size_t k = 0;
    for (; k + 2 <= count; k += 2, row += 2 * width) {
      add(0, row, scores_[k]);
      add(1, row + width, scores_[k + 1]);
    }
    if (k < count) add(0, row, scores_[k]);
    for (std::size_t i = 0; i < lanes; ++i)
      lanes_at(&gradient_[(lane + i) * kLanes]) = (sums[0][i] + sums[1][i]) * scale;
  });
  for (std::size_t i = 0; i < weights_.floats.size(); ++i) {
    if (moves_[i] != 0) weights_.floats[i] += rate_ * double{gradient_[i]};
  }
}

void OnlineLearner::move_binary(const PointView& point, std::size_t positive, double scale) {
  if (!options_.binary_moves || !point.has_binary()) return;
  const double width = binary_rate_ * scale;
  const auto move = [&](std::size_t vector, double factor) {
    for (const std::uint32_t feature : point.binary(vector)) {
      double& weight = weights_.binary[feature];
      weight += factor;
      max_binary_ = std::max(max_binary_, std::abs(weight));
    }
  };
  move(positive, width * double{own_});
  for (std::size_t k = 0; k < negatives_of(point); ++k)
    move(point.positives() + k, width * double{scores_[k]});
}

// All probabilities are those before the step (theory/block-bigrams.md#online-training); the largest score is
// taken out of the exponents, so that nothing overflows and the sum is at least 1.
double OnlineLearner::learn_by_probability(const PointView& point, std::size_t positive) {
  const float maximum = score_all(point, positive);
  const float score = own_;
  const Lanes shift = all_lanes(maximum);
  // Of the positive and the sink; then of the negatives, each turned into what its vector is multiplied by.
  const Lanes others = exp_of(Lanes{score, static_cast<float>(options_.sink), kNoScore, kNoScore} - shift);
  Lanes sums = all_lanes(0.0F);
  for (std::size_t k = 0; k < scores_.size(); k += kLanes) {
    const Lanes shares = exp_of(lanes_at(&scores_[k]) - shift);
    lanes_at(&scores_[k]) = -shares;
    sums += shares;
  }
  const float wrong = sum_of_halves(sums) + others[1];
  const float total = others[0] + wrong;
  if (!std::isfinite(total)) overflow();
  own_ = wrong;
  move_floats(point, positive, 1.0F / total);
  move_binary(point, positive, 1.0 / double{total});
  return std::log(double{total}) + double{maximum} - double{score};
}

double OnlineLearner::learn_by_mistake(const PointView& point, std::size_t positive) {
  const double maximum = double{score_all(point, positive)};
  const float score = own_;
  double total = std::exp(double{score} - maximum) + std::exp(options_.sink - maximum);
  for (const float other : scores_) total += std::exp(double{other} - maximum);
  if (!std::isfinite(total)) overflow();
  const double loss = std::log(total) + maximum - double{score};
  const auto best = std::max_element(scores_.begin(), scores_.end());
  if (best == scores_.end() || *best < score) return loss;
  const auto worst = best - scores_.begin();
  std::fill(scores_.begin(), scores_.end(), 0.0F);
  own_ = 1.0F;
  scores_[static_cast<std::size_t>(worst)] = -1.0F;
  move_floats(point, positive, 1.0F);
  move_binary(point, positive, 1.0);
  return loss;
}

}  // namespace calque::block
