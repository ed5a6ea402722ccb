// Stochastic gradient descent on the primal problem (theory/dual-logistic-regression.md#primal-problem).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "learn/logistic.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

constexpr double kSmallestScale = 1e-9;
constexpr double kStepsTried[] = {0.1, 0.3, 1.0, 3.0, 10.0};
constexpr std::size_t kMinSample = 1000;

// w = scale * v: the decay of all weights by the prior is one multiplication.
class Descent {
 public:
  // `examples` is the N of the prior's share in each step.
  Descent(const Problem& problem, double variance, double first_step)
      : problem_(problem),
        decay_(1.0 / (variance * static_cast<double>(std::max<std::size_t>(1, problem.size())))),
        first_step_(first_step),
        weights_(problem.features, problem.classes),
        scores_(weights_.stride()) {}

  void pass(std::span<const std::uint32_t> order) {
    detail::with_stride(weights_.stride(), [&](auto stride) {
      for (std::size_t at = 0; at < order.size(); ++at) {
        if (at + 1 < order.size()) detail::prefetch(problem_.rows, order[at + 1]);
        visit(stride, order[at]);
      }
    });
  }

  // The weights as they are: the scale goes into them.
  const Weights& weights() {
    for (double& value : weights_.values()) value *= scale_;
    scale_ = 1.0;
    return weights_;
  }

 private:
  template <typename S>
  void visit(S stride, std::size_t i) {
    const double step = first_step_ / (1.0 + static_cast<double>(steps_++) * first_step_ * decay_);
    const RowView row = problem_.rows.row(i);
    const std::span<double> used(scores_.data(), problem_.classes);
    std::fill(scores_.begin(), scores_.end(), 0.0);
    detail::add_scores(stride, weights_.data(), row, scores_.data());
    for (double& score : used) score *= scale_;
    to_probabilities(used);
    scale_ *= std::max(0.0, 1.0 - step * decay_);
    if (scale_ < kSmallestScale) weights();
    used[problem_.labels[i]] -= 1.0;
    for (double& score : used) score *= -step / scale_;
    detail::add_row(stride, weights_.data(), row, scores_.data());
  }

  Problem problem_;
  double decay_;
  double first_step_;
  Weights weights_;
  std::vector<double> scores_;
  double scale_ = 1.0;
  std::uint64_t steps_ = 0;
};

std::vector<std::uint32_t> shuffled(std::size_t count, Rng& rng) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  rng.shuffle(std::span(order));
  return order;
}

// The step with the least loss after one pass over a sample.
double chosen_step(const Problem& problem, double variance, std::uint64_t seed) {
  Rng rng = Rng::for_block(seed, 1);
  auto sample = shuffled(problem.size(), rng);
  sample.resize(std::min(sample.size(), std::max(kMinSample, sample.size() / 100)));
  double best_loss = 0.0;
  double best = kStepsTried[0];
  std::vector<double> scores(problem.classes);
  for (const double step : kStepsTried) {
    Descent descent(problem, variance, step);
    descent.pass(sample);
    const Weights& weights = descent.weights();
    double loss = squared_norm(weights) / (2.0 * variance) * static_cast<double>(sample.size()) /
                  static_cast<double>(std::max<std::size_t>(1, problem.size()));
    for (const std::uint32_t i : sample) {
      scores_of(weights, problem.rows.row(i), scores);
      loss += log_sum_exp(scores) - scores[problem.labels[i]];
    }
    if (step == kStepsTried[0] || loss < best_loss) {
      best_loss = loss;
      best = step;
    }
  }
  return best;
}

}  // namespace

LogisticResult train_by_sgd(const Problem& problem, const SgdOptions& options) {
  check(problem);
  if (!(options.variance > 0.0) || !(options.first_step >= 0.0)) {
    throw UsageError({}, "variance and step width must be positive", "leave them at their defaults");
  }
  const double step =
      options.first_step > 0.0 ? options.first_step : chosen_step(problem, options.variance, options.seed);
  Descent descent(problem, options.variance, step);
  Rng rng = Rng::for_block(options.seed, 0);
  LogisticResult result;
  std::vector<std::uint32_t> order = shuffled(problem.size(), rng);
  bool go_on = true;
  while (go_on && result.iterations < options.passes) {
    rng.shuffle(std::span(order));
    descent.pass(order);
    ++result.iterations;
    if (options.after_pass) go_on = options.after_pass(result.iterations, descent.weights());
  }
  result.weights = descent.weights();
  ThreadPool one(1);
  result.loss = logistic_loss(result.weights, problem, options.variance, one);
  if (!std::isfinite(result.loss)) {
    throw NumericError("gradient descent left the finite numbers", "use a smaller first step");
  }
  return result;
}

}  // namespace calque::learn
