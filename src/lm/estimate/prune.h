// Entropy pruning: takes out the n-grams whose loss changes the model least (Stolcke 1998, "Entropy-based
// pruning of backoff language models").
//
// Stateless. Works on any normalised back-off model, in memory. Nothing is thrown for a model that cannot be
// pruned further; it stays as it is.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/files/ngram_data.h"

namespace calque::lm {

struct PruneOptions {
  // An n-gram goes if the perplexity of the model, weighed by its own probabilities, rises by less than this
  // fraction when it alone goes. 1e-8 is gentle, 1e-6 strong. 0 keeps all.
  double threshold = 0.0;
};

struct PruneReport {
  std::vector<std::uint64_t> before;  // [n - 1]: n-grams of length n
  std::vector<std::uint64_t> after;
};

// N-grams that longer ones which stay begin or end with stay too, and so do all words. Contexts that lose
// n-grams get new back-offs, so probabilities sum to one afterwards as before; the probabilities listed are
// not changed. Throws UsageError for a threshold that is negative or not a number.
PruneReport prune(NgramModelData& data, const PruneOptions& options);

// New back-offs for contexts of length n, from what is listed after them: (1 - Σ p(w | h)) / (1 - Σ p(w | h
// without its first word)), both sums over the words listed after h. Only where `changed` (one for each
// n-gram of length n) is not 0.
void renormalize(NgramModelData& data, unsigned n, const std::vector<std::uint8_t>& changed);

}  // namespace calque::lm
