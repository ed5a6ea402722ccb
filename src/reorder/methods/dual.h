// Maximum entropy from the dual side, where settled samples are left out; and logistic regression for classes
// in order, which is several such problems.
#pragma once

#include <string>

#include "learn/dual_logistic.h"
#include "reorder/method.h"

namespace calque::reorder {

class DualMethod : public LinearMethod {
 public:
  double variance = 4.0;  // of the prior
  double shrink = 0.1;    // level at which a sample is settled
  bool recheck = false;   // look at settled samples again at the end
  std::string step = "newton";

  DualMethod() : LinearMethod(100) {}

  void resolve(const std::string& name, const ReorderingClasses& classes) override;
  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;
  // Gives back the memory of rows that are no longer needed.
  learn::Weights train_released(PreparedRows::Released rows, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;
  learn::DualOptions options(const LinearRun& run) const;
};

// One model of "beyond class k" for each k but the last, against all others.
class OrdinalMethod final : public DualMethod {
 public:
  static constexpr bool kNeedsOrder = true;

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;
  learn::Weights train_released(PreparedRows::Released rows, const LinearRun& run) const override {
    return LinearMethod::train_released(std::move(rows), run);
  }
  Link link() const override { return Link::kOrdinal; }
};

}  // namespace calque::reorder
