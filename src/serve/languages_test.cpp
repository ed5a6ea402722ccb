#include "serve/languages.h"

#include <gtest/gtest.h>

namespace calque::serve {
namespace {

TEST(Languages, CodesHaveOneSpelling) {
  EXPECT_EQ(language_code("EN"), "en");
  EXPECT_EQ(language_code("zh-Hans"), "zh");
  EXPECT_EQ(language_code("zh_CN"), "zh");
  EXPECT_EQ(language_code("ZT"), "zh-Hant");
  EXPECT_EQ(language_code("zh-hant"), "zh-Hant");
  EXPECT_EQ(language_code("pb"), "pt-BR");
  EXPECT_EQ(language_code("pt_br"), "pt-BR");
  EXPECT_EQ(language_code("sr-latn-rs"), "sr-Latn-RS");
  EXPECT_EQ(language_code("x-"), "x-");
  EXPECT_EQ(language_code(""), "");
}

TEST(Languages, NamesAndDirections) {
  EXPECT_EQ(language_name("de"), "German");
  EXPECT_EQ(language_name("pt-BR"), "Portuguese (Brazil)");
  EXPECT_EQ(language_name("tlh"), "tlh");
  EXPECT_EQ(writing_direction("ar"), "rtl");
  EXPECT_EQ(writing_direction("he-IL"), "rtl");
  EXPECT_EQ(writing_direction("de"), "ltr");
}

}  // namespace
}  // namespace calque::serve
