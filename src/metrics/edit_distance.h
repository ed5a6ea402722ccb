// The minimum number of insertions, deletions and substitutions that turn one sequence of words into another.
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
