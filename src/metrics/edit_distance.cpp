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

}  // namespace

std::int64_t word_edit_distance(std::span<const text::WordId> hypothesis,
                                std::span<const text::WordId> reference) {
  if (reference.empty() || hypothesis.empty()) {
    return static_cast<std::int64_t>(std::max(reference.size(), hypothesis.size()));
  }
  if (reference.size() <= kWordsPerBlock) return short_distance(hypothesis, reference);
  // Positions of each reference word, chained from the last to the first.
  constexpr std::size_t kNone = SIZE_MAX;
  tsl::robin_map<std::uint32_t, std::size_t> last_position;
  std::vector<std::size_t> previous_position(reference.size(), kNone);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const auto [entry, is_new] = last_position.try_emplace(static_cast<std::uint32_t>(reference[i]), i);
    if (!is_new) {
      previous_position[i] = entry->second;
      entry.value() = i;
    }
  }
  const std::size_t block_count = (reference.size() + kWordsPerBlock - 1) / kWordsPerBlock;
  const std::size_t last_bit = (reference.size() - 1) % kWordsPerBlock;
  std::vector<RowBlock> blocks(block_count);
  std::vector<std::uint64_t> equal(block_count, 0);
  auto distance = static_cast<std::int64_t>(reference.size());
  for (const text::WordId word : hypothesis) {
    const auto found = last_position.find(static_cast<std::uint32_t>(word));
    const std::size_t chain = found == last_position.end() ? kNone : found->second;
    for (std::size_t i = chain; i != kNone; i = previous_position[i]) {
      equal[i / kWordsPerBlock] |= std::uint64_t{1} << (i % kWordsPerBlock);
    }
    Carry carry{true, false};  // row 0 of the table grows by one per column
    BlockStep step;
    for (std::size_t b = 0; b < block_count; ++b) {
      step = advance(blocks[b], equal[b], carry);
      carry = step.out;
    }
    distance += static_cast<std::int64_t>((step.plus >> last_bit) & 1) -
                static_cast<std::int64_t>((step.minus >> last_bit) & 1);
    for (std::size_t i = chain; i != kNone; i = previous_position[i]) equal[i / kWordsPerBlock] = 0;
  }
  return distance;
}

}  // namespace calque::metrics
