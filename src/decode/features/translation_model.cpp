#include "decode/features/translation_model.h"

#include <algorithm>

namespace calque::decode {

TranslationModel::TranslationModel()
    : description_{"TranslationModel0", std::vector<double>(phrase::kScoreCount, 0.2)} {}

void TranslationModel::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                                std::span<float> scores) const {
  if (option.copied) {
    std::fill(scores.begin(), scores.end(), 0.0F);
  } else {
    std::copy(option.log_scores.begin(), option.log_scores.end(), scores.begin());
  }
}

}  // namespace calque::decode
