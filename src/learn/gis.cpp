// Generalised iterative scaling (theory/reordering.md#maximum-entropy).
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "learn/logistic.h"
#include "learn/row_kernels.h"

namespace calque::learn {
namespace {

constexpr std::size_t kModelBlocks = 4;

double largest_row_sum(const Problem& problem) {
  double maximum = 0.0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    double sum = 0.0;
    for (const float value : problem.rows.row(i).values) {
      CALQUE_CHECK(value >= 0.0F);
      sum += static_cast<double>(value);
    }
    maximum = std::max(maximum, sum);
  }
  return maximum;
}

Weights observed_sums(const Problem& problem) {
  Weights sums(problem.features, problem.classes);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const RowView row = problem.rows.row(i);
    for (std::size_t e = 0; e < row.size(); ++e)
      sums.at(row.features[e], problem.labels[i]) += static_cast<double>(row.values[e]);
  }
  return sums;
}

struct Expectation {
  double loss = 0.0;  // without the prior
  Weights sums;
};

Expectation expectation(const Problem& problem, const Weights& weights, ThreadPool& threads) {
  const std::size_t block = std::max<std::size_t>(1, (problem.size() + kModelBlocks - 1) / kModelBlocks);
  auto parts = threads.map_blocks<Expectation>(problem.size(), block, [&](const Block& rows) {
    Expectation part{0.0, Weights(problem.features, problem.classes)};
    std::vector<double> scores(weights.stride());
    const std::span<double> used(scores.data(), problem.classes);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const RowView row = problem.rows.row(i);
      scores_of(weights, row, used);
      const double total = log_sum_exp(used);
      part.loss += total - scores[problem.labels[i]];
      for (double& score : used) score = std::exp(score - total);
      detail::with_stride(weights.stride(), [&](auto stride) {
        detail::add_row(stride, part.sums.data(), row, scores.data());
      });
    }
    return part;
  });
  Expectation all{0.0, Weights(problem.features, problem.classes)};
  for (const Expectation& part : parts) {
    all.loss += part.loss;
    for (std::size_t j = 0; j < all.sums.values().size(); ++j) all.sums.values()[j] += part.sums.values()[j];
  }
  return all;
}

struct Sums {
  double observed;
  double expected;
};

// The change d of a weight w that solves observed = expected * exp(rate * d) + (w + d) / variance. The right
// side rises and is convex in d, so that Newton's steps, once above the solution, only fall towards it.
double change_with_prior(const Sums& sums, double weight, double rate, double variance) {
  double change = 0.0;
  for (int step = 0; step < 100; ++step) {
    const double grown = sums.expected * std::exp(rate * change);
    const double value = grown + (weight + change) / variance - sums.observed;
    const double next = change - value / (rate * grown + 1.0 / variance);
    // A first step far to the right would overflow the exponential.
    const double bounded = std::clamp(next, change - 50.0 / rate, change + 50.0 / rate);
    if (std::abs(bounded - change) <= 1e-14 * (1.0 + std::abs(change))) return bounded;
    change = bounded;
  }
  return change;
}

}  // namespace

LogisticResult train_by_gis(const Problem& problem, const LogisticOptions& options, ThreadPool& threads) {
  check(problem);
  if (!(options.variance >= 0.0) || !std::isfinite(options.variance)) {
    throw UsageError({}, "the variance of the prior must be 0 (none) or positive", "1 to 10 is usual");
  }
  const double rate = largest_row_sum(problem);
  const Weights observed = observed_sums(problem);
  LogisticResult result;
  result.weights = Weights(problem.features, problem.classes);
  const auto prior = [&] {
    return options.variance > 0.0 ? squared_norm(result.weights) / (2.0 * options.variance) : 0.0;
  };
  Expectation model = expectation(problem, result.weights, threads);
  result.loss = model.loss + prior();
  while (rate > 0.0 && result.iterations < options.iterations) {
    result.losses.push_back(result.loss);
    for (std::size_t f = 0; f < problem.features; ++f) {
      for (std::size_t k = 0; k < problem.classes; ++k) {
        const Sums sums{observed.at(f, k), model.sums.at(f, k)};
        double& weight = result.weights.at(f, k);
        if (options.variance > 0.0) {
          weight += change_with_prior(sums, weight, rate, options.variance);
        } else if (sums.observed > 0.0 && sums.expected > 0.0) {
          weight += std::log(sums.observed / sums.expected) / rate;
        }
      }
    }
    ++result.iterations;
    model = expectation(problem, result.weights, threads);
    const double before = result.loss;
    result.loss = model.loss + prior();
    if (!std::isfinite(result.loss)) {
      throw NumericError("iterative scaling left the finite numbers", "use a smaller variance of the prior");
    }
    if (options.after_pass && !options.after_pass(result.iterations, result.weights)) break;
    if (before - result.loss <= options.tolerance * std::abs(before)) break;
  }
  return result;
}

}  // namespace calque::learn
