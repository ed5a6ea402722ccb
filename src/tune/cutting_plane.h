// Cutting planes: the reference solvers of the structural SVM (theory/tuning.md#cutting-planes, Algorithms 1
// and 2). Exact for losses that are sums over sentences; the line searches are checked against them. For the
// loss of a whole corpus nobody knows the most violated configuration: the result is the optimum of those
// looked at.
#pragma once

#include "tune/svm.h"

namespace calque::tune {

struct CuttingPlaneOptions {
  double tolerance = 1e-6;        // of violations and of the gap, relative to the objective
  std::size_t iterations = 2000;  // at most; each adds constraints
};

struct CuttingPlaneResult {
  Point point;
  double primal = 0.0;  // the objective at the point
  double dual = 0.0;    // never above the optimum
  std::size_t constraints = 0;
  std::size_t rounds = 0;
};

// Working sets per sentence (Algorithm 1).
CuttingPlaneResult solve_s_slack(const SSlackObjective& objective, const CuttingPlaneOptions& options);
// One working set of joint constraints made of each sentence's most violated candidate, with the mean of the
// sentence losses as loss (Algorithm 2): the same optimum.
CuttingPlaneResult solve_one_slack(const SSlackObjective& objective, const CuttingPlaneOptions& options);
// The same with the loss of the corpus (Algorithm 2 for the 1-slack objective). Each new constraint is the
// objective's most_violated(); the primal counts all constraints met. Requires: no fixed norm.
CuttingPlaneResult solve_corpus(const OneSlackObjective& objective, const CuttingPlaneOptions& options);

}  // namespace calque::tune
