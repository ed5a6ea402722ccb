// Orientations and distances by their definition (theory/reordering.md#orientations,
// theory/reordering.md#distance-and-classes), out of the source spans in the order they were said. Tests
// only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "phrase/types.h"
#include "text/types.h"

namespace calque::decode::testing {

// Remembers every span and searches all ways of joining them: for short sentences.
class OrientationOracle {
 public:
  explicit OrientationOracle(std::span<const text::Span> said) {
    said_.push_back({0, 0});  // the sentence's start
    said_.insert(said_.end(), said.begin(), said.end());
  }
  // Of what is said as number n.
  phrase::Orientation backward(phrase::OrientationModel model, std::size_t n) const {
    const std::size_t now = n + 1;
    if (model != phrase::OrientationModel::kHierarchical) return towards(said_[now - 1], said_[now]);
    for (std::size_t first = 0; first < now; ++first) {
      if (is_block(first, now)) return towards(hull(first, now), said_[now]);
    }
    ADD_FAILURE();  // each span by itself is a block
    return {};
  }
  // Of what is said before it.
  phrase::Orientation forward(phrase::OrientationModel model, std::size_t n) const {
    const std::size_t now = n + 1;
    text::Span before = said_[now - 1];
    if (model == phrase::OrientationModel::kHierarchical) {
      if (said_[now].begin > before.end && !covered(before.end, now)) before.end = said_[now].begin;
      if (said_[now].end < before.begin && !covered(before.begin - 1, now)) before.begin = said_[now].end;
    }
    return towards(before, said_[now]);
  }
  std::int32_t distance(std::size_t n) const {
    return static_cast<std::int32_t>(said_[n].end) - static_cast<std::int32_t>(said_[n + 1].begin);
  }

 private:
  static phrase::Orientation towards(text::Span before, text::Span now) {
    if (before.end == now.begin) return phrase::Orientation::kMonotone;
    if (now.end == before.begin) return phrase::Orientation::kSwap;
    return now.begin > before.begin ? phrase::Orientation::kDiscontinuousRight
                                    : phrase::Orientation::kDiscontinuousLeft;
  }
  bool covered(std::uint32_t position, std::size_t before) const {
    return std::any_of(said_.begin(), said_.begin() + static_cast<std::ptrdiff_t>(before),
                       [&](const text::Span& span) { return span.contains(position); });
  }
  text::Span hull(std::size_t first, std::size_t end) const {
    text::Span whole = said_[first];
    for (std::size_t i = first; i < end; ++i)
      whole = {std::min(whole.begin, said_[i].begin), std::max(whole.end, said_[i].end)};
    return whole;
  }
  // Whether neighbours can be joined, two by two, to one block.
  bool is_block(std::size_t first, std::size_t end) const {
    if (end == first + 1) return true;
    for (std::size_t cut = first + 1; cut < end; ++cut) {
      const text::Span a = hull(first, cut);
      const text::Span b = hull(cut, end);
      if ((a.end == b.begin || b.end == a.begin) && is_block(first, cut) && is_block(cut, end)) return true;
    }
    return false;
  }

  std::vector<text::Span> said_;
};

}  // namespace calque::decode::testing
