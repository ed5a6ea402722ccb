#include "learn/mutual_information.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace calque::learn {
namespace {

// -p log p; 0 for p = 0.
double surprise(double p) {
  return p > 0.0 ? -p * std::log(p) : 0.0;
}

}  // namespace

Information information(std::span<const std::uint64_t> present, std::span<const std::uint64_t> examples) {
  Information result;
  const auto all = static_cast<double>(std::accumulate(examples.begin(), examples.end(), std::uint64_t{0}));
  if (all <= 0.0) return result;
  const auto with = static_cast<double>(std::accumulate(present.begin(), present.end(), std::uint64_t{0}));
  result.of_feature = surprise(with / all) + surprise((all - with) / all);
  double joint = 0.0;
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const auto both = static_cast<double>(present[k]);
    const auto of_class = static_cast<double>(examples[k]);
    result.of_classes += surprise(of_class / all);
    joint += surprise(both / all) + surprise((of_class - both) / all);
  }
  const double minimum = std::min(result.of_feature, result.of_classes);
  result.mutual = std::max(0.0, result.of_feature + result.of_classes - joint);
  // Rounding leaves about 1e-16 for independent features.
  if (result.mutual < 1e-15) result.mutual = 0.0;
  result.normalised = minimum > 0.0 ? std::min(1.0, result.mutual / minimum) : 0.0;
  const double mean = 0.5 * (result.of_feature + result.of_classes);
  result.symmetric = mean > 0.0 ? std::min(1.0, result.mutual / mean) : 0.0;
  return result;
}

std::vector<double> rank_features(const BayesCounts& counts) {
  std::vector<double> ranks(counts.features);
  for (std::size_t f = 0; f < counts.features; ++f) {
    const std::span<const std::uint64_t> present(counts.present.data() + f * counts.classes, counts.classes);
    ranks[f] = information(present, counts.examples).normalised;
  }
  return ranks;
}

std::vector<std::uint32_t> select_features(std::span<const double> ranks, double threshold) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t f = 0; f < ranks.size(); ++f) {
    if (ranks[f] >= threshold) kept.push_back(f);
  }
  return kept;
}

BayesCounts keep_features(const BayesCounts& counts, std::span<const std::uint32_t> features) {
  BayesCounts kept(features.size(), counts.classes);
  kept.examples = counts.examples;
  for (std::size_t f = 0; f < features.size(); ++f) {
    for (std::size_t k = 0; k < counts.classes; ++k) {
      kept.occurrences[f * counts.classes + k] = counts.occurrences[features[f] * counts.classes + k];
      kept.present[f * counts.classes + k] = counts.present[features[f] * counts.classes + k];
    }
  }
  return kept;
}

}  // namespace calque::learn
