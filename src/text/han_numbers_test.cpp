#include "text/han_numbers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <unicode/rbnf.h>

#include "base/parse.h"

namespace calque::text {
namespace {

TEST(HanNumbers, HaveTheirValue) {
  EXPECT_EQ(han_number("四十二"), 42U);
  EXPECT_EQ(han_number("二百三十五"), 235U);
  EXPECT_EQ(han_number("千九百八十四"), 1984U);
  EXPECT_EQ(han_number("二〇一〇"), 2010U);
  EXPECT_EQ(han_number("一九四五"), 1945U);
  EXPECT_EQ(han_number("三百〇五"), 305U);
  EXPECT_EQ(han_number("一百零五"), 105U);
  EXPECT_EQ(han_number("两千"), 2000U);
  EXPECT_EQ(han_number("20万"), 200'000U);
  EXPECT_EQ(han_number("百万"), 1'000'000U);
  EXPECT_EQ(han_number("三億二千万"), 320'000'000U);
}

TEST(HanNumbers, DoubtfulOnesHaveNone) {
  for (const char* word : {"二三", "三人", "一番", "十百", "百十十", "万億", "42", "", "二 三"})
    EXPECT_EQ(han_number(word), std::nullopt) << word;
}

TEST(HanNumbers, EqualThoseThatUnicodeSpells) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::RuleBasedNumberFormat rules(icu::URBNF_SPELLOUT, icu::Locale("ja"), status);
  ASSERT_TRUE(U_SUCCESS(status));
  for (std::int64_t number = 0; number < 3'000'000'000;
       number = number < 12'000 ? number + 1 : number * 7 / 5 + 13) {
    icu::UnicodeString text;
    rules.format(number, text);
    std::string spelled;
    text.toUTF8String(spelled);
    EXPECT_EQ(han_number(spelled), static_cast<std::uint64_t>(number)) << spelled;
  }
}

TEST(HanNumbers, AreFoundAcrossWords) {
  const std::vector<HanNumber> found =
      han_numbers(split_words("彼 は 四 十二 歳 で 、 二 十三日 と ５ 人 の 第三章"));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].words, (Span{2, 4}));
  EXPECT_TRUE(found[0].whole);
  EXPECT_EQ(found[0].value, 42U);
  EXPECT_EQ(found[1].words, (Span{7, 9}));
  EXPECT_FALSE(found[1].whole);
  EXPECT_EQ(found[1].end_in_word, std::string_view("十三").size());
  EXPECT_EQ(found[1].value, 23U);
  EXPECT_EQ(found[2].numerals, 1U);
  EXPECT_FALSE(found[2].whole);
}

}  // namespace
}  // namespace calque::text
