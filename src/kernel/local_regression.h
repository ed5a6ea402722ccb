// Ridge regression on the training sentences that are most like the input alone (spec 06 section 7): a small
// system for each input, whatever the size of the corpus.
//
// Immutable and safe from many threads; the index must outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/dual_weights.h"

namespace calque::kernel {

// Which sentences an input is regressed on.
enum class NeighbourChoice {
  kNearest,  // those with the largest kernel
  kRare,     // the same among those that share its rarer n-grams: never walks the longest postings
};

struct LocalOptions {
  std::size_t neighbours = 500;
  NeighbourChoice choice = NeighbourChoice::kRare;
  double ridge = 0;
};

class LocalRegression final : public Regression {
 public:
  // Throws UsageError for no neighbours.
  LocalRegression(const SpectrumIndex& source, const LocalOptions& options);
  DualWeights weights(const SourcePrefixes& input) const override;

  // The sentences chosen, rising: all if that many are asked for, otherwise none that shares no n-gram.
  std::vector<std::uint32_t> neighbours(const SourcePrefixes& input) const;

 private:
  const SpectrumIndex* source_;
  LocalOptions options_;
};

}  // namespace calque::kernel
