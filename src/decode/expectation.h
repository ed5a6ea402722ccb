// The feature values that the derivations of a search graph have on average, each derivation weighed by its
// probability: the normalised exponential of its score (theory/block-bigrams.md#sentence-level-normalisation,
// the model that is normalised over whole sentences).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/build_translation.h"
#include "decode/search.h"

namespace calque::decode {

struct Expectation {
  double log_sum = 0;            // logarithm of the sum over all derivations of exp(score)
  std::vector<double> features;  // expected values, in the order of the feature set's scores
};

// Forward and backward over the graph that `search` left in the workspace, which must have kept alternatives.
// `finals` are its complete hypotheses, at least one. Exact for the graph, which holds what pruning left.
Expectation expect_features(const DerivationContext& input, const Search& search,
                            std::span<const std::uint32_t> finals);

}  // namespace calque::decode
