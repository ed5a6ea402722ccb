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

std::string joined(std::string_view line, std::string_view language) {
  std::string out;
  return join_thousands(line, language, out) ? out : std::string(line);
}

TEST(NumeralsTest, GroupsOfDigitsBecomeOneNumber) {
  EXPECT_EQ(joined("les 1 000 pas", "fr"), "les 1.000 pas");
  EXPECT_EQ(joined("12\u00A0345\u202F678,5 €", "fr"), "12.345.678,5 €");
  EXPECT_EQ(joined("1\u00A0000 people", "en"), "1,000 people");
  EXPECT_EQ(joined("1 000 people", "en"), "1 000 people") << "not the habit of the language";
  EXPECT_EQ(joined("en 2015 300 pas", "fr"), "en 2015 300 pas") << "a year";
  EXPECT_EQ(joined("le 5 1000 10:30 120 2,5 100", "fr"), "le 5 1000 10:30 120 2,5 100");
  EXPECT_EQ(joined("1 0000 12 34", "fr"), "1 0000 12 34");
  EXPECT_EQ(joined("1 000", "es"), "1 000") << "no plain standard";
}

TEST(NumeralsTest, NumbersAreSetApartInGroupsWhereTheLanguageDoes) {
  const auto split = [](std::string word, std::string_view language) {
    split_thousands(word, language);
    return word;
  };
  EXPECT_EQ(split("12.345,5", "fr"), "12\u00A0345,5");
  EXPECT_EQ(split("1.000", "de"), "1.000");
  EXPECT_EQ(split("1.2.3", "fr"), "1.2.3");
  EXPECT_EQ(split("3,5", "fr"), "3,5");
}

}  // namespace
}  // namespace calque::text
