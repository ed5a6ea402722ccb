#include "decode/features/distortion.h"

namespace calque::decode {

void Distortion::estimate(const SourceSentence& /*sentence*/, const TranslationOption& /*option*/,
                          std::span<float> scores) const {
  scores[0] = 0.0F;
}

void Distortion::apply(const ApplyContext& context, SentenceCache* /*preparation*/,
                       const std::byte* /*before*/, std::byte* /*after*/,
                       std::span<float> scores) const noexcept {
  const std::uint32_t from = context.previous_end;
  const std::uint32_t to = context.option.source.begin;
  scores[0] = -static_cast<float>(from > to ? from - to : to - from);
}

}  // namespace calque::decode
