#include "pipeline/text_ranges.h"

#include <gtest/gtest.h>

namespace calque::pipeline {
namespace {

TEST(TextRangesTest, PiecesShareTheRangeOfTheWhole) {
  // The soft hyphen was dropped from the second word.
  const std::string text = "二 十三\u00AD日 x";
  const std::vector<text::ByteRange> ranges{{0, 3}, {4, 15}, {16, 17}};
  const std::vector<std::string> before{"二", "十三日", "x"};
  EXPECT_EQ(ranges_of_pieces(text, ranges, std::vector<std::uint32_t>{0, 1, 2}, before), ranges);
  const std::vector<std::string> words{"二", "十三", "日", "x"};
  EXPECT_EQ(ranges_of_pieces(text, ranges, std::vector<std::uint32_t>{0, 1, 1, 2}, words),
            (std::vector<text::ByteRange>{{0, 3}, {4, 10}, {10, 15}, {16, 17}}));
}

TEST(TextRangesTest, PiecesMayBeWrittenOtherwise) {
  const std::string text = "der Hochzeitskuss";
  const std::vector<text::ByteRange> ranges{{0, 3}, {4, 17}};
  const std::vector<std::string> words{"der", "Hochzeit", "Kuss"};
  EXPECT_EQ(ranges_of_pieces(text, ranges, std::vector<std::uint32_t>{0, 1, 1}, words),
            (std::vector<text::ByteRange>{{0, 3}, {4, 12}, {12, 17}}));
  const std::vector<std::string> longer{"d", "eine lange Form", "Kuss"};
  EXPECT_EQ(ranges_of_pieces(text, ranges, std::vector<std::uint32_t>{0, 1, 1}, longer),
            (std::vector<text::ByteRange>{{0, 3}, {4, 17}, {17, 17}}));
}

TEST(TextRangesTest, RangesAreMoved) {
  std::vector<TextRange> out{{0, 1}};
  const std::vector<text::ByteRange> ranges{{0, 2}, {3, 4}};
  append_ranges(ranges, 10, out);
  EXPECT_EQ(out, (std::vector<TextRange>{{0, 1}, {10, 12}, {13, 14}}));
}

}  // namespace
}  // namespace calque::pipeline
