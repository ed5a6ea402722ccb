#include "decode/features/unaligned_words.h"

#include <bitset>

namespace calque::decode {

void UnalignedWords::score(const OptionContext& context, std::span<float> scores) const {
  const TranslationOption& option = context.option;
  scores[0] = 0;
  scores[1] = 0;
  if (option.pair == kNoPair) return;
  std::bitset<256> source;  // positions inside a pair have eight bits
  std::bitset<256> target;
  for (const phrase::InternalLink& link : option.alignment) {
    source.set(link.source);
    target.set(link.target);
  }
  scores[0] = static_cast<float>(option.source.size() - source.count());
  scores[1] = static_cast<float>(option.target.size() - target.count());
}

}  // namespace calque::decode
