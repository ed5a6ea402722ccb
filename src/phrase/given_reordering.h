// Reordering scores that came with the pairs instead of counts of orientations: what a reordering table of
// another toolkit holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "phrase/reordering_type.h"

namespace calque::phrase {

struct GivenReordering {
  ReorderingType type;
  // Distinct rows of type.score_count() natural logarithms, in the order of ReorderingType. Row 0 holds
  // zeros: it belongs to the pairs that nothing was given for, so they have no reordering score.
  std::vector<float> log_probs;
  std::vector<std::uint32_t> row_of_pair;  // by place in ScoredPhrases::pairs

  std::size_t row_count() const { return log_probs.size() / type.score_count(); }
};

}  // namespace calque::phrase
