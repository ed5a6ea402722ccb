// The hash of a word sequence. Part of the phrase table's file format (docs/formats/phrase-table.md): never
// change it without a new format version.
#pragma once

#include <cstdint>
#include <span>

#include "base/hash.h"
#include "text/types.h"

namespace calque::phrase {

inline std::uint64_t hash_words(std::span<const text::WordId> words) {
  std::uint64_t hash = 0x2545f4914f6cdd1dULL + words.size();
  for (const text::WordId word : words) hash = combine_hash(hash, text::index_of(word) + 1);
  return combine_hash(hash, 0);
}

}  // namespace calque::phrase
