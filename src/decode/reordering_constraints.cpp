#include "decode/reordering_constraints.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace calque::decode {
namespace {

constexpr std::array<std::string_view, 17> kPunctuation{",",  ".",  ";",  ":",  "!",  "?", "、", "。", "，",
                                                        "．", "；", "：", "！", "？", "،", "؟",  "।"};

bool contains(const text::Span& outer, const text::Span& inner) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

bool overlaps(const text::Span& a, const text::Span& b) {
  return a.begin < b.end && b.begin < a.end;
}

}  // namespace

void ReorderingConstraints::add_wall(std::uint32_t position) {
  const auto place = std::lower_bound(walls_.begin(), walls_.end(), position);
  if (position > 0 && (place == walls_.end() || *place != position)) walls_.insert(place, position);
}

void ReorderingConstraints::add_zone(text::Span zone) {
  if (zone.size() > 1) zones_.push_back(zone);
}

void ReorderingConstraints::add_enclosure(text::Span zone) {
  add_zone(zone);
  if (zone.size() < 3) return;
  add_wall(zone.begin + 1);
  add_wall(zone.end - 1);
}

void ReorderingConstraints::add_walls_at_punctuation(std::span<const std::string_view> words) {
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (std::find(kPunctuation.begin(), kPunctuation.end(), words[i]) == kPunctuation.end()) continue;
    add_wall(i);
    add_wall(i + 1);
  }
}

bool ReorderingConstraints::cuts_zone(text::Span source) const {
  return std::any_of(zones_.begin(), zones_.end(), [&](const text::Span& zone) {
    return overlaps(zone, source) && !contains(zone, source) && !contains(source, zone);
  });
}

// The whole sentence if the wall is in no zone.
text::Span ReorderingConstraints::innermost_zone(std::uint32_t wall) const {
  text::Span innermost{0, std::numeric_limits<std::uint32_t>::max()};
  for (const text::Span& zone : zones_) {
    if (zone.begin < wall && wall < zone.end && zone.size() < innermost.size()) innermost = zone;
  }
  return innermost;
}

bool ReorderingConstraints::allows(std::span<const std::uint64_t> coverage, text::Span source,
                                   std::uint32_t first_gap, std::int32_t distortion_limit) const {
  for (const text::Span& zone : zones_) {
    if (contains(source, zone)) continue;
    const bool begun = next_with(coverage, true, zone.begin, zone.end) < zone.end;
    const bool open = next_with(coverage, false, zone.begin, zone.end) < zone.end;
    if (begun && open && !contains(zone, source)) return false;
    // A zone ahead of words not yet translated must be near enough to come back from its end.
    if (!begun && contains(zone, source) && first_gap < zone.begin && distortion_limit >= 0 &&
        zone.end - first_gap > static_cast<std::uint32_t>(distortion_limit)) {
      return false;
    }
  }
  for (const std::uint32_t wall : walls_) {
    if (source.end <= wall) break;
    const text::Span scope = innermost_zone(wall);
    if (source.begin >= scope.end || source.end <= scope.begin) continue;
    // Free words of the scope before the wall that the phrase itself does not cover.
    std::uint32_t gap = next_with(coverage, false, scope.begin, wall);
    if (gap >= source.begin && gap < source.end)
      gap = next_with(coverage, false, source.end, std::max(wall, source.end));
    if (gap < wall) return false;
  }
  return true;
}

bool ReorderingConstraints::interrupts_zone(text::Span source, text::Span gap) const {
  return std::any_of(zones_.begin(), zones_.end(), [&](const text::Span& zone) {
    return overlaps(zone, source) && !contains(source, zone) && !contains(zone, gap);
  });
}

}  // namespace calque::decode
