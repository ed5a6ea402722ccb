#include "reorder/methods/dual.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/enum_names.h"

namespace calque::reorder {
namespace {

learn::Weights reported(learn::DualResult result, TrainingReport& report) {
  report.iterations = result.iterations;
  report.active_fraction = std::move(result.active_fraction);
  report.bytes_in_use = std::move(result.bytes_in_use);
  report.failed_visits = result.failed;
  report.unsettled = std::move(result.unsettled);
  return std::move(result.weights);
}

}  // namespace

void DualMethod::visit_own_options(const OptionVisitor& visit) {
  visit("variance", &variance, "variance of the prior");
  visit("shrink", &shrink, "level at which a sample is settled");
  visit("recheck", &recheck, "look at settled samples again, and go on with those that are no longer");
  visit("dual-step", &step, "newton, or gradient (as published: one step of the same width for all classes)");
}

void DualMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  LinearMethod::resolve(name, classes);
  parse_enum<learn::DualStep>(step, "use --dual-step newton or gradient");
}

learn::DualOptions DualMethod::options(const LinearRun& run) const {
  auto dual = parse_enum<learn::DualStep>(step) == learn::DualStep::kGradient
                  ? learn::DualOptions::published()
                  : learn::DualOptions{};
  dual.variance = variance;
  dual.shrink = shrink;
  dual.iterations = passes(run);
  dual.recheck = recheck;
  dual.seed = run.seed;
  dual.after_pass = run.after_pass;
  return dual;
}

learn::Weights DualMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  return reported(learn::train_by_dual(problem, options(run)), run.report);
}

learn::Weights DualMethod::train_released(PreparedRows::Released rows, const LinearRun& run) const {
  return reported(learn::train_by_dual(std::move(rows.rows), std::move(rows.labels), rows.classes,
                                       rows.features, options(run)),
                  run.report);
}

learn::Weights OrdinalMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  learn::Weights weights(problem.features, problem.classes);
  std::vector<std::uint8_t> beyond(problem.labels.size());
  learn::DualOptions dual = options(run);
  dual.after_pass = {};  // no pass is one of the whole model
  for (std::size_t k = 0; k + 1 < problem.classes; ++k) {
    for (std::size_t i = 0; i < beyond.size(); ++i) beyond[i] = problem.labels[i] > k ? 1 : 0;
    const auto result = learn::train_by_dual({problem.rows, beyond, 2, problem.features}, dual);
    run.report.iterations = std::max(run.report.iterations, result.iterations);
    for (std::size_t f = 0; f < problem.features; ++f)
      weights.at(f, k) = result.weights.at(f, 1) - result.weights.at(f, 0);
  }
  return weights;
}

}  // namespace calque::reorder
