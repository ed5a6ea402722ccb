#include "text/casing.h"

#include <gtest/gtest.h>

namespace calque::text {
namespace {

TEST(CasingTest, LowerCase) {
  EXPECT_EQ(to_lower("HELLO, World 5"), "hello, world 5");
  EXPECT_EQ(to_lower("ÄÖÜ ÉTÉ ΣΟΦΟΣ МОСКВА 日本"), "äöü été σοφος москва 日本") << "with the final sigma";
  EXPECT_EQ(to_lower("ISTANBUL İ", "tr"), "ıstanbul i");
  EXPECT_EQ(to_lower("TITLE", "de"), "title");
  EXPECT_EQ(to_lower(""), "");
}

TEST(CasingTest, InitialCaseOfSentences) {
  EXPECT_EQ(initial_case("Hello"), InitialCase::kUpper);
  EXPECT_EQ(initial_case("\"(Élan"), InitialCase::kUpper);
  EXPECT_EQ(initial_case("hello World"), InitialCase::kLower);
  EXPECT_EQ(initial_case("我用Python"), InitialCase::kCaseless);
  EXPECT_EQ(initial_case("5 men"), InitialCase::kCaseless);
  EXPECT_EQ(initial_case("مرحبا"), InitialCase::kCaseless);
  EXPECT_EQ(initial_case(""), InitialCase::kCaseless);
}

TEST(CasingTest, Headlines) {
  EXPECT_TRUE(is_all_upper("BREAKING NEWS 5!"));
  EXPECT_FALSE(is_all_upper("Breaking"));
  EXPECT_FALSE(is_all_upper("I"));
  EXPECT_FALSE(is_all_upper("日本"));
}

TEST(CasingTest, CapitalisesSentences) {
  EXPECT_EQ(capitalize_sentence("hello world."), "Hello world.");
  EXPECT_EQ(capitalize_sentence("\"(hello) world"), "\"(Hello) world");
  EXPECT_EQ(capitalize_sentence("écoute"), "Écoute");
  EXPECT_EQ(capitalize_sentence("l'homme"), "L'homme");
  EXPECT_EQ(capitalize_sentence("ilk", "tr"), "İlk");
  for (const char* same : {"", "...", "iPhone sales", "5 men", "日本語です", "www.x.org is down",
                           "a@b.org wrote", "http://x.org", "Already"}) {
    EXPECT_EQ(capitalize_sentence(same), same);
  }
  EXPECT_EQ(capitalize_sentence("x-Ray"), "X-Ray");
}

}  // namespace
}  // namespace calque::text
