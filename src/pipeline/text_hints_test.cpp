#include "pipeline/text_hints.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"
#include "base/reporter.h"
#include "base/testing/scratch_folder.h"
#include "phrase/table_extraction.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::pipeline {
namespace {

using Strings = std::vector<std::string>;

class TextHintsTest : public ::testing::Test {
 protected:
  TextHintsTest() {
    phrase::testing::AlignedCorpus corpus;
    for (int i = 0; i < 3; ++i) corpus.add("“ さ ” 。 ？ ?", "\" so \" . ? ?", "0-0 1-1 2-2 3-3 4-4 5-5");
    corpus.add("四 十二 歳", "forty two years", "0-0 1-1 2-2");
    ThreadPool threads(1);
    phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder_.path("table"), threads,
                             silent_reporter());
  }

  decode::MarkedLine hints(std::string_view line, TextHints::Wishes wishes = {},
                           std::vector<decode::Suggestion> given = {}) const {
    const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("table"));
    decode::MarkedLine marked;
    for (const std::string_view word : split_words(line)) marked.words.emplace_back(word);
    marked.suggestions = std::move(given);
    TextHints(table, "ja", "en").add(marked, wishes);
    return marked;
  }
  // "begin-end=words" for each suggestion.
  Strings suggestions(std::string_view line, TextHints::Wishes wishes = {}) const {
    Strings result;
    for (const decode::Suggestion& each : hints(line, wishes).suggestions) {
      EXPECT_FALSE(each.exclusive);
      result.push_back(std::to_string(each.source.begin) + "-" + std::to_string(each.source.end) + "=" +
                       each.words.at(0));
    }
    return result;
  }

  calque::testing::ScratchFolder folder_;
};

TEST_F(TextHintsTest, KeepTogetherWhatIsEnclosed) {
  const auto constraints = hints("a ( b c ) d").constraints;
  ASSERT_EQ(constraints.zones().size(), 1U);
  EXPECT_EQ(constraints.zones()[0], (text::Span{1, 5}));
  EXPECT_TRUE(hints("a ( b c d").constraints.empty());
  EXPECT_TRUE(hints("a ( b c ) d", {.keep_enclosed = false}).constraints.empty());
}

TEST_F(TextHintsTest, LeaveTheBordersOfSuggestionsAlone) {
  EXPECT_TRUE(hints("a ( b c ) d", {}, {{.source = {0, 2}, .words = {"x"}}}).constraints.empty());
  EXPECT_FALSE(hints("a ( b c ) d", {}, {{.source = {2, 4}, .words = {"x"}}}).constraints.empty());
  EXPECT_TRUE(hints("四 十三", {}, {{.source = {0, 1}, .words = {"x"}}}).units.empty());
}

TEST_F(TextHintsTest, DoNotLetNumbersBeCut) {
  EXPECT_EQ(suggestions("四 十三 歳"), Strings{"0-2=43"});
  EXPECT_EQ(hints("四 十三 歳").units, std::vector<text::Span>({{0, 2}}));
  EXPECT_EQ(suggestions("三十五 歳"), Strings{"0-1=35"});
  EXPECT_EQ(suggestions("四 十二 歳"), Strings{});
  EXPECT_EQ(hints("四 十二 歳").units, std::vector<text::Span>({{0, 2}}));
  EXPECT_EQ(suggestions("四 十二 歳", {.max_phrase_length = 1}), Strings{"0-2=42"});
  EXPECT_EQ(suggestions("四 歳 一番"), Strings{});
  EXPECT_EQ(suggestions("３００ 万 ドル 二千十"), (Strings{"0-2=3,000,000", "3-4=2010"}));
}

TEST_F(TextHintsTest, CutNumbersOffTheWordsThatTheyEndIn) {
  const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("table"));
  const TextHints hints(table, "ja", "en");
  const auto cut = [&](const Strings& words) { return hints.fit(words).words; };
  EXPECT_EQ(cut({"三", "十五歳", "四", "十歳"}), (Strings{"三", "十五", "歳", "四", "十", "歳"}));
  EXPECT_EQ(cut({"三", "十五日"}), (Strings{"三", "十五日"}));  // 日 is not known
  EXPECT_EQ(cut({"三", "十五"}), (Strings{"三", "十五"}));
  EXPECT_EQ(cut({"十五歳"}), Strings{"十五歳"});
}

TEST_F(TextHintsTest, PutKnownWordsInThePlaceOfUnknownOnes) {
  phrase::testing::AlignedCorpus corpus;
  corpus.add("grauer Tisch mit kalten Glas", "grey table with cold glass", "0-0 1-1 2-2 3-3 4-4");
  ThreadPool threads(1);
  phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder_.path("german"), threads,
                           silent_reporter());
  const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("german"));
  const TextHints hints(table, "de", "en");
  const auto replaced = [&](const Strings& words) { return hints.fit(words).words; };
  EXPECT_EQ(replaced({"grauen", "Glastisch", "neben", "kaltes", "Glas"}),
            (Strings{"grauer", "Glas", "Tisch", "neben", "kalten", "Glas"}));
  EXPECT_EQ(replaced({"Kalter", "Giants-Tisch"}), (Strings{"kalten", "Giants", "Tisch"}));
  EXPECT_EQ(replaced({"DEN", "KALTER", "GLASTISCH"}), (Strings{"DEN", "kalten", "Glas", "Tisch"}));
  EXPECT_EQ(replaced({}), Strings{});
  EXPECT_EQ(hints.fit({"Glastisch", "neben", "Glastisch"}).origins,
            (std::vector<std::uint32_t>{0, 0, 1, 2, 2}));
}

TEST_F(TextHintsTest, WriteNumbersWithTheDigitsOfTheTargetLanguage) {
  EXPECT_EQ(suggestions("١٩٨٠ さ १२"), (Strings{"0-1=1980", "2-3=12"}));
  EXPECT_EQ(suggestions("1980"), Strings{});
  phrase::testing::AlignedCorpus corpus;
  corpus.add("year 1980", "سنة ١٩٨٠", "0-0 1-1");
  ThreadPool threads(1);
  phrase::extract_to_table({corpus.text, corpus.alignments}, {}, folder_.path("arabic"), threads,
                           silent_reporter());
  const phrase::PhraseTable table = phrase::PhraseTable::open(folder_.path("arabic"));
  decode::MarkedLine marked;
  marked.words = {"٢٠"};
  TextHints(table, "fa", "ar").add(marked, {});
  EXPECT_TRUE(marked.suggestions.empty());
}

TEST_F(TextHintsTest, GiveUnknownMarksTheFormOfTheTargetLanguage) {
  EXPECT_EQ(suggestions("« さ »"), (Strings{"0-1=\"", "2-3=\""}));
  EXPECT_EQ(suggestions("さ ؟"), Strings{"1-2=?"});
  EXPECT_EQ(suggestions("（ さ ： ）"), (Strings{"0-1=(", "2-3=:", "3-4=)"}));
  EXPECT_EQ(suggestions("１３ ％ ＡＢ"), (Strings{"0-1=13", "1-2=%", "2-3=AB"}));
  EXPECT_EQ(suggestions("“ さ ” 。 [ ] { }"), Strings{});
}

}  // namespace
}  // namespace calque::pipeline
