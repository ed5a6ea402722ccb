#include "text/apostrophes.h"

#include <gtest/gtest.h>

namespace calque::text {
namespace {

std::string straightened(std::string word) {
  straighten_apostrophes(word);
  return word;
}

TEST(Apostrophes, ThoseOfWordsBecomeStraight) {
  EXPECT_EQ(straightened("l’"), "l'");
  EXPECT_EQ(straightened("’s"), "'s");
  EXPECT_EQ(straightened("aujourd’hui"), "aujourd'hui");
  EXPECT_EQ(straightened("O\u02BCZbek"), "O'Zbek");
  EXPECT_EQ(straightened("été"), "été");
  EXPECT_EQ(straightened("don't"), "don't");
}

TEST(Apostrophes, AMarkAloneIsAQuotationMark) {
  EXPECT_EQ(straightened("’"), "’");
  EXPECT_EQ(straightened(""), "");
}

TEST(Apostrophes, CurlyTextIsKnownByApostrophesInsideOfWords) {
  EXPECT_TRUE(has_curly_apostrophes("L’homme n’est pas là."));
  EXPECT_FALSE(has_curly_apostrophes("L'homme n’est pas là."));
  EXPECT_FALSE(has_curly_apostrophes("‘Yes’, he said."));
  EXPECT_FALSE(has_curly_apostrophes(""));
}

TEST(Apostrophes, ThoseAfterLettersBecomeCurly) {
  EXPECT_EQ(curl_apostrophes("It's the dogs' house."), "It’s the dogs’ house.");
  EXPECT_EQ(curl_apostrophes("'Yes', 5'"), "'Yes’, 5'");
}

}  // namespace
}  // namespace calque::text
