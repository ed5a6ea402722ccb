// Limits on word order that come with a sentence: walls and zones.
//
// Everything before a wall is translated before anything after it. A zone is translated without
// interruption. A wall inside a zone concerns the words of the zone alone. Positions count from the
// sentence's start. A value. No constraint can make a sentence untranslatable: allows() never leaves a dead
// end.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "decode/coverage.h"
#include "text/types.h"

namespace calque::decode {

class ReorderingConstraints {
 public:
  // Before the word at `position`; 0 and the sentence's end are no walls.
  void add_wall(std::uint32_t position);
  // Requires: zones nest or are apart.
  void add_zone(text::Span zone);
  // A zone whose first and last words are said first and last, such as brackets. Requires: the same.
  void add_enclosure(text::Span zone);
  // Walls on both sides of every word that is a punctuation mark.
  void add_walls_at_punctuation(std::span<const std::string_view> words);

  bool empty() const { return walls_.empty() && zones_.empty(); }
  std::span<const text::Span> zones() const { return zones_; }

  // A phrase may not cut a zone's border.
  bool cuts_zone(text::Span source) const;
  // May `source` be translated next when the words in `coverage` have been? `first_gap` is the first word not
  // covered, `distortion_limit` as in SearchOptions.
  bool allows(std::span<const std::uint64_t> coverage, text::Span source, std::uint32_t first_gap,
              std::int32_t distortion_limit) const;
  // Whether a zone that `gap` is no part of would stay unfinished if `source` were translated and then `gap`.
  bool interrupts_zone(text::Span source, text::Span gap) const;

 private:
  text::Span innermost_zone(std::uint32_t wall) const;

  std::vector<std::uint32_t> walls_;  // rising
  std::vector<text::Span> zones_;
};

}  // namespace calque::decode
