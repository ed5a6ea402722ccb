// The scores stored with a phrase pair, as they are: natural logarithms of the four probabilities.
// A copied word has no phrase pair and scores 0.
#pragma once

#include <algorithm>
#include <vector>

#include "decode/feature.h"

namespace calque::decode {

class TranslationModel final : public OptionFeature {
 public:
  TranslationModel() : OptionFeature({"TranslationModel0", std::vector<double>(phrase::kScoreCount, 0.2)}) {}
  void score(const OptionContext& context, std::span<float> scores) const override {
    if (context.option.copied) {
      std::ranges::fill(scores, 0.0F);
    } else {
      std::ranges::copy(context.option.log_scores, scores.begin());
    }
  }
};

}  // namespace calque::decode
