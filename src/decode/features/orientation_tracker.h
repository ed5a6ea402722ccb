// What features of orientations remember of the phrases said so far, and how the next phrase follows them.
//
// The word and phrase models look at the previous phrase alone. The hierarchical model looks at blocks
// (source_blocks.h): backward at the one on top of the stack; forward, a phrase further on is monotone if the
// word after the previous phrase is still free, since what fills the space may become one block with it, and
// swap likewise. Immutable.
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
  void write_begin(std::byte* place) const {
    const BlockStack begin;
    std::memcpy(place, &begin, bytes());
  }
  // Whether backward and forward orientations can differ.
  bool tells_directions_apart() const { return hierarchical_; }

  // How `source` follows; writes the place after it.
  Orientations advance(text::Span source, const std::byte* before, std::byte* after) const noexcept {
    BlockStack place;  // only `previous`, but for the hierarchical model
    std::memcpy(&place, before, bytes());
    Orientations found{};
    if (hierarchical_) {
      found = {orientation(place.top(), source), forward(place, source)};
      place.push(source);
    } else {
      found.backward = found.forward = orientation(place.previous, source);
      place.previous = source;
    }
    std::memcpy(after, &place, bytes());
    return found;
  }

 private:
  // By Moses' rule, so that weights and tables mean the same.
  static phrase::Orientation forward(const BlockStack& place, const text::Span& now) {
    text::Span before = place.previous;
    if (now.begin > before.end && !place.covers(before.end)) before.end = now.begin;
    if (now.end < before.begin && !place.covers(before.begin - 1)) before.begin = now.end;
    return orientation(before, now);
  }

  bool hierarchical_;
};

}  // namespace calque::decode
