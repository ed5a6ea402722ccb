// Features that count: words, phrases, words without translation.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

// Minus the number of target words. A negative weight makes translations longer.
class WordPenalty final : public OptionFeature {
 public:
  explicit WordPenalty(double default_weight = -1.0) : OptionFeature({"WordPenalty0", {default_weight}}) {}
  void score(const OptionContext& context, std::span<float> scores) const override {
    scores[0] = -static_cast<float>(context.option.target.size());
  }
};

// The number of phrases. A negative weight prefers fewer, longer ones.
class PhrasePenalty final : public OptionFeature {
 public:
  explicit PhrasePenalty(double default_weight = 0.2) : OptionFeature({"PhrasePenalty0", {default_weight}}) {}
  void score(const OptionContext& /*context*/, std::span<float> scores) const override { scores[0] = 1.0F; }
};

// -100 for each copied word. Every derivation of a sentence copies the same words unless longer phrases
// contain them, so it mostly leaves the ranking alone.
class UnknownWordPenalty final : public OptionFeature {
 public:
  UnknownWordPenalty() : OptionFeature({"UnknownWordPenalty0", {1.0}}) {}
  void score(const OptionContext& context, std::span<float> scores) const override {
    scores[0] = context.option.copied ? -100.0F : 0.0F;
  }
};

}  // namespace calque::decode
