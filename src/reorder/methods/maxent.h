// Maximum entropy with a Gaussian prior, from the primal side: iterative scaling, L-BFGS or stochastic
// gradients.
#pragma once

#include "reorder/method.h"

namespace calque::reorder {

class MaxentMethod final : public LinearMethod {
 public:
  enum class Solver : std::uint8_t { kGis, kLbfgs, kSgd };

  double variance = 4.0;  // of the prior

  explicit MaxentMethod(Solver solver);

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;

 private:
  Solver solver_;
};

}  // namespace calque::reorder
