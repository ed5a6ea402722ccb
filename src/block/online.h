// Online training of block weights (spec 04 section 6): stochastic gradient steps on the log-linear model
// with a sink state, or perceptron steps for comparison.
//
// A learner changes the weights it was given; one thread at a time. The result depends on points, options and
// seed alone. Throws NumericError when weights leave the finite numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "block/data_points.h"
#include "block/weights.h"

namespace calque::block {

enum class OnlineMethod : std::uint8_t {
  kMaximumEntropy,  // every vector by its probability
  kPerceptron,      // the best negative alone, and only if it beats the positive
};

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
  template <typename Count>
  double step(const PointView& point, std::size_t positive, Count count);
  template <typename Count>
  void move(const PointView& point, std::size_t vector, double factor, Count count);

  BlockWeights& weights_;
  const OnlineOptions& options_;
  double rate_;
  double binary_rate_;
  std::vector<char> moves_;
  bool all_move_;
  std::vector<double> scores_;  // scratch
};

// What is known after a pass.
struct PassReport {
  std::size_t pass = 0;  // from 1
  double mean_loss = 0;  // of the positives, each before its update
  double held_out_error = 0;
  std::uint64_t updates = 0;  // points
  double seconds = 0;
};
using PassObserver = std::function<void(const PassReport&)>;

// Points in memory, in an order drawn anew for each pass. `held_out` may be empty. `weights` grow to the
// features of both.
std::vector<PassReport> train_in_memory(const DataPoints& points, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer = {});

// Points from a file that is read anew for each pass; the order is drawn inside runs of `block` points.
// Memory is that of one run and the weights. Throws DataError for bad lines.
struct StreamOptions {
  std::string path;
  std::size_t block = 100'000;
};
std::vector<PassReport> train_streaming(const StreamOptions& stream, const DataPoints& held_out,
                                        const OnlineOptions& options, BlockWeights& weights,
                                        const PassObserver& observer = {});

// The convergence theorem of spec 04 section 6 on one pass of maximum-entropy steps from `start` with a
// constant rate: the mean loss on the way is at most that of any fixed weights (here: those at the end) plus
// two penalties.
struct BoundReport {
  double mean_loss = 0;         // left side
  double comparator_loss = 0;   // mean loss of the final weights
  double distance_penalty = 0;  // |w - w0|^2 / (2 rate m)
  double gradient_penalty = 0;  // rate / (2 m) * sum of squared lengths of the gradients
  std::uint64_t steps = 0;      // m
  double bound() const { return comparator_loss + distance_penalty + gradient_penalty; }
  bool holds() const { return mean_loss <= bound() * (1 + 1e-12) + 1e-12; }
};
BoundReport check_bound(const DataPoints& points, const OnlineOptions& options, const BlockWeights& start);

}  // namespace calque::block
