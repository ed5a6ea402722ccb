// Ridge regression by Cholesky's factor of the Gram matrix: one factorisation, then triangular solves.
//
// The factor is kept in single precision, in square tiles of the lower triangle alone (12,000 sentences: 300
// MB), and every answer is refined in double precision by conjugate gradients against the sparse features,
// for which the factor is a nearly exact preconditioner. The factorisation works on the tiles in parallel;
// each tile's arithmetic is in a fixed order, so that the bytes do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "kernel/conjugate_gradients.h"
#include "kernel/spectrum_index.h"

namespace calque::kernel {

inline constexpr std::size_t kTile = 256;

// How many numbers the tiles of a matrix of this size have.
std::size_t tile_values(std::size_t size);

struct CholeskyFactor {
  std::vector<float> tiles;  // tile (i, j), j <= i, is number i (i + 1) / 2 + j; columns after one another
  double ridge = 0;          // what was added to the diagonal, times shares
  std::size_t attempts = 1;
};

// Factorises K + ridge. If it is not positive definite in this precision, or so little that a pivot is
// nothing but rounding and the factor would not help, the ridge becomes 1e-8 of the mean diagonal and grows
// tenfold until it is (theory/kernel-regression.md#least-squares). Throws UsageError if the tiles do not fit
// into `memory` bytes, NumericError if no ridge helps.
CholeskyFactor factorise(const SpectrumIndex& index, Ridge ridge, std::uint64_t memory, ThreadPool& threads);

class CholeskyRegression final : public Regression {
 public:
  // Index and tiles must outlive it. Requires: tiles.size() == tile_values(sentence_count()).
  CholeskyRegression(const SpectrumIndex& source, std::span<const float> tiles, const Ridge& ridge,
                     const IterationOptions& options = {});
  DualWeights weights(const SourcePrefixes& input) const override;

 private:
  void substitute(Panel& panel) const;

  const SpectrumIndex* source_;
  std::span<const float> tiles_;
  GramProduct gram_;
  IterationOptions options_;
};

}  // namespace calque::kernel
