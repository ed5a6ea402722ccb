// Margins between classes that are all alike: support vector machines, one against the rest or joint, and
// maximum margin regression.
#pragma once

#include <optional>
#include <string>

#include "learn/class_embedding.h"
#include "reorder/method.h"

namespace calque::reorder {

class SvmMethod final : public LinearMethod {
 public:
  double cost = 0.5;  // of a violated margin

  explicit SvmMethod(bool joint) : LinearMethod(50), joint_(joint) {}

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;

 private:
  bool joint_;
};

class MarginRegressionMethod final : public LinearMethod {
 public:
  double cost = 0.5;
  std::optional<learn::ClassEmbedding> embedding;  // nothing: no class is close to another

  MarginRegressionMethod() : LinearMethod(50) {}

  void resolve(const std::string& name, const ReorderingClasses& classes) override;
  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;

 private:
  std::string embedding_file_;
};

}  // namespace calque::reorder
