#include "pipeline/language_fitting.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace calque::pipeline {
namespace {

text::Preparation between(std::string source, std::string target) {
  text::Preparation preparation;
  preparation.source_language = std::move(source);
  preparation.target_language = std::move(target);
  return preparation;
}

decode::Translation fitted(const text::Preparation& preparation, std::vector<std::string> words,
                           std::vector<text::Link> links = {}) {
  decode::Translation translation;
  translation.words = std::move(words);
  translation.alignment = std::move(links);
  LanguageFitting(preparation).fit(translation);
  return translation;
}

using Words = std::vector<std::string>;
using Links = std::vector<text::Link>;

TEST(LanguageFitting, EnglishSymbolsStandBeforeTheirNumbersAndKeepTheirLinks) {
  const auto translation =
      fitted(between("de", "en"), {"it", "costs", "5", "€"}, {{0, 0}, {1, 1}, {2, 2}, {3, 3}});
  EXPECT_EQ(translation.words, (Words{"it", "costs", "€", "5"}));
  EXPECT_EQ(translation.alignment, (Links{{0, 0}, {1, 1}, {2, 3}, {3, 2}}));
}

TEST(LanguageFitting, GermanSymbolsStandBehindThem) {
  EXPECT_EQ(fitted(between("en", "de"), {"$", "5", "."}).words, (Words{"5", "$", "."}));
  EXPECT_EQ(fitted(between("en", "de"), {"5", "$", "."}).words, (Words{"5", "$", "."}));
}

TEST(LanguageFitting, EnglishArticlesFitTheWordBehindThem) {
  EXPECT_EQ(fitted(between("fr", "en"), {"a", "orange"}).words, (Words{"an", "orange"}));
  EXPECT_EQ(fitted(between("en", "fr"), {"a", "orange"}).words, (Words{"a", "orange"}));
}

TEST(LanguageFitting, WordsThatWereGivenStayAsTheyAre) {
  text::Preparation preparation = between("de", "en");
  preparation.pretokenized = true;
  EXPECT_EQ(fitted(preparation, {"a", "orange", "5", "€"}).words, (Words{"a", "orange", "5", "€"}));
}

}  // namespace
}  // namespace calque::pipeline
