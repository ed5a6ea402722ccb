#include "text/offset_map.h"

#include <algorithm>

#include <unicode/uchar.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque::text {

void OffsetMap::begin_piece(bool kept) {
  pieces_.push_back(end_);
  pieces_.back().kept = kept;
}

void OffsetMap::keep(std::size_t bytes) {
  if (bytes == 0) return;
  if (pieces_.empty() || !pieces_.back().kept) begin_piece(true);
  end_.before += static_cast<std::uint32_t>(bytes);
  end_.after += static_cast<std::uint32_t>(bytes);
}

void OffsetMap::replace(std::size_t before, std::size_t after) {
  if (before == 0 && after == 0) return;
  begin_piece(false);
  end_.before += static_cast<std::uint32_t>(before);
  end_.after += static_cast<std::uint32_t>(after);
}

OffsetMap OffsetMap::of_characters(std::string_view before, std::string_view after) {
  OffsetMap map;
  std::size_t there = 0;
  for (std::size_t here = 0; here < before.size();) {
    CALQUE_CHECK(there < after.size());
    const std::size_t old_bytes = character_at(before, here).bytes;
    const std::size_t new_bytes = character_at(after, there).bytes;
    old_bytes == new_bytes ? map.keep(old_bytes) : map.replace(old_bytes, new_bytes);
    here += old_bytes;
    there += new_bytes;
  }
  CALQUE_CHECK(there == after.size());
  return map;
}

ByteRange OffsetMap::map(ByteRange range, Side from, Side to) const {
  CALQUE_CHECK(range.begin < range.end && range.end <= end_.*from);
  // Of the pieces that begin at one place, all but the last are empty on this side.
  const auto piece_of = [&](std::uint32_t at) {
    return std::upper_bound(pieces_.begin(), pieces_.end(), at,
                            [&](std::uint32_t place, const Piece& piece) { return place < piece.*from; }) -
           1;
  };
  const auto end_of = [&](auto piece) { return piece + 1 == pieces_.end() ? end_.*to : (*(piece + 1)).*to; };
  const auto first = piece_of(range.begin);
  const auto last = piece_of(range.end - 1);
  ByteRange mapped;
  if (first->kept) {
    mapped.begin = (*first).*to + (range.begin - (*first).*from);
  } else {
    mapped.begin = range.begin == (*first).*from ? (*first).*to : end_of(first);
  }
  mapped.end = last->kept ? (*last).*to + (range.end - (*last).*from) : end_of(last);
  return mapped;
}

ByteRange OffsetMap::before(ByteRange after) const {
  return map(after, &Piece::after, &Piece::before);
}

ByteRange OffsetMap::after(ByteRange before) const {
  return map(before, &Piece::before, &Piece::after);
}

ByteRange without_blanks(ByteRange range, std::string_view text) {
  const auto is_blank = [](char32_t code) { return u_isUWhiteSpace(static_cast<UChar32>(code)) != 0; };
  while (range.begin < range.end) {
    const Utf8Character first = character_at(text, range.begin);
    if (!is_blank(first.code)) break;
    range.begin += static_cast<std::uint32_t>(first.bytes);
  }
  while (range.begin < range.end) {
    std::uint32_t last = range.end - 1;
    while (last > range.begin && (static_cast<unsigned char>(text[last]) & 0xC0U) == 0x80U) --last;
    if (!is_blank(character_at(text, last).code)) break;
    range.end = last;
  }
  return range;
}

}  // namespace calque::text
