#include "text/number_words.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::text {
namespace {

bool says(std::string_view language, std::uint64_t number, std::string_view words) {
  const std::vector<std::uint64_t> numbers{number};
  return NumberWords(language, numbers).say(number, split_words(words));
}

TEST(NumberWords, AreThoseOfTheLanguage) {
  EXPECT_TRUE(says("en", 2, "the two of them"));
  EXPECT_TRUE(says("en-GB", 42, "forty-two"));
  EXPECT_TRUE(says("en", 42, "the Forty - second time"));
  EXPECT_TRUE(says("en", 205, "two hundred and five"));
  EXPECT_TRUE(says("de", 21, "einundzwanzig"));
  EXPECT_TRUE(says("fr", 80, "quatre-vingts ans"));
  EXPECT_TRUE(says("fr", 1, "une"));
  EXPECT_TRUE(says("ja", 42, "四 十二"));
  EXPECT_TRUE(says("ru", 3, "трёх") || says("ru", 3, "трех"));
  EXPECT_FALSE(says("en", 2, "twenty"));
  EXPECT_FALSE(says("en", 13, "thirty children"));
  EXPECT_FALSE(says("en", 10, "%"));
}

TEST(NumberWords, OfALanguageWithoutDataSayNothing) {
  EXPECT_FALSE(says("", 2, "two"));
  EXPECT_FALSE(says("xx", 2, "two"));
  EXPECT_FALSE(NumberWords("xx", {}).knows_language());
  EXPECT_TRUE(NumberWords("de", {}).knows_language());
}

TEST(NumberWords, NameMonths) {
  const NumberWords words("en", {});
  EXPECT_TRUE(words.say_month(8, split_words("in August")));
  EXPECT_TRUE(words.say_month(12, split_words("Dec. 24")));
  EXPECT_FALSE(words.say_month(8, split_words("July")));
  EXPECT_FALSE(words.say_month(0, split_words("January")));
  EXPECT_FALSE(words.say_month(13, split_words("January")));
}

}  // namespace
}  // namespace calque::text
