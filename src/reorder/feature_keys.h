// 64-bit names of words, phrases and features: hashes of what they say, so that they mean the same in every
// vocabulary and every file. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash.h"

namespace calque::reorder {

using Key = std::uint64_t;

// The key of a sequence and one more part.
constexpr Key extended(Key sequence, Key part) {
  return degski_mix(sequence * kGoldenRatio + part);
}

// Of a word's characters.
constexpr Key key_of(std::string_view word) {
  return degski_mix(fnv1a(word));
}

inline Key key_of_phrase(Key start, std::span<const Key> words) {
  for (const Key word : words) start = extended(start, word);
  return start;
}

// Beginnings of the keys of phrases.
inline constexpr Key kSourcePhrase = 0x51;
inline constexpr Key kPhrasePair = 0x52;

inline Key source_phrase_key(std::span<const Key> source) {
  return key_of_phrase(kSourcePhrase, source);
}
inline Key phrase_pair_key(std::span<const Key> source, std::span<const Key> target) {
  return key_of_phrase(extended(key_of_phrase(kPhrasePair, source), 1), target);
}

}  // namespace calque::reorder
