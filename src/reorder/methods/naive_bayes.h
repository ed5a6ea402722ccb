// Naive Bayes over features (theory/bayes.md).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "learn/naive_bayes.h"
#include "reorder/method.h"

namespace calque::reorder {

class NaiveBayesMethod final : public CountingMethod {
 public:
  std::optional<double> dirichlet;  // parameter of the prior; default: 2 for MAP, 1 for Bayesian inference
  BayesSelection selection;         // its least count is that of the features

  explicit NaiveBayesMethod(learn::BayesEstimate estimate) : estimate_(estimate) {}

  void visit_options(const OptionVisitor& visit) override;
  void resolve(const std::string& name, const ReorderingClasses& classes) override;
  std::unique_ptr<const Classifier> train(const FeatureCounts& counts, TrainingReport& report) const override;

 private:
  learn::BayesEstimate estimate_;
  std::string rank_ = "mutual";
};

}  // namespace calque::reorder
