// Weights as vectors: their size, rescaled weights, weighted means.
//
// The weight of an indicator counts times the weight of its feature; sums are formed of those products. Pure
// functions. Requires everywhere: weights of the same features.
#pragma once

#include <span>

#include "decode/weights.h"

namespace calque::pipeline {

// The sum of the absolute dense weights, each in its unit: one number per dense score, or none for all 1.
double size_of(const decode::Weights& weights, std::span<const double> units = {});

// Times the factor that makes the size this; unchanged if either size is 0. Pruning in the search depends on
// the size of the weights; translations otherwise do not.
decode::Weights in_size(decode::Weights weights, double size, std::span<const double> units = {});

struct WeightShare {
  const decode::Weights* weights;
  double share;
};
// The sum of the weights times their shares. Requires: at least one.
decode::Weights mixed(std::span<const WeightShare> parts);

// Whether both point in the same direction: no dense weight differs by 1e-5 of the size, and sparse weights
// are equal.
bool same_direction(const decode::Weights& a, const decode::Weights& b);

}  // namespace calque::pipeline
