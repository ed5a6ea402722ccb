#include "text/numerals.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace calque::text {
namespace {

TEST(Numerals, DigitsOfEveryScript) {
  EXPECT_EQ(digits_of("1.234,5"), "12345");
  EXPECT_EQ(digits_of("1,234.5"), "12345");
  EXPECT_EQ(digits_of("6:30"), "630");
  EXPECT_EQ(digits_of("B2b"), "2");
  EXPECT_EQ(digits_of("１３"), "13");
  EXPECT_EQ(digits_of("٤٢"), "42");
  EXPECT_EQ(digits_of("dreizehn"), "");
  EXPECT_EQ(digits_of("四十二"), "");
  EXPECT_EQ(digits_of(""), "");
}

TEST(Numerals, HanNumeralsAreKnown) {
  EXPECT_TRUE(has_han_numeral("四十二"));
  EXPECT_TRUE(has_han_numeral("六時"));
  EXPECT_FALSE(has_han_numeral("時"));
  EXPECT_FALSE(has_han_numeral("six"));
  EXPECT_FALSE(has_han_numeral(""));
}

TEST(Numerals, DecimalMarksOfLanguages) {
  EXPECT_EQ(decimal_mark("en-GB"), DecimalMark::kPoint);
  EXPECT_EQ(decimal_mark("de"), DecimalMark::kComma);
  EXPECT_EQ(decimal_mark("tlh"), DecimalMark::kUnknown);
  EXPECT_EQ(decimal_mark(""), DecimalMark::kUnknown);
}

std::string localized(std::string word, DecimalMark from, DecimalMark to) {
  localize_number(word, from, to);
  return word;
}

TEST(Numerals, NumbersAreWrittenAsTheOtherLanguageDoes) {
  using enum DecimalMark;
  EXPECT_EQ(localized("1,83", kComma, kPoint), "1.83");
  EXPECT_EQ(localized("1.234.567,8", kComma, kPoint), "1,234,567.8");
  EXPECT_EQ(localized("10.000", kComma, kPoint), "10,000");
  EXPECT_EQ(localized("3.14", kPoint, kComma), "3,14");
  EXPECT_EQ(localized("1,000.5", kPoint, kComma), "1.000,5");
}

TEST(Numerals, EverythingElseStays) {
  using enum DecimalMark;
  for (const char* word : {"2026", "31.12.", "1.2.3", "192.168.0.1", "12.30", "1.0000", "1234.567", ",5",
                           "5,", "1,2,3", "v1,5", "", "12:30"})
    EXPECT_EQ(localized(word, kComma, kPoint), word);
  for (const auto& [from, to] : {std::pair{kComma, kComma}, {kUnknown, kPoint}, {kComma, kUnknown}})
    EXPECT_EQ(localized("1,83", from, to), "1,83");
}

}  // namespace
}  // namespace calque::text
