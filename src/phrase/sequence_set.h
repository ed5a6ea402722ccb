// Distinct short sequences, numbered 0, 1, 2, ... in the order they are first added, in flat arrays.
//
// For one thread; finding is safe from many as long as nobody adds.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/hash.h"
#include "phrase/numbering.h"
#include "phrase/scored_phrases.h"
#include "phrase/types.h"
#include "text/types.h"

namespace calque::phrase {

constexpr std::uint64_t hash_key(text::WordId word) {
  return text::index_of(word) + 1;
}
constexpr std::uint64_t hash_key(const InternalLink& link) {
  return (std::uint64_t{link.source} << 8U) + link.target + 1;
}
constexpr std::uint64_t hash_key(float number) {
  return std::bit_cast<std::uint32_t>(number) + std::uint64_t{1};
}

template <typename T>
class SequenceSet {
 public:
  SequenceSet() = default;
  // The sequences, which must be distinct, keep their numbers.
  explicit SequenceSet(const Sequences<T>& sequences) {
    for (std::size_t i = 0; i < sequences.size(); ++i) add(sequences[i]);
  }

  // The number of the sequence, new or old.
  std::uint32_t add(std::span<const T> sequence) { return numbering_.number(sequence, hash_of(sequence)); }
  std::optional<std::uint32_t> find(std::span<const T> sequence) const {
    return numbering_.find(sequence, hash_of(sequence));
  }

  const Sequences<T>& sequences() const { return numbering_.keys().all; }
  std::size_t size() const { return numbering_.size(); }
  Sequences<T> take() && { return numbering_.take_keys().all; }

 private:
  struct Keys {
    using Item = std::span<const T>;

    std::size_t size() const { return all.size(); }
    bool equal(std::uint32_t number, Item item) const { return std::ranges::equal(all[number], item); }
    void add(Item item) {
      all.items.insert(all.items.end(), item.begin(), item.end());
      all.close();
    }

    Sequences<T> all;
  };

  static std::uint64_t hash_of(std::span<const T> sequence) {
    std::uint64_t hash = 0x2545f4914f6cdd1dULL + sequence.size();
    for (const T& item : sequence) hash = combine_hash(hash, hash_key(item));
    return combine_hash(hash, 0);
  }

  Numbering<Keys> numbering_;
};

}  // namespace calque::phrase
