#include "align/ibm1.h"

#include <cmath>

namespace calque::align {

double ibm1_posteriors(double null_probability, PairMatrix& emissions) {
  const double link_prior = (1.0 - null_probability) / static_cast<double>(emissions.generators());
  double log_likelihood = 0.0;
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    const std::span<double> row = emissions.row(j);
    row[0] *= null_probability;
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

void ibm1_viterbi(double null_probability, const PairMatrix& emissions, std::vector<std::uint32_t>& best) {
  const double link_prior = (1.0 - null_probability) / static_cast<double>(emissions.generators());
  best.assign(emissions.generated(), 0);
  for (std::size_t j = 0; j < emissions.generated(); ++j) {
    const std::span<const double> row = emissions.row(j);
    double best_value = row[0] * null_probability;
    for (std::size_t i = 1; i < row.size(); ++i) {
      if (row[i] * link_prior > best_value) {
        best_value = row[i] * link_prior;
        best[j] = static_cast<std::uint32_t>(i);
      }
    }
  }
}

}  // namespace calque::align
