// Which training sentences an input is regressed on (spec 06 section 7, subset selection).
//
// Functions of values; safe from many threads.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/dual_weights.h"

namespace calque::kernel {

enum class NeighbourChoice {
  kNearest,   // those with the largest kernel
  kRare,      // the same among those that share its rarer n-grams: never walks the longest postings
  kCoverage,  // among the same, one by one, that which has most of what those before it lack
};

// The sentences chosen, rising: all if that many are asked for, otherwise none that shares no n-gram.
std::vector<std::uint32_t> choose_neighbours(const SpectrumIndex& source, const SourcePrefixes& input,
                                             std::size_t count, NeighbourChoice choice);

}  // namespace calque::kernel
