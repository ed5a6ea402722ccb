#include "align/ibm1.h"

#include <cmath>

namespace calque::align {

double ibm1_posteriors(const UniformPositions& positions, PairMatrix& emissions) {
  const double link_prior = (1.0 - positions.null_probability) / static_cast<double>(emissions.generators());
  double log_likelihood = 0.0;
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    const std::span<double> row = emissions.row(j);
    row[0] *= positions.null_probability;
    double sum = row[0];
    for (std::size_t i = 1; i < row.size(); ++i) {
      row[i] *= link_prior;
      sum += row[i];
    }
    const double scale = 1.0 / sum;
    for (double& value : row) value *= scale;
    log_likelihood += std::log(sum);
  }
  return log_likelihood;
}

}  // namespace calque::align
