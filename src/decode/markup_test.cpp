#include "decode/markup.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::decode {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  for (const auto word : split_words(text)) words.emplace_back(word);
  return words;
}

MarkedLine parse_marked(std::string_view line) {
  return parse_markup(line, {cut, cut, true}, {"in", 3});
}

TEST(Markup, PlainTextIsItsWords) {
  const MarkedLine line = parse_marked("a &lt; b &amp;  c>d");
  EXPECT_THAT(line.words, ElementsAre("a", "<", "b", "&", "c>d"));
  EXPECT_TRUE(line.suggestions.empty() && line.constraints.empty() && line.settings.empty());
  EXPECT_TRUE(parse_marked("").words.empty());
}

TEST(Markup, ReadsEveryTag) {
  const MarkedLine line = parse_marked(
      R"(a <x translation="one two||&quot;three" prob="0.5||0.25" mode="inclusive">b c</x><wall/> <zone>d <keep>e</keep> f</zone>)"
      R"( <ph>g</ph> <ph like="@n@">1.5</ph><set name="stack-size" value="5"/>)");
  EXPECT_THAT(line.words, ElementsAre("a", "b", "c", "d", "e", "f", "g", "@n@"));
  ASSERT_EQ(line.suggestions.size(), 4U);
  EXPECT_EQ(line.suggestions[0].source, (text::Span{1, 3}));
  EXPECT_THAT(line.suggestions[0].words, ElementsAre("one", "two"));
  EXPECT_FALSE(line.suggestions[0].exclusive);
  EXPECT_THAT(line.suggestions[1].words, ElementsAre("\"three"));
  EXPECT_DOUBLE_EQ(line.suggestions[1].log_prob, std::log(0.25));
  EXPECT_THAT(line.suggestions[2].words, ElementsAre("e"));
  EXPECT_TRUE(line.suggestions[2].exclusive);
  EXPECT_THAT(line.suggestions[3].words, ElementsAre("g"));
  ASSERT_EQ(line.constraints.zones().size(), 1U);
  EXPECT_EQ(line.constraints.zones()[0], (text::Span{3, 6}));
  ASSERT_EQ(line.placeholders.size(), 1U);
  EXPECT_EQ(line.placeholders[0].position, 7U);
  EXPECT_EQ(line.placeholders[0].text, "1.5");
  EXPECT_THAT(line.settings, ElementsAre(std::pair<std::string, std::string>("stack-size", "5")));
}

TEST(Markup, RefusesWhatIsNotWellFormedWithThePlace) {
  for (const char* bad : {"a < b",
                          "<x translation=\"b\">a",
                          "a</x>",
                          "<x>a</x>",
                          "<x translation=\"\">a</x>",
                          "<x translation=\"b\"></x>",
                          "<zone>a <x translation=\"b\">c</zone></x>",
                          "<b>a</b>",
                          "a & b",
                          "<wall>",
                          "<wall",
                          "<x translation=\"b>a</x>",
                          "<x translation=\"b\" prob=\"2\">a</x>",
                          "<x translation=\"b\" prob=\"1||1\">a</x>",
                          "<ph>a b</ph>",
                          "<ph></ph>",
                          "<keep x=\"1\">a</keep>",
                          "<set name=\"a\"/>",
                          "<x translation=\"b\"><wall/>a</x>",
                          "<keep/>",
                          "<x translation=\"b\" translation=\"c\">a</x>",
                          "<x translation=\"b\" mode=\"loud\">a</x>"}) {
    EXPECT_THAT([&] { parse_marked(bad); }, ThrowsMessage<DataError>(HasSubstr("in:3"))) << bad;
  }
}

}  // namespace
}  // namespace calque::decode
