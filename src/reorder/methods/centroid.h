// Nearest centroid: the class whose mean row points most in the direction of the sample's row (Rocchio's
// classifier). One pass over the samples, and nothing to optimise.
#pragma once

#include <string>

#include "reorder/method.h"

namespace calque::reorder {

class CentroidMethod final : public LinearMethod {
 public:
  // What cosines are multiplied with before they become probabilities: more makes them surer, and changes no
  // decision.
  double sharpness = 10.0;

  CentroidMethod() : LinearMethod(1) {}

  void resolve(const std::string& name, const ReorderingClasses& classes) override;
  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;
};

}  // namespace calque::reorder
