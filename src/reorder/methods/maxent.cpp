#include "reorder/methods/maxent.h"

#include <utility>

namespace calque::reorder {

MaxentMethod::MaxentMethod(Solver solver)
    : LinearMethod(solver == Solver::kGis     ? 200
                   : solver == Solver::kLbfgs ? 100
                                              : 20,
                   solver == Solver::kGis ? 200 : 100),
      solver_(solver) {}

void MaxentMethod::visit_own_options(const OptionVisitor& visit) {
  visit("variance", &variance, "variance of the prior");
}

learn::Weights MaxentMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  const learn::LogisticOptions options{variance, passes(run), 1e-6, run.after_pass};
  learn::LogisticResult result;
  if (solver_ == Solver::kGis) {
    result = learn::train_by_gis(problem, options, run.threads);
  } else if (solver_ == Solver::kLbfgs) {
    result = learn::train_by_lbfgs(problem, options, run.threads);
  } else {
    result = learn::train_by_sgd(
        problem,
        {.variance = variance, .passes = passes(run), .seed = run.seed, .after_pass = run.after_pass});
  }
  run.report.iterations = result.iterations;
  return std::move(result.weights);
}

}  // namespace calque::reorder
