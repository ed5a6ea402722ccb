// Ridge regression without a Gram matrix: preconditioned conjugate gradients over the sparse features, all
// right-hand sides in one walk over the data.
//
// Immutable and safe from many threads.
#pragma once

#include <functional>
#include <memory>

#include "kernel/dual_weights.h"
#include "kernel/gram_product.h"

namespace calque::kernel {

struct IterationOptions {
  double tolerance = 1e-10;  // wanted relative residual
  double tolerable = 1e-8;   // a larger one is an error (theory/kernel-regression.md#numerical-care)
  std::size_t max_iterations = 5000;
};

// Replaces a panel by an approximate solution for it.
using Preconditioner = std::function<void(Panel&)>;

// Solves (K + ridge) x = right for each column. A column of zeros gives zeros. Throws NumericError if a
// residual stays above `tolerable`: the matrix is singular or nearly so.
Panel solve(const GramProduct& gram, const Panel& right, const Preconditioner& preconditioner,
            const IterationOptions& options);

// Preconditioned by the diagonal.
class ConjugateGradientRegression final : public Regression {
 public:
  // The index must outlive it.
  ConjugateGradientRegression(const SpectrumIndex& source, const Ridge& ridge,
                              const IterationOptions& options = {});
  DualWeights weights(const SourcePrefixes& input) const override;

 private:
  const SpectrumIndex* source_;
  GramProduct gram_;
  IterationOptions options_;
};

// The numbers 0 .. count-1.
std::vector<std::uint32_t> all_sentences(std::size_t count);

}  // namespace calque::kernel
