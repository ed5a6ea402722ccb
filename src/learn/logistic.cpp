#include "learn/logistic.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/error.h"
#include "learn/lbfgs.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

// A gradient is as large as the weights, so there are few of them at a time: as many as blocks. The number of
// blocks must not depend on the number of threads.
constexpr std::size_t kGradientBlocks = 4;
constexpr std::size_t kRowsPerBlock = 4096;

void check_variance(double variance) {
  if (variance > 0.0 && std::isfinite(variance)) return;
  throw UsageError({}, "the variance of the prior must be a positive number", "1 to 10 is usual");
}

// Sum of -log p and, into `gradient`, its slope, over rows [begin, end).
double part_of_loss(const Problem& problem, std::span<const double> weights, std::size_t begin,
                    std::size_t end, std::span<double> gradient) {
  const std::size_t classes = problem.classes;
  const std::size_t stride_value = (classes + 3) / 4 * 4;
  return detail::with_stride(stride_value, [&](auto stride) {
    std::vector<double> scores(stride());
    const std::span<double> used(scores.data(), classes);
    double loss = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      const RowView row = problem.rows.row(i);
      std::fill(scores.begin(), scores.end(), 0.0);
      detail::add_scores(stride, weights.data(), row, scores.data());
      const double own = scores[problem.labels[i]];
      const double total = log_sum_exp(used);
      loss += total - own;
      if (gradient.empty()) continue;
      for (double& score : used) score = std::exp(score - total);
      scores[problem.labels[i]] -= 1.0;
      detail::add_row(stride, gradient.data(), row, scores.data());
    }
    return loss;
  });
}

double half_prior(std::span<const double> weights, double variance) {
  if (variance <= 0.0) return 0.0;
  return std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0) / (2.0 * variance);
}

// P(w) and its gradient.
double loss_and_gradient(const Problem& problem, std::span<const double> weights, double variance,
                         std::span<double> gradient, ThreadPool& threads) {
  const std::size_t block =
      std::max<std::size_t>(1, (problem.size() + kGradientBlocks - 1) / kGradientBlocks);
  struct Part {
    double loss = 0.0;
    std::vector<double> gradient;
  };
  const auto parts = threads.map_blocks<Part>(problem.size(), block, [&](const Block& rows) {
    Part part;
    part.gradient.assign(weights.size(), 0.0);
    part.loss = part_of_loss(problem, weights, rows.begin, rows.end, part.gradient);
    return part;
  });
  double loss = half_prior(weights, variance);
  for (std::size_t j = 0; j < weights.size(); ++j) gradient[j] = weights[j] / variance;
  for (const Part& part : parts) {
    loss += part.loss;
    for (std::size_t j = 0; j < weights.size(); ++j) gradient[j] += part.gradient[j];
  }
  return loss;
}

}  // namespace

double logistic_loss(const Weights& weights, const Problem& problem, double variance, ThreadPool& threads) {
  const auto parts = threads.map_blocks<double>(problem.size(), kRowsPerBlock, [&](const Block& rows) {
    return part_of_loss(problem, weights.values(), rows.begin, rows.end, {});
  });
  return std::accumulate(parts.begin(), parts.end(), half_prior(weights.values(), variance));
}

LogisticResult train_by_lbfgs(const Problem& problem, const LogisticOptions& options, ThreadPool& threads) {
  check(problem);
  check_variance(options.variance);
  LogisticResult result;
  result.weights = Weights(problem.features, problem.classes);
  LbfgsOptions search{.iterations = options.iterations, .min_decrease = options.tolerance};
  if (options.after_pass) {
    search.after_iteration = [&](std::size_t pass, std::span<const double> point) {
      std::copy(point.begin(), point.end(), result.weights.values().begin());
      return options.after_pass(pass, result.weights);
    };
  }
  const auto end = minimise(
      [&](std::span<const double> point, std::span<double> gradient) {
        return loss_and_gradient(problem, point, options.variance, gradient, threads);
      },
      std::vector<double>(result.weights.values().size(), 0.0), search);
  std::copy(end.point.begin(), end.point.end(), result.weights.values().begin());
  result.loss = end.value;
  result.iterations = end.iterations;
  return result;
}

}  // namespace calque::learn
