// The links of a segment, made fit for placing its tags: whatever makes no sense is dropped, and text that is
// kept is linked to where it stands in the translation.
//
// Immutable; the segment must outlive it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "documents/segment.h"

namespace calque::documents {

class LinkTable {
 public:
  LinkTable(const Segment& segment, const Translated& translated);

  // Sorted by where their sources begin, then by their targets.
  std::span<const Link> links() const { return links_; }
  // Those whose sources may overlap the range: no others come before or after.
  std::span<const Link> near(TextRange source) const;

  // The target is cut at every end of a link's target; between two cuts it is one unit. Units are numbered.
  struct Units {
    std::size_t begin;
    std::size_t end;
  };
  Units units_of(TextRange target) const;
  std::size_t unit_begin(std::size_t unit) const { return cuts_[unit]; }
  std::size_t unit_end(std::size_t unit) const { return cuts_[unit + 1]; }

  // Where the text of a kept node stands in the target; empty if nowhere.
  TextRange kept_place(std::size_t node) const { return kept_places_[node]; }
  // Words that stand for kept text as well, besides its place.
  const std::vector<TextRange>& left_overs() const { return left_overs_; }

 private:
  void split_copied_words(const Segment& segment, std::string_view target);
  void sort_links();
  void find_kept(const Segment& segment, std::string_view target);
  // Where in a part of the target the text stands and nothing else has its place.
  std::optional<TextRange> free_place(std::string_view text, std::string_view target, TextRange within) const;
  std::optional<TextRange> linked_place(const InlineNode& node, std::string_view text,
                                        std::string_view target) const;
  void find_altered(const InlineNode& node, std::size_t number, std::string_view target);
  void drop_links_of_kept(const Segment& segment);

  std::vector<Link> links_;
  std::vector<std::size_t> furthest_;  // for each link the greatest end of a source up to it
  std::vector<std::size_t> cuts_;
  std::vector<TextRange> kept_places_;
  std::vector<TextRange> occupied_;  // places of kept text, sorted
  std::vector<TextRange> left_overs_;
};

inline bool overlap(TextRange a, TextRange b) {
  return a.begin < b.end && b.begin < a.end;
}

// Whether there is nothing but white space, with or without breaks.
bool is_blank(std::string_view text);

}  // namespace calque::documents
