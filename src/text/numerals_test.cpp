#include "text/numerals.h"

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

}  // namespace
}  // namespace calque::text
