#include "reorder/methods/centroid.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::reorder {

void CentroidMethod::visit_own_options(const OptionVisitor& visit) {
  visit("sharpness", &sharpness, "what cosines are multiplied with before they become probabilities");
}

void CentroidMethod::resolve(const std::string& name, const ReorderingClasses& classes) {
  LinearMethod::resolve(name, classes);
  if (!(sharpness > 0.0) || !std::isfinite(sharpness)) {
    throw UsageError({}, fmt::format("a sharpness of {} makes no probabilities", sharpness),
                     "use a positive number, such as --sharpness 10");
  }
}

// The mean of a class and the sum of its rows have the same direction, and rows have length 1.
learn::Weights CentroidMethod::train(const learn::Problem& problem, const LinearRun& run) const {
  learn::Weights weights(problem.features, problem.classes);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const learn::RowView row = problem.rows.row(i);
    for (std::size_t e = 0; e < row.size(); ++e)
      weights.at(row.features[e], problem.labels[i]) += static_cast<double>(row.values[e]);
  }
  std::vector<double> squares(problem.classes, 0.0);
  for (std::size_t f = 0; f < problem.features; ++f) {
    for (std::size_t k = 0; k < problem.classes; ++k) squares[k] += weights.at(f, k) * weights.at(f, k);
  }
  for (std::size_t f = 0; f < problem.features; ++f) {
    for (std::size_t k = 0; k < problem.classes; ++k) {
      if (squares[k] > 0.0) weights.at(f, k) *= sharpness / std::sqrt(squares[k]);
    }
  }
  run.report.iterations = 1;
  return weights;
}

}  // namespace calque::reorder
