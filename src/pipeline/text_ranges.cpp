#include "pipeline/text_ranges.h"

#include <algorithm>
#include <cstdint>

#include "base/error.h"
#include "text/normalize.h"
#include "text/utf8.h"

namespace calque::pipeline {
namespace {

// The byte of the range before which its text has at least so many bytes once it is normalised.
std::uint32_t place_of(std::string_view text, text::ByteRange range, std::size_t bytes) {
  std::uint32_t at = range.begin;
  while (at < range.end && text::normalize(text.substr(range.begin, at - range.begin)).size() < bytes)
    at += static_cast<std::uint32_t>(text::character_at(text, at).bytes);
  return std::min(at, range.end);
}

}  // namespace

void append_ranges(std::span<const text::ByteRange> ranges, std::size_t offset, std::vector<TextRange>& out) {
  for (const text::ByteRange& range : ranges) out.push_back({offset + range.begin, offset + range.end});
}

void move_ranges(std::span<const TextRange> ranges, std::size_t offset, std::vector<TextRange>& out) {
  for (const TextRange& range : ranges) out.push_back({offset + range.begin, offset + range.end});
}

std::vector<text::ByteRange> ranges_of_pieces(std::string_view text, std::span<const text::ByteRange> ranges,
                                              std::span<const std::uint32_t> origins,
                                              std::span<const std::string> words) {
  CALQUE_CHECK(origins.size() == words.size());
  std::vector<text::ByteRange> pieces;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool first = i == 0 || origins[i - 1] != origins[i];
    const bool last = i + 1 == words.size() || origins[i + 1] != origins[i];
    const text::ByteRange whole = ranges[origins[i]];
    const text::ByteRange rest{first ? whole.begin : pieces.back().end, whole.end};
    pieces.push_back({rest.begin, last ? rest.end : place_of(text, rest, words[i].size())});
  }
  return pieces;
}

}  // namespace calque::pipeline
