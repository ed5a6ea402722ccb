// Minimum Bayes risk: of many translations, the one that is most like all the others, weighed by how probable
// the model holds them.
#pragma once

#include <cstddef>
#include <span>

#include "decode/translation.h"

namespace calque::decode {

// Index of the translation with the largest expected gain; the gain is the geometric mean of the precisions
// of n-grams of up to four words, each with one added to both counts from length two on, times BLEU's brevity
// penalty. Probabilities are proportional to exp(scale * score). Among equals the first. Requires: not empty.
std::size_t consensus(std::span<const Translation> translations, double scale = 1.0);

}  // namespace calque::decode
