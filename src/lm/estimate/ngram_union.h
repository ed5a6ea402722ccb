// The n-grams of several models put together: one vocabulary, one set of levels, and where each n-gram stands
// in each model. Internal to interpolation.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lm/files/ngram_data.h"

namespace calque::lm {

struct NgramUnion {
  NgramModelData data;  // first_word, suffix and context; probabilities are not filled
  // number[k][n - 1][i]: the n-gram's number in model k, or kNoNgram.
  std::vector<std::vector<std::vector<std::uint32_t>>> number;
};

// Requires: at least one model. The order is the highest of theirs.
NgramUnion unite(std::span<const NgramModelData> models);

}  // namespace calque::lm
