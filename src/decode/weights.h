// The weights of a log-linear model by feature name, and their text file (docs/formats/weights.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/feature.h"

namespace calque::decode {

struct WeightGroup {
  std::string name;
  std::vector<double> values;

  bool operator==(const WeightGroup&) const = default;
};

// The weight of one indicator of a sparse feature. Indicators without one weigh nothing.
struct SparseWeight {
  std::string feature;
  std::string key;  // the indicator's name
  double value = 0;

  bool operator==(const SparseWeight&) const = default;
};

struct Weights {
  std::vector<WeightGroup> groups;
  std::vector<SparseWeight> sparse{};

  bool operator==(const Weights&) const = default;
};

Weights default_weights(std::span<const FeatureDescription> features);

// Reads lines `Name= v v v` and, for indicators, `Name[indicator]= v`; empty lines and lines beginning with #
// are skipped. The groups come in the features' order. Throws DataError with the line for unknown or repeated
// names, wrong counts and values that are no finite number, and without a line if a feature has no weights.
Weights parse_weights(std::string_view text, const std::string& file,
                      std::span<const FeatureDescription> features);
Weights read_weights(const std::string& path, std::span<const FeatureDescription> features);

// Numbers are written so that reading gives the same values.
std::string format_weights(const Weights& weights);
void write_weights(const Weights& weights, const std::string& path);

// All values in the features' order. Throws UsageError unless the weights are those of these features, all
// finite.
std::vector<double> flatten(const Weights& weights, std::span<const FeatureDescription> features);
// The inverse. Requires: one value per score.
Weights unflatten(std::span<const double> values, std::span<const FeatureDescription> features);

}  // namespace calque::decode
