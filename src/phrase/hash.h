// The hash of a word sequence. Part of the phrase table's file format (docs/formats/phrase-table.md): never
// change it without a new format version.
#pragma once

#include <cstdint>
#include <span>

#include "text/types.h"

namespace calque::phrase {

constexpr std::uint64_t mix_into(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 32);
}

inline std::uint64_t hash_words(std::span<const text::WordId> words) {
  std::uint64_t hash = 0x2545f4914f6cdd1dULL + words.size();
  for (const text::WordId word : words) hash = mix_into(hash, text::index_of(word) + 1);
  return mix_into(hash, 0);
}

}  // namespace calque::phrase
