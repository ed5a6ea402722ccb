#include "text/offset_map.h"

#include <string>

#include <gtest/gtest.h>

namespace calque::text {
namespace {

// "a„bc" became "a“" + "XY" + "bc", and a byte was dropped before the last.
OffsetMap example() {
  OffsetMap map;
  map.keep(1);
  map.replace(3, 2);
  map.keep(1);
  map.replace(1, 0);
  map.keep(1);
  return map;
}

TEST(OffsetMapTest, FindsPlacesInBothDirections) {
  const OffsetMap map = example();
  EXPECT_EQ(map.after({0, 1}), (ByteRange{0, 1}));
  EXPECT_EQ(map.after({1, 4}), (ByteRange{1, 3}));
  EXPECT_EQ(map.after({4, 7}), (ByteRange{3, 5}));
  EXPECT_EQ(map.before({1, 3}), (ByteRange{1, 4}));
  EXPECT_EQ(map.before({0, 5}), (ByteRange{0, 7}));
}

TEST(OffsetMapTest, WhatWasDroppedBelongsToWhatSurroundsIt) {
  const OffsetMap map = example();
  EXPECT_EQ(map.before({3, 4}), (ByteRange{4, 5}));
  EXPECT_EQ(map.before({4, 5}), (ByteRange{6, 7}));
  EXPECT_EQ(map.before({3, 5}), (ByteRange{4, 7}));
}

TEST(OffsetMapTest, RangesThatMeetInsideOfReplacedBytesDoNotOverlap) {
  const OffsetMap map = example();
  EXPECT_EQ(map.before({0, 2}), (ByteRange{0, 4}));
  EXPECT_EQ(map.before({2, 4}), (ByteRange{4, 5}));
}

TEST(OffsetMapTest, PairsCharactersOfDifferentLengths) {
  const OffsetMap map = OffsetMap::of_characters("x'y'", "x’y’");
  EXPECT_EQ(map.after({0, 2}), (ByteRange{0, 4}));
  EXPECT_EQ(map.after({2, 4}), (ByteRange{4, 8}));
  EXPECT_EQ(map.before({4, 5}), (ByteRange{2, 3}));
}

TEST(OffsetMapTest, TrimsBlanksOfAnyKind) {
  const std::string text = "a\u00A0b \u3000";
  EXPECT_EQ(without_blanks({1, 8}, text), (ByteRange{3, 4}));
  EXPECT_EQ(without_blanks({4, 8}, text), (ByteRange{8, 8}));
}

}  // namespace
}  // namespace calque::text
