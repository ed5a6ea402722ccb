// Features that count: words, phrases, words without translation.
#pragma once

#include "decode/feature.h"

namespace calque::decode {

// Minus the number of target words. A negative weight asks for longer translations.
class WordPenalty final : public Feature {
 public:
  explicit WordPenalty(double default_weight = -1.0) : description_{"WordPenalty0", {default_weight}} {}
  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

 private:
  FeatureDescription description_;
};

// The number of phrases. A negative weight asks for fewer, longer ones.
class PhrasePenalty final : public Feature {
 public:
  explicit PhrasePenalty(double default_weight = 0.2) : description_{"PhrasePenalty0", {default_weight}} {}
  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

 private:
  FeatureDescription description_;
};

// -100 for each word carried over. Every derivation of a sentence carries over the same words unless longer
// phrases contain them, so it mostly leaves the ranking alone.
class UnknownWordPenalty final : public Feature {
 public:
  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;

 private:
  FeatureDescription description_{"UnknownWordPenalty0", {1.0}};
};

}  // namespace calque::decode
