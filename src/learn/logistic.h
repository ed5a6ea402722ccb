// Multinomial logistic regression (maximum entropy) with a Gaussian prior, from the primal side: the
// objective, and three ways to its minimum (theory/reordering.md#maximum-entropy,
// theory/dual-logistic-regression.md#primal-problem). dual_logistic.h is the fourth.
//
// Pure functions: the same weights for the same options, whatever the number of threads. Throws UsageError
// for options that make no sense.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/thread_pool.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

// Called after each pass over the data with the weights reached; false ends the training.
using AfterPass = std::function<bool(std::size_t pass, const Weights& weights)>;

// P(w) = sum |w_k|^2 / (2 variance) - sum log p(label | row), without the prior if `variance` is 0.
double logistic_loss(const Weights& weights, const Problem& problem, double variance, ThreadPool& threads);

struct LogisticResult {
  Weights weights;
  double loss = 0.0;           // P(w) at the end
  std::size_t iterations = 0;  // passes over the data
  std::vector<double> losses;  // before each iteration, where the method computes it anyway
};

struct LogisticOptions {
  double variance = 4.0;         // of the prior; larger fits the data more closely
  std::size_t iterations = 200;  // at most
  double tolerance = 1e-7;       // ends when the loss falls by less than this part of itself
  AfterPass after_pass{};        // may be empty
};

// Quasi-Newton steps on P(w).
LogisticResult train_by_lbfgs(const Problem& problem, const LogisticOptions& options, ThreadPool& threads);

// Generalised iterative scaling. `variance` 0: no prior; weights of a feature and a class that never meet
// then stay 0. Requires: values are not negative.
LogisticResult train_by_gis(const Problem& problem, const LogisticOptions& options, ThreadPool& threads);

struct SgdOptions {
  double variance = 4.0;
  std::size_t passes = 100;
  // First step width; 0: the best of a few on a hundredth of the data.
  double first_step = 0.0;
  std::uint64_t seed = 1;
  AfterPass after_pass{};  // may be empty
};

// One example at a time in random order, steps falling as Bottou has them.
LogisticResult train_by_sgd(const Problem& problem, const SgdOptions& options);

}  // namespace calque::learn
