// Max-margin structure learning: a confusion costs the more, the further apart the two classes are. By
// perceptron-like steps, as a saddle point, or with a prior from the dual side.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "learn/class_distances.h"
#include "learn/perceptron.h"
#include "reorder/method.h"

namespace calque::reorder {

class StructuredMethod : public LinearMethod {
 public:
  std::optional<learn::ClassDistances> distances;  // nothing: ReorderingClasses::default_distances

  void resolve(const std::string& name, const ReorderingClasses& classes) override;
  std::shared_ptr<const LinearMethod> settled(const TrainingSet& set, const LinearRun& run) const override;

 protected:
  using LinearMethod::LinearMethod;
  void visit_own_options(const OptionVisitor& visit) override;
  virtual std::shared_ptr<StructuredMethod> copy() const = 0;
  // What else is chosen on the whole training set. Distances are known by then.
  virtual void settle(const TrainingSet&, const LinearRun&) {}

 private:
  learn::ClassDistances learned_distances(const TrainingSet& set, const LinearRun& run) const;

  std::string distances_file_;  // or "learned": from confusions on held-out sentences
};

class PerceptronMethod final : public StructuredMethod {
 public:
  double rate = 0.05;           // width of a step
  bool cross_validate = false;  // choose rounds and rate on held-out samples, once for all sub-models

  explicit PerceptronMethod(learn::VisitOrder order) : StructuredMethod(20, 500), order_(order) {}

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;
  std::shared_ptr<StructuredMethod> copy() const override;
  void settle(const TrainingSet& set, const LinearRun& run) override;

 private:
  learn::PerceptronOptions steps(const LinearRun& run) const;

  learn::VisitOrder order_;
};

class ExtragradientMethod final : public StructuredMethod {
 public:
  double bound = 30.0;  // most that the weights of a class measure

  ExtragradientMethod() : StructuredMethod(100, 200) {}

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;
  std::shared_ptr<StructuredMethod> copy() const override;
};

class RegularisedMethod final : public StructuredMethod {
 public:
  double cost = 0.5;  // of a violated margin

  RegularisedMethod() : StructuredMethod(50) {}

  learn::Weights train(const learn::Problem& problem, const LinearRun& run) const override;

 protected:
  void visit_own_options(const OptionVisitor& visit) override;
  std::shared_ptr<StructuredMethod> copy() const override;
};

}  // namespace calque::reorder
