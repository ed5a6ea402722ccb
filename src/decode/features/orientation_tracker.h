// What orientation features remember of the phrases translated so far, and the orientation of the next one.
//
// The word and phrase models look at the previous phrase alone. The hierarchical model looks at blocks
// (block_stack.h): backward at the one on top of the stack; forward, a phrase further on is monotone if the
// word after the previous phrase is still free, since the phrases that fill the gap may become one block with
// it, and swap likewise. Immutable.
#pragma once

#include <cstddef>
#include <cstring>

#include "decode/features/block_stack.h"
#include "phrase/types.h"
#include "text/types.h"

namespace calque::decode {

class OrientationTracker {
 public:
  struct Orientations {
    phrase::Orientation backward;
    phrase::Orientation forward;
  };

  explicit OrientationTracker(phrase::OrientationModel model)
      : hierarchical_(model == phrase::OrientationModel::kHierarchical) {}

  std::size_t bytes() const { return hierarchical_ ? sizeof(BlockStack) : sizeof(text::Span); }
  void write_begin(std::byte* state) const {
    const BlockStack begin;
    std::memcpy(state, &begin, bytes());
  }
  // Whether backward and forward orientations can differ.
  bool tells_directions_apart() const { return hierarchical_; }

  // The orientation of `source` as the next phrase.
  Orientations orientations(text::Span source, const std::byte* before) const noexcept {
    BlockStack blocks;  // only `previous`, except for the hierarchical model
    std::memcpy(&blocks, before, bytes());
    if (hierarchical_) return {orientation(blocks.top(), source), forward(blocks, source)};
    const phrase::Orientation found = orientation(blocks.previous, source);
    return {found, found};
  }
  // Writes the state after `source`.
  void advance(text::Span source, const std::byte* before, std::byte* after) const noexcept {
    BlockStack blocks;
    std::memcpy(&blocks, before, bytes());
    if (hierarchical_) {
      blocks.push(source);
    } else {
      blocks.previous = source;
    }
    std::memcpy(after, &blocks, bytes());
  }

 private:
  // By Moses' rule, so that weights and tables mean the same.
  static phrase::Orientation forward(const BlockStack& blocks, const text::Span& now) {
    text::Span before = blocks.previous;
    if (now.begin > before.end && !blocks.covers(before.end)) before.end = now.begin;
    if (now.end < before.begin && !blocks.covers(before.begin - 1)) before.begin = now.end;
    return orientation(before, now);
  }

  bool hierarchical_;
};

}  // namespace calque::decode
