#include "kernel/prefix_score.h"

#include <cmath>

namespace calque::kernel {
namespace {

constexpr double kNoSimilarity = 1e-12;

}  // namespace

double PrefixScore::cost(std::size_t column, double gain, const TranslationSums& sums) const {
  if (form_ == Form::kDistance) return factor_ * (sums.self_kernel - 2.0 * gain);
  if (form_ == Form::kCosine)
    return sums.self_kernel <= 0 ? 0.0 : factor_ * (1.0 - 2.0 * gain / std::sqrt(sums.self_kernel));
  const double centred = sums.self_kernel - 2.0 * sums.mean_kernel + constants_.mean_of_means;
  if (sums.self_kernel <= 0 || centred <= kNoSimilarity) return 0;
  const double weights = constants_.weight_sums[column];
  const double product =
      gain - sums.mean_kernel * weights - constants_.mean_sums[column] + constants_.mean_of_means * weights;
  return -factor_ * product / std::sqrt(centred);
}

}  // namespace calque::kernel
