// Types that every part of the block module uses: numbers of blocks, orientations, costs, float features.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/enum_names.h"

namespace calque::block {

// A phrase pair of the block set. Numbered like the pairs of the phrase table that the set was made from.
using BlockId = std::uint32_t;
inline constexpr BlockId kNoBlock = 0xffffffffU;

// Where a block is in the source, relative to the block translated before it
// (theory/block-bigrams.md#orientation-bigrams): directly to its right, directly to its left, or elsewhere.
enum class Orientation : std::uint8_t { kRight, kLeft, kNeutral };

// The largest cost of a probability: theory/block-bigrams.md#the-model.
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
constexpr auto enum_names(ModelKind) {
  using enum ModelKind;
  return EnumNames<ModelKind>("there is no block model",
                              {{"orientation", kOrientation}, {"distortion", kDistortion}});
}

// The float features of each model by their position in a vector (theory/block-bigrams.md#float-features and
// theory/block-bigrams.md#distortion-features). The option --components names them by letters: a is the
// first feature of the model, b the second and so on.
struct OrientationFloat {
  enum : std::size_t { kPrior, kOrientation, kFirstWord, kOtherWords, kLexical, kCount };
};
// Of blocks that do not touch the one before; the letters are those of the orientation model.
struct NeutralFloat {
  enum : std::size_t { kPrior, kFirstWord, kOtherWords, kLexical, kCount };
};
struct DistortionFloat {
  enum : std::size_t { kPrior, kLexical, kFirstWord, kOtherWords, kInbound, kOutbound, kLength, kCount };
};
inline constexpr std::size_t kOrientationFloats = OrientationFloat::kCount;
inline constexpr std::size_t kNeutralFloats = NeutralFloat::kCount;
inline constexpr std::size_t kDistortionFloats = DistortionFloat::kCount;

}  // namespace calque::block
