#include "text/capitals.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::text {
namespace {

std::string with_capitals(std::string_view language, std::string_view line) {
  const auto pieces = split_words(line);
  std::vector<std::string> words(pieces.begin(), pieces.end());
  set_capitals(words, language);
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

TEST(CapitalsTest, StandAtTheStartAndAfterInnerSentenceEnds) {
  EXPECT_EQ(with_capitals("en", "well . we go ! do you ? yes"), "Well . We go ! Do you ? Yes");
  EXPECT_EQ(with_capitals("en", "( he left . ) she stayed"), "( He left . ) She stayed");
  EXPECT_EQ(with_capitals("en", "\" it is over . \" we left ."), "\" It is over . \" We left .");
  EXPECT_EQ(with_capitals("fr", "« oui . » l' homme part ."), "« Oui . » L' homme part .");
  EXPECT_EQ(with_capitals("tr", "gel . iyi"), "Gel . İyi");
  EXPECT_EQ(with_capitals("es", "¿ qué ? ¡ nada !"), "¿ Qué ? ¡ Nada !");
}

TEST(CapitalsTest, StandAtTheStartOfQuotations) {
  EXPECT_EQ(with_capitals("en", "he said : \" we go . \""), "He said : \" We go . \"");
  EXPECT_EQ(with_capitals("en", "he said , \" we go . \""), "He said , \" We go . \"");
  EXPECT_EQ(with_capitals("en", "\" yes , \" he said , \" and more . \""),
            "\" Yes , \" he said , \" and more . \"");
  EXPECT_EQ(with_capitals("de", "er sagte : „ wir gehen . “"), "Er sagte : „ Wir gehen . “");
  EXPECT_EQ(with_capitals("de", "das heißt , „ gut “ ist es"), "Das heißt , „ gut “ ist es");
  EXPECT_EQ(with_capitals("en", "\" is it ? \" \" yes . \""), "\" Is it ? \" \" Yes . \"");
  EXPECT_EQ(with_capitals("en", "the \" odd \" one"), "The \" odd \" one");
}

TEST(CapitalsTest, DoNotStandWhereASentenceGoesOn) {
  EXPECT_EQ(with_capitals("en", "see e.g. this"), "See e.g. this");
  EXPECT_EQ(with_capitals("en", "see approx . ten"), "See approx . ten");
  EXPECT_EQ(with_capitals("en", "well ... maybe"), "Well ... maybe");
  EXPECT_EQ(with_capitals("en", "well … maybe"), "Well … maybe");
  EXPECT_EQ(with_capitals("en", "it costs 3.5 euros , not 1. something"),
            "It costs 3.5 euros , not 1. something");
  EXPECT_EQ(with_capitals("en", "\" is it ? \" he said"), "\" Is it ? \" he said");
  EXPECT_EQ(with_capitals("en", "he ( really ! ) came"), "He ( really ! ) came");
  EXPECT_EQ(with_capitals("en", "two things : one"), "Two things : one");
  EXPECT_EQ(with_capitals("en", "iPhone sales . iPhone"), "iPhone sales . iPhone");
  EXPECT_EQ(with_capitals("en", ""), "");
}

TEST(CapitalsTest, APlaceIsUnclearWhereverASentenceOrTitleMayBegin) {
  const auto line = split_words("\" Well , he said : Go . ( Now ) ok \" so ... And");
  EXPECT_EQ(unclear_places(line), (std::vector<bool>{false, true, false, false, false, false, true, false,
                                                     false, true, false, false, false, true, false, true}));
  EXPECT_TRUE(unclear_places({}).empty());
}

}  // namespace
}  // namespace calque::text
