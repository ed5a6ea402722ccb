// Takes n-grams out of a model in memory and closes the gaps.
#pragma once

#include <cstddef>
#include <functional>

#include "lm/files/ngram_data.h"

namespace calque::lm {

// Keeps the n-grams of length n > 1 for which `is_kept(n, number)` holds; the probabilities and back-offs of
// the others are lost, nothing else changes. Words always stay. Requires: the suffix and the context of each
// n-gram that is kept are kept.
void keep_ngrams(NgramModelData& data, const std::function<bool(unsigned, std::size_t)>& is_kept);

}  // namespace calque::lm
