// Max-margin structure learning with bounded weights: the saddle-point form, solved by the extragradient
// method (theory/reordering.md#bounded-weights).
//
//     min over |w_k| <= bound, max over distributions p_n:  sum_n sum_k p_nk (distance + w_k x_n) - w_label
//     x_n
//
// Pure function: the same weights for any number of threads. Throws UsageError for bad options.
#pragma once

#include <cstddef>
#include <vector>

#include "base/thread_pool.h"
#include "learn/class_distances.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

struct ExtragradientOptions {
  double bound = 2.0;             // most that the weights of one class may measure
  std::size_t iterations = 2000;  // at most
  double tolerance = 1e-4;        // ends when the gap per example is at most this
  AfterPass after_pass{};         // may be empty
};

struct ExtragradientResult {
  Weights weights;
  double primal = 0.0;  // the summed hinge at these weights: an upper bound of the saddle value
  double dual = 0.0;    // a lower bound
  std::size_t iterations = 0;
  std::vector<double> gaps;  // primal - dual, every tenth iteration and at the end
};

ExtragradientResult train_by_extragradient(const Problem& problem, const ClassDistances& distances,
                                           const ExtragradientOptions& options, ThreadPool& threads);

// Moves the point to the nearest one that is not negative and sums to 1. `scratch` has as many places.
void project_to_simplex(std::span<double> point, std::span<double> scratch);

}  // namespace calque::learn
