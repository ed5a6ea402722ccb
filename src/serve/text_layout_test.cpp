#include "serve/text_layout.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Sentences end with a full stop.
std::vector<TextRange> cut(std::string_view line) {
  std::vector<TextRange> ranges;
  std::size_t begin = line.find_first_not_of(" \r\t");
  while (begin != std::string_view::npos) {
    std::size_t end = std::min(line.find('.', begin), line.size() - 1) + 1;
    const std::size_t next = line.find_first_not_of(" \r\t", end);
    if (next == std::string_view::npos) end = line.find_last_not_of(" \r\t") + 1;
    ranges.push_back({begin, end});
    begin = next;
  }
  return ranges;
}

std::vector<std::string> sentences(const TextLayout& layout) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < layout.sentences().size(); ++i) list.emplace_back(layout.sentence(i));
  return list;
}

TEST(TextLayout, KeepsParagraphsAndWhiteSpace) {
  const TextLayout layout("  A b.  C.\r\n\n\tD \n", cut, "en");
  EXPECT_THAT(sentences(layout), ElementsAre("A b.", "C.", "D"));
  std::vector<TextRange> ranges;
  EXPECT_EQ(layout.join({"1", "22", "333"}, &ranges), "  1  22\r\n\n\t333 \n");
  EXPECT_THAT(ranges, ElementsAre(TextRange{2, 3}, TextRange{5, 7}, TextRange{11, 14}));
}

TEST(TextLayout, SentencesWithoutBlanksGetOneWhereTheLanguageHasIt) {
  EXPECT_EQ(TextLayout("甲。.乙.", cut, "en").join({"A.", "B."}), "A. B.");
  EXPECT_EQ(TextLayout("A. B.", cut, "zh").join({"甲。", "乙。"}), "甲。乙。");
  EXPECT_EQ(TextLayout("A.  B.", cut, "zh").join({"甲。", "乙。"}), "甲。  乙。");
}

TEST(TextLayout, TextWithoutLettersStaysAsItIs) {
  for (const char* text : {"", " ", "😀👍🏽", "1,000.5 + 2", "\n\n", "— …"}) {
    const TextLayout layout(text, cut, "en");
    EXPECT_THAT(layout.sentences(), IsEmpty()) << text;
    EXPECT_EQ(layout.join({}), text);
  }
  for (const char* text : {"a", "ß", "漢", "ا", "1 x"}) EXPECT_TRUE(has_letters(text)) << text;
}

}  // namespace
}  // namespace calque::serve
