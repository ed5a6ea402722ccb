// What a movement costs in the decoder's sum, out of the probability of its class
// (theory/reordering.md#costs-in-the-decoder). Pure functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "reorder/classifier.h"

namespace calque::reorder {

// Minus the number of words jumped over.
inline double word_distance_score(std::int32_t distance) {
  return -std::abs(static_cast<double>(distance));
}

struct DistanceAdjustment {
  double beta = 3.0;  // as many as there are classes: a uniform distribution leaves the distance as it is
  double max_ratio = std::numeric_limits<double>::infinity();  // of the adjusted to the plain distance
  // A phrase that does not move costs nothing if that was likelier than not, and else the ratio, as for one
  // word.
  bool charge_unlikely_rest = false;
};

// Minus the distance over beta times the probability of its class: jumps that the model expects are cheap.
inline double distance_adjusted_score(std::int32_t distance, double p_class,
                                      const DistanceAdjustment& adjustment) {
  const double p = std::max(kMinProbability, p_class);
  const double ratio = std::min(adjustment.max_ratio, 1.0 / (adjustment.beta * p));
  if (distance == 0) return adjustment.charge_unlikely_rest && p <= 0.5 ? -ratio : 0.0;
  return word_distance_score(distance) * ratio;
}

}  // namespace calque::reorder
