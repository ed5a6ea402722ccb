// Minus the distance of the jump from the end of the previous phrase to the start of this one, in source
// words. The distance from the last phrase to the sentence's end costs nothing.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

class Distortion final : public StatefulFeature {
 public:
  static constexpr double kDefaultWeight = 0.3;
  // Where an orientation model predicts which jumps to expect, their length matters less.
  static constexpr double kDefaultWeightBesideOrientations = 0.1;

  explicit Distortion(double default_weight = kDefaultWeight)
      : StatefulFeature({"Distortion0", {default_weight}},
                        {.scope = Scope::kJump, .upper_bound = 0.0F, .estimates_nothing = true}) {}

  void apply(const ApplyContext& context, SentenceCache* /*cache*/, const std::byte* /*before*/,
             std::byte* /*after*/, std::span<float> scores) const noexcept override {
    const std::uint32_t from = context.previous_end;
    const std::uint32_t to = context.option.source.begin;
    scores[0] = -static_cast<float>(from > to ? from - to : to - from);
  }
};

}  // namespace calque::decode
