// Ridge regression on the training sentences that are most like the input alone
// (theory/kernel-regression.md#large-corpora): a small system for each input, whatever the size of the
// corpus.
//
// Immutable and safe from many threads; index and pivots must outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/dual_weights.h"
#include "kernel/neighbours.h"
#include "kernel/ridge.h"

namespace calque::kernel {

struct LocalOptions {
  std::size_t neighbours = 500;
  NeighbourChoice choice = NeighbourChoice::kRare;
  Ridge ridge = 0.0;
  std::span<const std::uint32_t> pivots{};  // kPivots: the sentences, rising
};

class LocalRegression final : public Regression {
 public:
  // Throws UsageError for no neighbours.
  LocalRegression(const SpectrumIndex& source, const LocalOptions& options);
  DualWeights weights(const SourcePrefixes& input) const override;

 private:
  const SpectrumIndex* source_;
  LocalOptions options_;
};

}  // namespace calque::kernel
