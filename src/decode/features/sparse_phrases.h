// Indicators of a phrase pair by itself (indicators.h): which words are linked, and how long its sides are.
#pragma once

#include <memory>
#include <vector>

#include "decode/feature.h"
#include "decode/features/indicators.h"

namespace calque::decode {

// Each link of frequent words by their names, each link by the words' classes.
class SparsePairs final : public Feature {
 public:
  static constexpr const char* kName = "SparsePairs0";

  SparsePairs(std::shared_ptr<const WordLabels> labels, std::span<const SparseWeight> weights);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  void append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const override;

 private:
  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
  FeatureDescription description_{kName, {1.0}};
};

// The number of source words, of target words, and both.
class SparseLengths final : public Feature {
 public:
  static constexpr const char* kName = "SparseLengths0";

  SparseLengths(std::shared_ptr<const WordLabels> labels, std::span<const SparseWeight> weights);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kOption; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  void append_indicators(const IndicatorStep& step, std::vector<std::string>& names) const override;

 private:
  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
  FeatureDescription description_{kName, {1.0}};
};

}  // namespace calque::decode
