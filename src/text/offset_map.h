// Where the pieces of a text went when it was written in another way, so that a place in the one can be found
// in the other.
//
// A map is filled from left to right; after that it is immutable and safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace calque::text {

// Bytes [begin, end) of a text. Positions in a line are 32 bits wide.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const ByteRange&) const = default;
};

class OffsetMap {
 public:
  // The next bytes are the same in both texts.
  void keep(std::size_t bytes);
  // The next `before` bytes became `after` other ones; either may be 0.
  void replace(std::size_t before, std::size_t after);

  // Of two texts with equally many characters, each of which became the one in its place.
  static OffsetMap of_characters(std::string_view before, std::string_view after);

  // What bytes of the one text are in the other. A range that begins inside of replaced bytes begins behind
  // them, and one that ends there ends behind them: ranges that do not overlap still do not.
  // Requires: the range lies inside of what was filled in, and is not empty.
  ByteRange before(ByteRange after) const;
  ByteRange after(ByteRange before) const;

 private:
  struct Piece {
    std::uint32_t before;  // where it begins
    std::uint32_t after;
    bool kept;
  };
  // Where a piece begins on the side that is given and on the other.
  using Side = std::uint32_t Piece::*;
  ByteRange map(ByteRange range, Side from, Side to) const;
  void begin_piece(bool kept);

  std::vector<Piece> pieces_;
  Piece end_{0, 0, false};
};

// Without the blanks at its ends, no-break ones among them.
ByteRange without_blanks(ByteRange range, std::string_view text);

}  // namespace calque::text
