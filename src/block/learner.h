// One step of online training after another (theory/block-bigrams.md#online-training): stochastic gradient
// steps on the log-linear model with a sink state, or perceptron steps for comparison.
//
// Scores and probabilities are computed with 32-bit floats, four at a time; weights are summed up with 64
// bits. A learner changes the weights it was given; one thread at a time. Throws NumericError when weights
// leave the finite numbers of 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/enum_names.h"
#include "block/data_points.h"
#include "block/weights.h"

namespace calque::block {

enum class OnlineMethod : std::uint8_t {
  kMaximumEntropy,  // every vector by its probability
  kPerceptron,      // the best negative alone, and only if it beats the positive
};
constexpr auto enum_names(OnlineMethod) {
  using enum OnlineMethod;
  return EnumNames<OnlineMethod>("there is no method",
                                 {{"maximum-entropy", kMaximumEntropy}, {"perceptron", kPerceptron}});
}

// What float weights may be. Features are costs, so good weights are not positive.
enum class SignConstraint : std::uint8_t { kFree, kNotPositive };

struct OnlineOptions {
  OnlineMethod method = OnlineMethod::kMaximumEntropy;
  std::size_t passes = 1;
  double rate = 1e-4;        // width of a step
  double rate_decay = 0;     // pass k (from 0) uses rate / (1 + rate_decay * k)
  double binary_rate = 0;    // width of the steps of binary weights; 0: the same
  double sink = kSinkScore;  // kNoSink: no sink state
  SignConstraint sign = SignConstraint::kNotPositive;
  std::size_t sample_every = 1;     // use one point of so many, the first and every n-th after it
  std::vector<bool> float_moves{};  // which float weights are trained; empty: all
  bool binary_moves = true;         // whether binary weights are trained
  std::uint64_t seed = 1;           // order of the points

  // Throws UsageError naming the option.
  void validate() const;
};

// One step after another, for those who bring points as they come.
class OnlineLearner {
 public:
  // `weights` must outlive the learner and grow only between calls.
  OnlineLearner(BlockWeights& weights, const OnlineOptions& options);

  // For the pass with this number, from 0.
  void begin_pass(std::size_t pass);
  // One update for each positive of the point, the later ones seeing the earlier. Returns the sum of the
  // losses before each update. Requires: weights for all features.
  double learn(const PointView& point);

 private:
  double learn_by_probability(const PointView& point, std::size_t positive);
  double learn_by_mistake(const PointView& point, std::size_t positive);
  void read_float_weights();
  void score_rows(const float* rows, std::size_t count, float* scores) const;
  float score_all(const PointView& point, std::size_t positive);
  void move_floats(const PointView& point, std::size_t positive, float scale);
  void move_binary(const PointView& point, std::size_t positive, double scale);
  bool is_finite(double loss) const;

  BlockWeights& weights_;
  const OnlineOptions& options_;
  double rate_;
  double binary_rate_;
  std::vector<char> moves_;
  std::vector<float> float_weights_;  // those of weights_, with zeros up to whole lanes
  std::vector<float> gradient_;       // the same
  // Scratch: scores of the positive and of the negatives, then what each vector is multiplied by in a step.
  float own_ = 0;
  std::vector<float> scores_;  // with scores of no weight up to whole lanes
  double max_binary_ = 0;      // of the binary weights moved so far, the largest without its sign
};

}  // namespace calque::block
