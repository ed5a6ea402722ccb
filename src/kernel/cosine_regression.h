// Least squares between feature vectors of length 1, so that long sentences count no more than short ones:
// kernels become cosines (theory/kernel-regression.md#numerical-care).
//
// With D the diagonal of K, the cosines are D^-1/2 K D^-1/2, and (D^-1/2 K D^-1/2 + ridge I) beta = D^-1/2 k
// / |x| is (K + ridge D) gamma = k / |x| with beta = D^1/2 gamma. So the solvers stay as they are, their
// ridge gets shares, and the answer is scaled. Immutable and safe from many threads.
#pragma once

#include <memory>
#include <vector>

#include "kernel/dual_weights.h"
#include "kernel/ridge.h"

namespace calque::kernel {

// The ridge that a solver gets. For cosines a sentence's share is its kernel with itself; sentences without
// features get a share of 1, as any would do.
Ridge solver_ridge(const SpectrumIndex& source, bool cosine, double amount);

class CosineRegression final : public Regression {
 public:
  // `solver` solves with solver_ridge() for cosines.
  CosineRegression(const SpectrumIndex& source, const SpectrumIndex& target,
                   std::unique_ptr<const Regression> solver);
  // Weights of the translations' features as they are, lengths folded in.
  DualWeights weights(const SourcePrefixes& input) const override;

 private:
  std::unique_ptr<const Regression> solver_;
  std::vector<double> factors_;  // by sentence: length of the source over length of the target
};

}  // namespace calque::kernel
