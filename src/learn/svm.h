// Support vector machines for several classes, by dual coordinate descent
// (theory/reordering.md#support-vector-machines): one against the rest for each class, or all classes jointly
// with a margin that may depend on the pair of classes.
//
// No bias. Pure functions: the same weights for the same options. Throws UsageError for bad options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "learn/class_distances.h"
#include "learn/logistic.h"
#include "learn/rows.h"
#include "learn/weights.h"

namespace calque::learn {

struct SvmOptions {
  double cost = 1.0;             // C: what a violated margin costs beside the size of the weights
  std::size_t iterations = 200;  // passes, at most
  double tolerance = 0.01;       // ends when no example's optimality is violated by more
  std::uint64_t seed = 1;
  AfterPass after_pass{};  // may be empty
};

struct SvmResult {
  Weights weights;
  // The problem's value from both sides; equal at the optimum. One against the rest: one for each class.
  std::vector<double> primal;
  std::vector<double> dual;
  std::size_t iterations = 0;  // of the slowest class
};

SvmResult train_one_vs_rest(const Problem& problem, const SvmOptions& options, ThreadPool& threads);

// min 1/2 sum |w_k|^2 + C sum_n max(0, max_k distance(label, k) + w_k x - w_label x). With all distances 1
// this is the multi-class SVM; with others the regularised form of theory/reordering.md#max-margin-structure.
SvmResult train_joint(const Problem& problem, const ClassDistances& distances, const SvmOptions& options);

}  // namespace calque::learn
