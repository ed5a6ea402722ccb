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

std::vector<text::ByteRange> cut_ranges(std::string_view text, const std::vector<text::ByteRange>& ranges,
                                        const std::vector<std::string>& before,
                                        const std::vector<std::string>& words) {
  CALQUE_CHECK(ranges.size() == before.size());
  if (before.size() == words.size()) return ranges;
  std::vector<text::ByteRange> cut;
  std::size_t next = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    text::ByteRange rest = ranges[i];
    // Pieces of one word, joined again, are the word.
    for (std::size_t left = before[i].size(); left > 0; ++next) {
      CALQUE_CHECK(next < words.size() && words[next].size() <= left);
      left -= words[next].size();
      const std::uint32_t end = left == 0 ? rest.end : place_of(text, rest, words[next].size());
      cut.push_back({rest.begin, end});
      rest.begin = end;
    }
  }
  CALQUE_CHECK(next == words.size());
  return cut;
}

}  // namespace calque::pipeline
