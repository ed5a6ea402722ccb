// The scores stored with a phrase pair, as they are: natural logarithms of the four probabilities.
// A word carried over has no phrase pair and scores 0.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

class TranslationModel final : public Feature {
 public:
  TranslationModel();
  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

 private:
  FeatureDescription description_;
};

}  // namespace calque::decode
