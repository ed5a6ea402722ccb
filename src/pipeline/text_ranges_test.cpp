#include "pipeline/text_ranges.h"

#include <gtest/gtest.h>

namespace calque::pipeline {
namespace {

TEST(TextRangesTest, WordsThatWereCutShareTheRangeOfTheWhole) {
  // The soft hyphen was dropped from the second word.
  const std::string text = "二 十三\u00AD日 x";
  const std::vector<text::ByteRange> ranges{{0, 3}, {4, 15}, {16, 17}};
  const std::vector<std::string> before{"二", "十三日", "x"};
  EXPECT_EQ(cut_ranges(text, ranges, before, before), ranges);
  EXPECT_EQ(cut_ranges(text, ranges, before, {"二", "十三", "日", "x"}),
            (std::vector<text::ByteRange>{{0, 3}, {4, 10}, {10, 15}, {16, 17}}));
}

TEST(TextRangesTest, RangesAreMoved) {
  std::vector<TextRange> out{{0, 1}};
  const std::vector<text::ByteRange> ranges{{0, 2}, {3, 4}};
  append_ranges(ranges, 10, out);
  EXPECT_EQ(out, (std::vector<TextRange>{{0, 1}, {10, 12}, {13, 14}}));
}

}  // namespace
}  // namespace calque::pipeline
