#include "metrics/edit_distance.h"

#include <algorithm>
#include <vector>

#include <tsl/robin_map.h>

namespace calque::metrics {
namespace {

constexpr std::size_t kWordsPerBlock = 64;

// 64 rows of one column of the edit-distance table, as differences between neighbouring rows.
struct RowBlock {
  std::uint64_t plus = ~std::uint64_t{0};  // bit set: this row is one more than the row above
  std::uint64_t minus = 0;                 // bit set: one less
};

// The difference between neighbouring columns at a block's border: -1, 0 or +1.
struct Carry {
  bool plus = false;
  bool minus = false;
};

struct BlockStep {
  Carry out;               // at the block's last row
  std::uint64_t plus = 0;  // all rows: column difference +1
  std::uint64_t minus = 0;
};

// Moves a block one column on (the bit-vector recurrence of Myers, with carries between blocks). `equal`
// marks the reference words that equal the hypothesis word of the column.
BlockStep advance(RowBlock& block, std::uint64_t equal, Carry in) {
  const std::uint64_t vertical = equal | block.minus;
  const std::uint64_t matched = equal | static_cast<std::uint64_t>(in.minus);
  const std::uint64_t diagonal = (((matched & block.plus) + block.plus) ^ block.plus) | matched;
  BlockStep step;
  step.plus = block.minus | ~(diagonal | block.plus);
  step.minus = block.plus & diagonal;
  step.out = {(step.plus >> 63) != 0, (step.minus >> 63) != 0};
  const std::uint64_t plus = (step.plus << 1) | static_cast<std::uint64_t>(in.plus);
  const std::uint64_t minus = (step.minus << 1) | static_cast<std::uint64_t>(in.minus);
  block.plus = minus | ~(vertical | plus);
  block.minus = plus & vertical;
  return step;
}

// Both sequences are short enough for one machine word: no tables, no memory.
std::int64_t short_distance(std::span<const text::WordId> hypothesis,
                            std::span<const text::WordId> reference) {
  RowBlock block;
  auto distance = static_cast<std::int64_t>(reference.size());
  const std::size_t last_bit = reference.size() - 1;
  for (const text::WordId word : hypothesis) {
    std::uint64_t equal = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      equal |= static_cast<std::uint64_t>(reference[i] == word) << i;
    }
    const BlockStep step = advance(block, equal, {true, false});
    distance += static_cast<std::int64_t>((step.plus >> last_bit) & 1) -
                static_cast<std::int64_t>((step.minus >> last_bit) & 1);
  }
  return distance;
}

// Where each word stands in the reference, as bits of one block after the other. A word that occurs more
// often than there are blocks has its bits laid out once; the bits of others are set and cleared as they are
// asked for.
class WordPositions {
 public:
  explicit WordPositions(std::span<const text::WordId> reference)
      : block_count_((reference.size() + kWordsPerBlock - 1) / kWordsPerBlock),
        previous_(reference.size(), kNone),
        scratch_(block_count_, 0) {
    for (std::size_t i = 0; i < reference.size(); ++i) {
      Word& word = words_[static_cast<std::uint32_t>(reference[i])];
      previous_[i] = word.last;
      word.last = i;
      ++word.count;
    }
  }

  std::size_t block_count() const { return block_count_; }

  // The bits live until the next call.
  std::span<const std::uint64_t> bits(text::WordId word) {
    for (std::size_t i = scratch_chain_; i != kNone; i = previous_[i]) scratch_[i / kWordsPerBlock] = 0;
    scratch_chain_ = kNone;
    const auto found = words_.find(static_cast<std::uint32_t>(word));
    if (found == words_.end()) return scratch_;
    Word& entry = found.value();
    if (entry.count <= block_count_) {
      scratch_chain_ = entry.last;
      set_bits(entry.last, scratch_);
      return scratch_;
    }
    if (entry.bits.empty()) {
      entry.bits.resize(block_count_, 0);
      set_bits(entry.last, entry.bits);
    }
    return entry.bits;
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Word {
    std::size_t last = kNone;  // position; those before are in previous_
    std::size_t count = 0;
    std::vector<std::uint64_t> bits;
  };

  void set_bits(std::size_t chain, std::span<std::uint64_t> blocks) const {
    for (std::size_t i = chain; i != kNone; i = previous_[i]) {
      blocks[i / kWordsPerBlock] |= std::uint64_t{1} << (i % kWordsPerBlock);
    }
  }

  std::size_t block_count_;
  tsl::robin_map<std::uint32_t, Word> words_;
  std::vector<std::size_t> previous_;
  std::vector<std::uint64_t> scratch_;
  std::size_t scratch_chain_ = kNone;  // whose bits are set in scratch_
};

}  // namespace

std::int64_t word_edit_distance(std::span<const text::WordId> hypothesis,
                                std::span<const text::WordId> reference) {
  if (reference.empty() || hypothesis.empty()) {
    return static_cast<std::int64_t>(std::max(reference.size(), hypothesis.size()));
  }
  if (reference.size() <= kWordsPerBlock) return short_distance(hypothesis, reference);
  WordPositions positions(reference);
  const std::size_t last_bit = (reference.size() - 1) % kWordsPerBlock;
  std::vector<RowBlock> blocks(positions.block_count());
  auto distance = static_cast<std::int64_t>(reference.size());
  for (const text::WordId word : hypothesis) {
    const std::span<const std::uint64_t> equal = positions.bits(word);
    Carry carry{true, false};  // row 0 of the table grows by one per column
    BlockStep step;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      step = advance(blocks[b], equal[b], carry);
      carry = step.out;
    }
    distance += static_cast<std::int64_t>((step.plus >> last_bit) & 1) -
                static_cast<std::int64_t>((step.minus >> last_bit) & 1);
  }
  return distance;
}

}  // namespace calque::metrics
