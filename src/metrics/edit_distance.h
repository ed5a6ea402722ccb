// The least number of insertions, deletions and substitutions that make one sequence of words the other.
//
// Pure function. Computed 64 words at a time, so two lines of 100,000 words take a second or two.
#pragma once

#include <cstdint>
#include <span>

#include "text/types.h"

namespace calque::metrics {

std::int64_t word_edit_distance(std::span<const text::WordId> hypothesis,
                                std::span<const text::WordId> reference);

}  // namespace calque::metrics
