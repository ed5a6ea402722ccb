// How many words of a phrase pair are linked to no word of the other side. Source words without a link may be
// missing from the translation; target words without a link may have been added to it. With tuned weights, a
// translator can trade one for the other.
//
// Copied words and suggestions score 0.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

class UnalignedWords final : public OptionFeature {
 public:
  using OptionFeature::OptionFeature;

  // Two scores: source words, target words.
  void score(const OptionContext& context, std::span<float> scores) const override;
};

}  // namespace calque::decode
