#include "tune/svm.h"

#include <cmath>
#include <numeric>

#include "base/error.h"

namespace calque::tune {

void SvmOptions::validate() const {
  const auto positive = [](double value) { return std::isfinite(value) && value > 0.0; };
  if (!(std::isfinite(reach) && reach >= 0.0))
    throw UsageError({}, "the reach of oracles is below 0", "choose --reach 0 or above");
  if (!positive(lambda) || !(loss_scale == 0.0 || positive(loss_scale)) || !positive(epsilon)) {
    throw UsageError({}, "the regularisation or the scale of the losses is not a positive number",
                     "choose --lambda and --loss-scale above 0");
  }
}

void SvmOptions::validate_one_slack() const {
  if (line == SvmLine::kSequential || line == SvmLine::kSentencePlanes) {
    throw UsageError({}, "1-slack has no search sentence by sentence",
                     "choose --svm-line exact, breakpoints or cutting-plane");
  }
  if (line == SvmLine::kCuttingPlane && fix_norm)
    throw UsageError({}, "cutting planes cannot keep the length of the weights",
                     "leave --fix-norm or choose --svm-line exact");
  if (margin == Margin::kOne)
    throw UsageError({}, "1-slack has no margin of one: its optimum would be that of s-slack",
                     "use --method s-slack --margin one");
}

Point scaled_to(std::span<const double> point, double length) {
  const double own = std::sqrt(std::inner_product(point.begin(), point.end(), point.begin(), 0.0));
  Point scaled(point.begin(), point.end());
  if (own == 0.0) return scaled;
  for (double& value : scaled) value *= length / own;
  return scaled;
}

std::vector<double> features_of(const CandidateLists& lists, std::size_t sentence, std::size_t candidate) {
  std::vector<double> features(lists.feature_count());
  for (std::size_t k = 0; k < features.size(); ++k)
    features[k] = lists.column(sentence, k)[candidate - lists.first(sentence)];
  return features;
}

}  // namespace calque::tune
