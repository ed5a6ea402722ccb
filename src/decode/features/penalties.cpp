#include "decode/features/penalties.h"

namespace calque::decode {
namespace {

constexpr float kUnknownWordScore = -100.0F;

}  // namespace

void WordPenalty::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                           std::span<float> scores) const {
  scores[0] = -static_cast<float>(option.target.size());
}

void PhrasePenalty::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                             std::span<float> scores) const {
  scores[0] = 1.0F;
}

void UnknownWordPenalty::estimate(const SourceSentence& /*sentence*/, const TranslationOption& option,
                                  std::span<float> scores) const {
  scores[0] = option.copied ? kUnknownWordScore : 0.0F;
}

}  // namespace calque::decode
