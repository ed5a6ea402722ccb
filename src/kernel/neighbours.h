// Which training sentences an input is regressed on (theory/kernel-regression.md#large-corpora, subset
// selection).
//
// Functions of values; safe from many threads.
#pragma once

#include <cstdint>
#include <vector>

#include "base/enum_names.h"
#include "base/thread_pool.h"
#include "kernel/dual_weights.h"

namespace calque::kernel {

enum class NeighbourChoice {
  kNearest,   // those with the largest kernel
  kRare,      // the same among those that share its rarer n-grams: never walks the longest postings
  kCoverage,  // among the same, one by one, that which has most of what those before it lack
  kPivots,    // the same for every input: those that the incomplete factor of the Gram matrix picks
};
constexpr auto enum_names(NeighbourChoice) {
  using enum NeighbourChoice;
  return EnumNames<NeighbourChoice>(
      "there is no choice of neighbours",
      {{"nearest", kNearest}, {"rare", kRare}, {"coverage", kCoverage}, {"pivots", kPivots}});
}

// The sentences chosen, rising: all if that many are wanted, otherwise none that shares no n-gram.
// Requires: not kPivots, which does not look at the input.
std::vector<std::uint32_t> choose_neighbours(const SpectrumIndex& source, const SourcePrefixes& input,
                                             std::size_t count, NeighbourChoice choice);

// The pivots of the incomplete Cholesky factor (theory/kernel-regression.md#large-corpora), rising; all
// sentences if that many are wanted. Takes 8 `count` bytes for each sentence.
std::vector<std::uint32_t> choose_pivots(const SpectrumIndex& source, std::size_t count, ThreadPool& threads);

}  // namespace calque::kernel
