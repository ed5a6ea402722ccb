// The binary features (theory/block-bigrams.md#binary-features): indicators of a pair of blocks (BB), of
// their target phrases (TP), or of the words where the target phrases meet (WB), each seen more often than a
// threshold.
//
// A feature is known by a key of 64 bits, in training by a dense number as well. Immutable once made and
// shareable between threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/hash.h"
#include "block/types.h"
#include "phrase/hash.h"
#include "text/types.h"

namespace calque::block {

enum class BinaryKind : std::uint8_t { kBlocks, kTargetPhrases, kWordBoundary };
inline constexpr std::size_t kBinaryKinds = 3;
constexpr auto enum_names(BinaryKind) {
  using enum BinaryKind;
  return EnumNames<BinaryKind>("there are no binary features",
                               {{"bb", kBlocks}, {"tp", kTargetPhrases}, {"wb", kWordBoundary}});
}

// "bb", "tp" and "wb", separated by commas; empty: none. Throws UsageError for other names.
std::vector<BinaryKind> parse_binary_kinds(std::string_view names);

// A block as binary features see it. What is from no block set has kNoBlock, phrase 0 and kNoWord: it takes
// part in no feature.
struct BlockSides {
  static constexpr std::uint32_t kNoWord = 0xffffffffU;

  std::uint32_t target_phrase = 0;  // hash of its words
  BlockId block = kNoBlock;
  std::uint32_t first_word = kNoWord;
  std::uint32_t last_word = kNoWord;

  static BlockSides of(BlockId block, std::span<const text::WordId> target) {
    return {static_cast<std::uint32_t>(phrase::hash_words(target)), block,
            static_cast<std::uint32_t>(target.front()), static_cast<std::uint32_t>(target.back())};
  }
  bool is_known() const { return block != kNoBlock; }
};

// What stands before in a feature of the kind. Never 0. Of target phrases 32 bits of a hash are taken: of a
// million phrases one in 4,000 shares them with another, and is then taken for it.
inline std::uint32_t predecessor_key(BinaryKind kind, const BlockSides& previous) {
  switch (kind) {
    case BinaryKind::kBlocks:
      return previous.block + 1;
    case BinaryKind::kTargetPhrases:
      return std::max(previous.target_phrase, std::uint32_t{1});
    case BinaryKind::kWordBoundary:
      return previous.last_word + 1;
  }
  return 0;
}
// What comes next in a feature of the kind.
inline std::uint32_t successor_key(BinaryKind kind, const BlockSides& next) {
  switch (kind) {
    case BinaryKind::kBlocks:
      return next.block;
    case BinaryKind::kTargetPhrases:
      return next.target_phrase;
    case BinaryKind::kWordBoundary:
      return next.first_word;
  }
  return 0;
}
// The feature: what stands before in the upper half, so that all its successors are neighbours in order of
// keys, and what comes next in the lower. Never 0.
inline std::uint64_t feature_key(BinaryKind kind, const BlockSides& previous, const BlockSides& next) {
  return std::uint64_t{predecessor_key(kind, previous)} << 32U | successor_key(kind, next);
}

// Keys to 32-bit values by open addressing. A view.
class KeyTable {
 public:
  struct Slot {
    std::uint64_t key = 0;  // 0: free
    std::uint32_t value = 0;
    std::uint32_t unused = 0;
  };
  static_assert(sizeof(Slot) == 16);

  KeyTable() = default;
  // Requires: slots that build() made.
  explicit KeyTable(std::span<const Slot> slots) : slots_(slots) {}

  // nullptr if the key is not there.
  const std::uint32_t* find(std::uint64_t key) const {
    if (slots_.empty()) return nullptr;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = slot_of(key, mask);; i = (i + 1) & mask) {
      if (slots_[i].key == key) return &slots_[i].value;
      if (slots_[i].key == 0) return nullptr;
    }
  }

  // Slots for these keys, of which none is 0 or repeated.
  static std::vector<Slot> build(std::span<const std::uint64_t> keys, std::span<const std::uint32_t> values);

 private:
  static std::size_t slot_of(std::uint64_t key, std::size_t mask) {
    return static_cast<std::size_t>(combine_hash(0x2545f4914f6cdd1dULL, key)) & mask;
  }

  std::span<const Slot> slots_;
};

// The features that were seen often enough, numbered 0, 1, 2, ...: BB, then TP, then WB, each by rising key.
class BinaryFeatures {
 public:
  BinaryFeatures() = default;
  // Keys as they were met, by kind; an empty list leaves a kind out. Kept are those met more than `threshold`
  // times.
  BinaryFeatures(std::array<std::vector<std::uint64_t>, kBinaryKinds> met, std::uint32_t threshold);

  std::size_t size() const { return first_[kBinaryKinds]; }
  std::size_t size(BinaryKind kind) const {
    return first_[static_cast<std::size_t>(kind) + 1] - first_[static_cast<std::size_t>(kind)];
  }
  // By rising key; the first has number first(kind).
  std::span<const std::uint64_t> keys(BinaryKind kind) const { return keys_[static_cast<std::size_t>(kind)]; }
  std::uint32_t first(BinaryKind kind) const { return first_[static_cast<std::size_t>(kind)]; }

  // Appends the numbers of the features that hold when `next` follows `previous`.
  void append_active(const BlockSides& previous, const BlockSides& next,
                     std::vector<std::uint32_t>& features) const;

 private:
  std::array<std::vector<std::uint64_t>, kBinaryKinds> keys_;
  std::array<std::uint32_t, kBinaryKinds + 1> first_{};
  std::array<std::vector<KeyTable::Slot>, kBinaryKinds> slots_;
};

}  // namespace calque::block
