// How well a beginning of a translation fits a beginning of the input: the arithmetic of least squares and of
// maximum margin on the few sums that it needs (theory/kernel-regression.md#pre-image-search). An empty
// translation scores 0.
//
// Values; safe to share between threads.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernel/dual_weights.h"

namespace calque::kernel {

// Sums over the n-grams of a translation.
struct TranslationSums {
  double self_kernel = 0;  // of the translation with itself
  double mean_kernel = 0;  // mean of its kernels with the training sentences
};

// Centred, normalised similarity of an n-gram vector with all training translations, as sums that do not
// depend on the translation.
struct MarginConstants {
  std::vector<double> weight_sums;  // A: sum of the weights, by column
  std::vector<double> mean_sums;    // sum of weight times mean kernel of the sentence, by column
  double mean_of_means = 0;
};

// Lower is better for both methods, so that one search serves both.
class PrefixScore {
 public:
  // Least squares: kernel(y, y) - 2 k_y . beta.
  PrefixScore() = default;
  // The same for a translation whose vector is brought to length 1
  // (theory/kernel-regression.md#numerical-care).
  static PrefixScore cosine() {
    PrefixScore result;
    result.form_ = Form::kCosine;
    return result;
  }
  // Maximum margin: the similarity with its sign changed.
  explicit PrefixScore(MarginConstants constants) : form_(Form::kMargin), constants_(std::move(constants)) {}
  // The same, times a factor.
  PrefixScore scaled(double factor) const {
    PrefixScore result = *this;
    result.factor_ *= factor;
    return result;
  }

  // `gain` is the sum of the predicted values of the translation's n-grams.
  double cost(std::size_t column, double gain, const TranslationSums& sums) const;

 private:
  enum class Form { kDistance, kCosine, kMargin };

  Form form_ = Form::kDistance;
  double factor_ = 1;
  MarginConstants constants_;
};

}  // namespace calque::kernel
