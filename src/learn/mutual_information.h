// Which features tell something about the class: normalised mutual information
// (theory/bayes.md#feature-selection).
//
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/naive_bayes.h"

namespace calque::learn {

struct Information {
  double mutual = 0.0;      // nats
  double normalised = 0.0;  // over the smaller of the two entropies; 0 if that is 0
  double symmetric = 0.0;   // over the mean of the two entropies; 0 if that is 0
  double of_feature = 0.0;  // entropy of whether it is present
  double of_classes = 0.0;
};

// `present` and `examples` by class: examples that have the feature, and all.
Information information(std::span<const std::uint64_t> present, std::span<const std::uint64_t> examples);

// The normalised information of every feature.
std::vector<double> rank_features(const BayesCounts& counts);

// The features with at least `threshold`, ascending by number.
std::vector<std::uint32_t> select_features(std::span<const double> ranks, double threshold);

// The counts of these features alone, numbered 0, 1, 2, ... in their order.
BayesCounts keep_features(const BayesCounts& counts, std::span<const std::uint32_t> features);

}  // namespace calque::learn
