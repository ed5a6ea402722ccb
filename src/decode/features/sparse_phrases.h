// Indicators of a phrase pair by itself (indicators.h): which words are linked, or how long its sides are.
#pragma once

#include <memory>
#include <vector>

#include "decode/feature.h"
#include "decode/features/indicators.h"

namespace calque::decode {

class SparsePhrases final : public OptionFeature {
 public:
  enum class Of {
    kLinks,    // each link of frequent words by their names, each link by the words' classes
    kLengths,  // the number of source words, of target words, and both
  };

  SparsePhrases(const FeatureDescription& description, Of what, std::shared_ptr<const WordLabels> labels,
                std::span<const SparseWeight> weights);

  void score(const OptionContext& context, std::span<float> scores) const override;
  void append_indicators(const DerivationStep& step, std::vector<std::string>& names) const override;

 private:
  Of what_;
  std::shared_ptr<const WordLabels> labels_;
  IndicatorWeights weights_;
};

}  // namespace calque::decode
