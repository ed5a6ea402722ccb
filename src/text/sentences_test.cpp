#include "text/sentences.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::text {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SentenceSplitter, SentencesOfALine) {
  const SentenceSplitter german("de");
  EXPECT_THAT(german.split("Das ist ein Haus. Das ist ein Mann."),
              ElementsAre("Das ist ein Haus.", "Das ist ein Mann."));
  EXPECT_THAT(german.split("  Wirklich?  Ja! „Gut.“ Ende "),
              ElementsAre("Wirklich?", "Ja!", "„Gut.“", "Ende"));
  EXPECT_THAT(german.split("ein Haus"), ElementsAre("ein Haus"));
  EXPECT_THAT(german.split(""), IsEmpty());
  EXPECT_THAT(german.split(" \t "), IsEmpty());
}

TEST(SentenceSplitter, MarksBehindABlankBelongToTheSentenceBefore) {
  const SentenceSplitter french("fr");
  EXPECT_THAT(french.split("Il dit : « Je viens. » Il part."),
              ElementsAre("Il dit : « Je viens. »", "Il part."));
  EXPECT_THAT(french.split("Il dit : « Je viens. »"), ElementsAre("Il dit : « Je viens. »"));
  EXPECT_THAT(SentenceSplitter("en").split("Really? !"), ElementsAre("Really? !"));
}

TEST(SentenceSplitter, OpeningMarksBelongToTheSentenceBehind) {
  const SentenceSplitter japanese("ja");
  EXPECT_THAT(japanese.split("「なぜ？」「はい。」『でも。』"),
              ElementsAre("「なぜ？」", "「はい。」", "『でも。』"));
  EXPECT_THAT(japanese.split("はい。「"), ElementsAre("はい。「"));
}

TEST(SentenceSplitter, DotsInsideOfSentences) {
  EXPECT_THAT(
      SentenceSplitter("en").split("Mr. Smith and Dr. J. S. Bach met at 3.15 p.m. on Monday. They left."),
      ElementsAre("Mr. Smith and Dr. J. S. Bach met at 3.15 p.m. on Monday.", "They left."));
  EXPECT_THAT(SentenceSplitter("de").split("Am 3. Mai kam Dr. Meier. Er blieb z. B. lange."),
              ElementsAre("Am 3. Mai kam Dr. Meier.", "Er blieb z. B. lange."));
  EXPECT_THAT(SentenceSplitter("en").split("It was 1999. Nobody knew."),
              ElementsAre("It was 1999.", "Nobody knew."));
}

TEST(SentenceSplitter, MarksInsideOfWords) {
  EXPECT_THAT(SentenceSplitter("en").split("See http://example.org/a?b=1. Then go!"),
              ElementsAre("See http://example.org/a?b=1.", "Then go!"));
  EXPECT_THAT(SentenceSplitter("en").split("What?! Yahoo!ers"), ElementsAre("What?!", "Yahoo!ers"));
}

TEST(SentenceSplitter, OtherScripts) {
  EXPECT_THAT(SentenceSplitter("ja").split("これは家です。あれは木です。"),
              ElementsAre("これは家です。", "あれは木です。"));
  EXPECT_THAT(SentenceSplitter("zh").split("你好！再见？好。"), ElementsAre("你好！", "再见？", "好。"));
  EXPECT_THAT(SentenceSplitter("ar").split("ما هذا؟ هذا بيت."), ElementsAre("ما هذا؟", "هذا بيت."));
  EXPECT_THAT(SentenceSplitter("").split("One. Two."), ElementsAre("One.", "Two."));
  EXPECT_THAT(SentenceSplitter("xx-unknown").split("One. Two."), ElementsAre("One.", "Two."));
}

TEST(SentenceSplitter, NothingIsLost) {
  const std::string line = "A. b? C! d… E;f. \u3000G。H  ";
  std::string joined;
  for (const std::string_view sentence : SentenceSplitter("en").split(line)) joined += sentence;
  for (const char* blank : {" ", "\u3000"})
    for (std::size_t at; (at = joined.find(blank)) != std::string::npos;)
      joined.erase(at, std::string(blank).size());
  EXPECT_EQ(joined, "A.b?C!d…E;f.G。H");
}

}  // namespace
}  // namespace calque::text
