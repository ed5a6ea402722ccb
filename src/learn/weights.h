// Weights of a linear classifier while it is being learnt, and scores as probabilities.
//
// The weights of one feature for all classes stand together, so that a feature costs one visit to memory
// whatever the number of classes. Plain values; not to be written by several threads at once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "learn/rows.h"

namespace calque::learn {

class Weights {
 public:
  Weights() = default;
  Weights(std::size_t features, std::size_t classes)
      : features_(features), classes_(classes), stride_((classes + 3) / 4 * 4), values_(features * stride_) {}

  std::size_t features() const { return features_; }
  std::size_t classes() const { return classes_; }
  // Distance between the weights of two features: the number of classes, rounded up for the vectoriser. What
  // stands in the gap is 0.
  std::size_t stride() const { return stride_; }

  double& at(std::size_t feature, std::size_t label) { return values_[feature * stride_ + label]; }
  double at(std::size_t feature, std::size_t label) const { return values_[feature * stride_ + label]; }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  std::span<double> values() { return values_; }
  std::span<const double> values() const { return values_; }

 private:
  std::size_t features_ = 0;
  std::size_t classes_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> values_;
};

// The sum over all classes of the squared Euclidean length.
double squared_norm(const Weights& weights);

// scores[k] = weights of class k times the row. Requires: a place for each class.
void scores_of(const Weights& weights, const RowView& row, std::span<double> scores);

// The class with the highest score, the first of equals.
std::size_t best_class(std::span<const double> scores);

// log(sum of exp), without leaving the range of numbers.
double log_sum_exp(std::span<const double> scores);

// exp(score) over the sum of all, in place (theory/reordering.md#from-scores-to-probabilities).
void to_probabilities(std::span<double> scores);

// The fraction of the examples whose best class is another than their label; 0 without examples.
double error_rate(const Weights& weights, const Problem& problem);

}  // namespace calque::learn
