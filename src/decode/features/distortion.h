// Minus the distance of the jump from the end of the previous phrase to the start of this one, in source
// words. The way from the last phrase to the sentence's end is not charged.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

class Distortion final : public Feature {
 public:
  static constexpr double kDefaultWeight = 0.3;
  // Where an orientation model says which jumps to expect, their length matters less.
  static constexpr double kDefaultWeightBesideOrientations = 0.1;

  explicit Distortion(double default_weight = kDefaultWeight)
      : description_{"Distortion0", {default_weight}} {}

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kJump; }
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  FeatureDescription description_;
};

}  // namespace calque::decode
