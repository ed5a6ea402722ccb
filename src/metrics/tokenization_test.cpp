#include "metrics/tokenization.h"

#include <gtest/gtest.h>

namespace calque::metrics {
namespace {

std::string joined(std::string_view line, Tokenization tokenization, bool lowercase = false) {
  TokenBuffer buffer;
  SegmentTokenizer(tokenization, lowercase).tokenize(line, buffer);
  std::string out;
  for (const std::string_view token : buffer.tokens) {
    if (!out.empty()) out += '|';
    out += token;
  }
  return out;
}

TEST(Tokenization, NamesRoundTrip) {
  for (const char* name : {"13a", "none", "intl", "zh", "char"}) {
    const auto value = find_enum<Tokenization>(name);
    ASSERT_TRUE(value.has_value()) << name;
    EXPECT_EQ(name_of(*value), name);
  }
  EXPECT_FALSE(find_enum<Tokenization>("14").has_value());
}

TEST(Tokenization, ThirteenASplitsPunctuationButKeepsNumbers) {
  EXPECT_EQ(joined("Hello, world!", Tokenization::k13a), "Hello|,|world|!");
  EXPECT_EQ(joined("It costs $1,234.50 (about).", Tokenization::k13a), "It|costs|$|1,234.50|(|about|)|.");
  EXPECT_EQ(joined("don't well-known 5-year", Tokenization::k13a), "don't|well-known|5|-|year");
  EXPECT_EQ(joined("in 1999.", Tokenization::k13a), "in|1999|.");
  EXPECT_EQ(joined(".5", Tokenization::k13a), ".|5");
  EXPECT_EQ(joined("wait...", Tokenization::k13a), "wait|.|.|.");
}

TEST(Tokenization, ThirteenAUndoesEntities) {
  EXPECT_EQ(joined("a &quot;b&quot; &amp;lt; <skipped>c", Tokenization::k13a), "a|\"|b|\"|<|c");
}

TEST(Tokenization, NoneSplitsAtUnicodeWhiteSpaceOnly) {
  EXPECT_EQ(joined("a,b c\u00a0d\u3000e  ", Tokenization::kNone), "a,b|c|d|e");
  EXPECT_EQ(joined("", Tokenization::kNone), "");
  EXPECT_EQ(joined(" \t ", Tokenization::kNone), "");
}

TEST(Tokenization, IntlSplitsUnicodePunctuationAndSymbols) {
  EXPECT_EQ(joined("caf\u00e9\u2014bar, 3.5\u20ac", Tokenization::kIntl),
            "caf\u00e9|\u2014|bar|,|3.5|\u20ac");
  EXPECT_EQ(joined("don't", Tokenization::kIntl), "don|'|t");
  // A full stop after a digit at the end of the line stays: neither rule has a neighbour that is no digit.
  EXPECT_EQ(joined("year 1999.  ", Tokenization::kIntl), "year|1999.");
}

TEST(Tokenization, ZhSplitsChineseCharactersAndKeepsLatinWords) {
  EXPECT_EQ(joined("\u6211\u559c\u6b22 Python3.8\u3002", Tokenization::kZh),
            "\u6211|\u559c|\u6b22|Python3.8|\u3002");
  EXPECT_EQ(joined("a\u201cb", Tokenization::kZh), "a|\u201c|b");
}

TEST(Tokenization, CharSplitsEveryCharacter) {
  EXPECT_EQ(joined("ab \u00e9", Tokenization::kChar), "a|b|\u00e9");
}

TEST(Tokenization, LowercaseIsUnicode) {
  EXPECT_EQ(joined("\u00c9A \u0410", Tokenization::kNone, true), "\u00e9a|\u0430");
  // Lower-casing may lengthen the text (U+0130 becomes two characters).
  std::string many;
  for (int i = 0; i < 100; ++i) many += "\u0130";
  EXPECT_EQ(joined(many, Tokenization::kNone, true).size(), 300U);
}

TEST(Tokenization, BrokenUtf8BecomesReplacementCharacters) {
  for (const Tokenization t : {Tokenization::k13a, Tokenization::kNone, Tokenization::kIntl,
                               Tokenization::kZh, Tokenization::kChar}) {
    EXPECT_FALSE(joined("a\xff\xe4\xb8 b\xe2", t, true).empty());
  }
  EXPECT_EQ(joined("\xff", Tokenization::kChar), "\ufffd");
}

}  // namespace
}  // namespace calque::metrics
