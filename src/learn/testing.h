// Small problems for tests of the learners.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "learn/rows.h"

namespace calque::learn::testing {

// Owns what a Problem views.
struct Examples {
  Rows rows;
  std::vector<std::uint8_t> labels;
  std::size_t classes = 0;
  std::size_t features = 0;

  void add(std::uint8_t label, const std::vector<float>& dense) {
    std::vector<std::uint32_t> places;
    std::vector<float> values;
    for (std::uint32_t f = 0; f < dense.size(); ++f) {
      if (dense[f] == 0.0F) continue;
      places.push_back(f);
      values.push_back(dense[f]);
    }
    rows.add(places, values);
    labels.push_back(label);
    features = std::max(features, dense.size());
  }
  Problem problem() const { return {rows.view(), labels, classes, features}; }
};

// theory/dual-logistic-regression.md#worked-example.
inline Examples logistic_example() {
  Examples examples;
  examples.classes = 3;
  examples.add(0, {1, 1, 0});
  examples.add(0, {1, 0, 0});
  examples.add(1, {0, 1, 1});
  examples.add(2, {0, 0, 1});
  return examples;
}

// theory/reordering.md#worked-examples F.
inline Examples margin_example() {
  Examples examples;
  examples.classes = 3;
  examples.add(0, {1, 0});
  examples.add(0, {0.6F, 0.8F});
  examples.add(1, {0, 1});
  examples.add(2, {0.8F, -0.6F});
  return examples;
}

struct Shape {
  std::size_t examples = 200;
  std::size_t features = 30;
  std::size_t classes = 3;
  std::size_t per_row = 6;
  double noise = 0.1;  // part of the labels that are drawn at random
};

// Rows of random indicator features, normalised; the label is that of a random linear model, but for noise.
inline Examples random_examples(const Shape& shape, std::uint64_t seed) {
  Rng truth(42);
  std::vector<double> weights(shape.features * shape.classes);
  for (double& weight : weights) weight = truth.uniform() * 2.0 - 1.0;
  Rng rng(seed);
  Examples examples;
  examples.classes = shape.classes;
  for (std::size_t i = 0; i < shape.examples; ++i) {
    std::vector<float> dense(shape.features, 0.0F);
    for (std::size_t e = 0; e < shape.per_row; ++e) dense[rng.below(shape.features)] = 1.0F;
    std::size_t best = 0;
    double maximum = -1e9;
    for (std::size_t k = 0; k < shape.classes; ++k) {
      double score = 0.0;
      for (std::size_t f = 0; f < shape.features; ++f)
        score += static_cast<double>(dense[f]) * weights[f * shape.classes + k];
      if (score > maximum) {
        maximum = score;
        best = k;
      }
    }
    if (rng.chance(shape.noise)) best = rng.below(shape.classes);
    examples.add(static_cast<std::uint8_t>(best), dense);
  }
  examples.features = shape.features;
  examples.rows.normalise();
  return examples;
}

}  // namespace calque::learn::testing
