// What every part of the block module speaks: numbers of blocks, orientations, costs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace calque::block {

// A phrase pair of the block set. Numbered like the pairs of the phrase table that the set was made from.
using BlockId = std::uint32_t;
inline constexpr BlockId kNoBlock = 0xffffffffU;

// Where a block stands in the source, seen from the block said before it
// (theory/block-bigrams.md#orientation-bigrams): directly to its right, directly to its left, or elsewhere.
enum class Orientation : std::uint8_t { kRight, kLeft, kNeutral };

// No probability costs more: theory/block-bigrams.md#the-model.
inline constexpr double kCostCap = 18.0;

// Minus the natural logarithm, at most kCostCap. 0 for probabilities that rounding lifted over 1.
inline float cost_of(double probability) {
  if (!(probability > 0.0)) return static_cast<float>(kCostCap);
  return static_cast<float>(std::clamp(-std::log(probability), 0.0, kCostCap));
}
inline float cost_of_log(double log_prob) {
  return static_cast<float>(std::clamp(-log_prob, 0.0, kCostCap));
}

// Which of the two models of theory/block-bigrams.md#the-model.
enum class ModelKind : std::uint8_t { kOrientation, kDistortion };

// Float features by position in a vector, with the letters of theory/block-bigrams.md#float-features and
// theory/block-bigrams.md#distortion-features.
inline constexpr std::size_t kOrientationFloats = 5;  // a b c d e
inline constexpr std::size_t kNeutralFloats = 4;      // a c d e
inline constexpr std::size_t kDistortionFloats = 7;   // a b c d e f g

}  // namespace calque::block
