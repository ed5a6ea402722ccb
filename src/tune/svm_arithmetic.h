// What the trainers of structural SVMs share. Pure functions.
#pragma once

#include <limits>
#include <numeric>
#include <span>

namespace calque::tune {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Steps are bounded by this many lengths of the weights (theory/tuning.md#numerical-care).
inline constexpr double kFarthest = 1e3;

inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace calque::tune
