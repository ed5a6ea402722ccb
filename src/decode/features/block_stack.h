// The source words translated so far as blocks, from which hierarchical orientations are read
// (theory/reordering.md#orientations).
//
// A plain value without padding, compared by bytes: whatever is not in use is zero.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "phrase/types.h"
#include "text/types.h"

namespace calque::decode {

// How `now` follows `before` on the source side.
inline phrase::Orientation orientation(const text::Span& before, const text::Span& now) {
  if (now.begin == before.end) return phrase::Orientation::kMonotone;
  if (now.end == before.begin) return phrase::Orientation::kSwap;
  return now.begin > before.begin ? phrase::Orientation::kDiscontinuousRight
                                  : phrase::Orientation::kDiscontinuousLeft;
}

// A stack of maximal blocks: a phrase goes on top, and the two topmost merge while they are neighbours. Of
// more than kMaximum the lowest are forgotten; what would have merged with them then counts as discontinuous,
// and their words as free. Every state pays for kMaximum: so many are enough for any order of 16 phrases, and
// to have left out every other word of 30.
struct BlockStack {
  static constexpr std::size_t kMaximum = 16;

  text::Span previous{};  // the last phrase
  std::uint64_t count = 1;
  std::array<text::Span, kMaximum> blocks{};  // first: the sentence's start

  const text::Span& top() const { return blocks[count - 1]; }

  bool covers(std::uint32_t position) const {
    return std::any_of(blocks.begin(), blocks.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const text::Span& block) { return block.contains(position); });
  }

  void push(const text::Span& phrase) {
    previous = phrase;
    text::Span block = phrase;
    while (count > 0 && (top().end == block.begin || block.end == top().begin)) {
      block = {std::min(top().begin, block.begin), std::max(top().end, block.end)};
      blocks[--count] = {};
    }
    if (count == kMaximum) {
      std::move(blocks.begin() + 1, blocks.end(), blocks.begin());
      --count;
    }
    blocks[count++] = block;
  }
};
static_assert(sizeof(BlockStack) == sizeof(text::Span) * (BlockStack::kMaximum + 1) + 8);
static_assert(sizeof(text::Span) == 8);

}  // namespace calque::decode
