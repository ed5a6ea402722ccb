#include "kernel/cosine_regression.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace calque::kernel {

Ridge solver_ridge(const SpectrumIndex& source, bool cosine, double amount) {
  if (!cosine) return amount;
  Ridge ridge(amount, source.self_kernels());
  std::replace(ridge.shares.begin(), ridge.shares.end(), 0.0, 1.0);
  return ridge;
}

CosineRegression::CosineRegression(const SpectrumIndex& source, const SpectrumIndex& target,
                                   std::unique_ptr<const Regression> solver)
    : solver_(std::move(solver)), factors_(source.self_kernels()) {
  const std::vector<double> lengths = target.self_kernels();
  for (std::size_t i = 0; i < factors_.size(); ++i)
    factors_[i] = lengths[i] > 0 ? std::sqrt(factors_[i] / lengths[i]) : 0.0;
}

DualWeights CosineRegression::weights(const SourcePrefixes& input) const {
  DualWeights dual = solver_->weights(input);
  for (std::size_t i = 0; i < dual.sentences.size(); ++i) {
    double* row = dual.weights.row(i);
    for (std::size_t c = 0; c < input.columns(); ++c) {
      const double self = input.self_kernels[c];
      row[c] = self > 0 ? row[c] * factors_[dual.sentences[i]] / std::sqrt(self) : 0.0;
    }
  }
  return dual;
}

}  // namespace calque::kernel
