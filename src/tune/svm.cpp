#include "tune/svm.h"

#include <cmath>

#include "base/error.h"

namespace calque::tune {

void SvmOptions::validate() const {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  if (!positive(lambda) || !(loss_scale == 0.0 || positive(loss_scale)) || !positive(epsilon)) {
    throw UsageError({}, "the regularisation or the scale of the losses is not a positive number",
                     "choose --lambda and --loss-scale above 0");
  }
}

std::vector<double> features_of(const CandidateLists& lists, std::size_t sentence, std::size_t candidate) {
  std::vector<double> features(lists.feature_count());
  for (std::size_t k = 0; k < features.size(); ++k)
    features[k] = lists.column(sentence, k)[candidate - lists.first(sentence)];
  return features;
}

}  // namespace calque::tune
