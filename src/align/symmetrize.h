// Two directed alignments of one sentence pair into one.
//
// Pure function, safe from any thread. Time grows with the number of links, not with the area of the sentence
// pair.
#pragma once

#include <span>

#include "align/options.h"
#include "text/alignment.h"

namespace calque::align {

// Definitions (Koehn, Och and Marcu; Moses):
//   grow       start from the intersection; sweep over its points (target position, then source position,
//   ascending;
//              a point added ahead of the sweep is met by the same sweep) and add those of their four
//              neighbours that are in the union and of which the source or the target word has no link yet;
//              sweep until none is added
//   grow-diag  the same with the four diagonal neighbours
//   final      then go through the source-to-target and after it the target-to-source links, in the same
//   order, adding a
//              link if its source or its target word has no link yet
//   final-and  adding it only if neither has
// Inputs are sorted and without repeats; so is the result.
text::Alignment symmetrize(std::span<const text::Link> source_to_target,
                           std::span<const text::Link> target_to_source, Symmetrization method);

}  // namespace calque::align
