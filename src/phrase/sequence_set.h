// Distinct short sequences, numbered 0, 1, 2, ... in the order they are first added, in flat arrays.
//
// For one thread; finding is safe from many as long as nobody adds. `intern.h` does the same for many items
// at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "phrase/hash.h"
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
  explicit SequenceSet(Sequences<T> sequences) : all_(std::move(sequences)) { rehash(); }

  // The number of the sequence, new or old.
  std::uint32_t add(std::span<const T> sequence) {
    if (all_.size() * 2 >= slots_.size()) rehash();
    const std::size_t slot = slot_of(sequence);
    if (slots_[slot] == kFree) {
      CALQUE_CHECK(all_.size() < kFree);
      slots_[slot] = static_cast<std::uint32_t>(all_.size());
      all_.items.insert(all_.items.end(), sequence.begin(), sequence.end());
      all_.close();
    }
    return slots_[slot];
  }
  std::optional<std::uint32_t> find(std::span<const T> sequence) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t found = slots_[slot_of(sequence)];
    return found == kFree ? std::nullopt : std::optional(found);
  }

  const Sequences<T>& sequences() const { return all_; }
  std::size_t size() const { return all_.size(); }
  Sequences<T> take() && { return std::move(all_); }

 private:
  static constexpr std::uint32_t kFree = 0xffffffffU;

  static std::uint64_t hash_of(std::span<const T> sequence) {
    std::uint64_t hash = 0x2545f4914f6cdd1dULL + sequence.size();
    for (const T& item : sequence) hash = mix_into(hash, hash_key(item));
    return mix_into(hash, 0);
  }
  // Where the sequence stands, or the free place for it.
  std::size_t slot_of(std::span<const T> sequence) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(sequence) & mask;
    while (slots_[slot] != kFree && !std::ranges::equal(all_[slots_[slot]], sequence))
      slot = (slot + 1) & mask;
    return slot;
  }
  void rehash() {
    slots_.assign(std::bit_ceil(std::max<std::size_t>(all_.size() * 4, 64)), kFree);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      std::size_t slot = hash_of(all_[i]) & mask;
      while (slots_[slot] != kFree) slot = (slot + 1) & mask;
      slots_[slot] = i;
    }
  }

  Sequences<T> all_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace calque::phrase
