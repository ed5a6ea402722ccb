#include "phrase/pair_filter.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using Phrases = std::pair<std::string, std::string>;

bool allows(const PairRules& rules, const Phrases& pair) {
  const testing::AlignedCorpus one = testing::linked_pair(pair.first, pair.second);
  const PairFilter filter(one.text, one.alignments, rules);
  PairFilter::Sentence sentence;
  filter.read(0, sentence);
  return filter.allows(sentence, {0, static_cast<std::uint32_t>(sentence.source.size())},
                       {0, static_cast<std::uint32_t>(sentence.target.size())});
}

PairRules numbers(const std::string& source, const std::string& target = "en") {
  return {.same_numbers = true, .source_language = source, .target_language = target};
}

TEST(PairFilter, LeavesOutPairsThatMakeNumbersUp) {
  for (const Phrases& pair : std::vector<Phrases>{{"13 enfants", "1:30 children"},
                                                  {"1", "1,000"},
                                                  {"zwanzig Kinder", "30 children"},
                                                  {"2 2", "2 3"},
                                                  {"Kinder", "2 children"}}) {
    EXPECT_FALSE(allows(numbers("de"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, LeavesOutPairsThatLoseNumbers) {
  for (const Phrases& pair : std::vector<Phrases>{{"10 %", "%"},
                                                  {"13 enfants", "children"},
                                                  {"13", "thirty"},
                                                  {"2:30 Uhr", "o'clock"},
                                                  {"2 und 3", "2 and"},
                                                  {"1865", "died"}}) {
    EXPECT_FALSE(allows(numbers("de"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, CannotTellNumberWordsOfAnUnknownLanguage) {
  EXPECT_TRUE(allows(numbers("de", ""), {"13 Kinder", "tridek infanoj"}));
  EXPECT_FALSE(allows(numbers("de", ""), {"10 %", "%"}));
  EXPECT_FALSE(allows(numbers("", "en"), {"deux enfants", "2 children"}));
}

TEST(PairFilter, KeepsNumbersWhateverTheirForm) {
  for (const Phrases& pair : std::vector<Phrases>{{"13 enfants", "13 children"},
                                                  {"1.000,5 km", "1,000.5 km"},
                                                  {"13 enfants", "thirteen children"},
                                                  {"deux enfants", "2 children"},
                                                  {"21 ans", "twenty - one"},
                                                  {"1er étage", "first floor"},
                                                  {"8 heures", "08 hours"},
                                                  {"１３ 人", "13 people"},
                                                  {"deux enfants", "two children"}}) {
    EXPECT_TRUE(allows(numbers("fr"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, ReadsChineseNumeralsAsNumbers) {
  for (const Phrases& pair : std::vector<Phrases>{{"二十 人", "20 people"},
                                                  {"四 十二 歳", "42 years"},
                                                  {"四 十二 歳", "forty-two years"},
                                                  {"20 万 人", "200,000 people"},
                                                  {"二 人", "two people"},
                                                  {"一 番", "the best"},
                                                  {"８ 月", "August"},
                                                  {"十二 月", "December"}}) {
    EXPECT_TRUE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
  for (const Phrases& pair : std::vector<Phrases>{{"四十二", "two hundred"},
                                                  {"四十二", "24"},
                                                  {"20 万 人", "20 people"},
                                                  {"二 人", "3 people"},
                                                  {"８ 月", "July"},
                                                  {"８ 年", "August"}}) {
    EXPECT_FALSE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, LetsOneAndTwoOrThreeBeSaidWithoutANumber) {
  for (const Phrases& pair : std::vector<Phrases>{{"１ 時間", "an hour"},
                                                  {"忠告 を １ つ", "a piece of advice"},
                                                  {"２、３ 日", "a few days"},
                                                  {"２、３ 日", "two or three days"},
                                                  {"７、８ 人", "some people"}}) {
    EXPECT_TRUE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
  for (const Phrases& pair : std::vector<Phrases>{{"１ 時間", "2 hours"},
                                                  {"１ 時間", ","},
                                                  {"１ 対 ０", "to 0"},
                                                  {"１ 時 に", "at"},
                                                  {"２ 時間", "an hour"},
                                                  {"２、３ 日", "4 days"},
                                                  {"２、８ 日", "a few days"},
                                                  {"１、０００ 日", "a few days"}}) {
    EXPECT_FALSE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, ReadsTimesOfTheDay) {
  for (const Phrases& pair : std::vector<Phrases>{{"2 時半", "2:30"},
                                                  {"2 時 15 分", "2:15"},
                                                  {"２ 時", "2:00"},
                                                  {"14 h 05", "14:05"},
                                                  {"8:00", "8 o'clock"},
                                                  {"8:30", "half past 8"}}) {
    EXPECT_TRUE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
  for (const Phrases& pair : std::vector<Phrases>{{"2 時", "2:30"},
                                                  {"時半", "2:30"},
                                                  {"2 時 15 分", "2:30"},
                                                  {"3 時半", "2:30"},
                                                  {"2 時半", "2:301"},
                                                  {"8:30", "8 o'clock"}}) {
    EXPECT_FALSE(allows(numbers("ja"), pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, KnowsMonthsOfBothLanguages) {
  EXPECT_TRUE(allows(numbers("en", "ja"), {"in August", "8 月 に"}));
  EXPECT_FALSE(allows(numbers("en", "ja"), {"in July", "8 月 に"}));
  EXPECT_FALSE(allows(numbers("en", "ja"), {"in August", "8 年 に"}));
}

TEST(PairFilter, DoesNotCutChineseNumerals) {
  const testing::AlignedCorpus one = testing::linked_pair("四 十二 歳", "forty two years");
  const PairFilter filter(one.text, one.alignments, numbers("ja"));
  PairFilter::Sentence sentence;
  filter.read(0, sentence);
  EXPECT_FALSE(filter.allows(sentence, {0, 1}, {0, 1}));
  EXPECT_FALSE(filter.allows(sentence, {1, 3}, {1, 3}));
  EXPECT_TRUE(filter.allows(sentence, {0, 2}, {0, 2}));
  EXPECT_TRUE(filter.allows(sentence, {2, 3}, {2, 3}));
}

TEST(PairFilter, LeavesOutPairsThatChangeMarks) {
  for (const Phrases& pair : std::vector<Phrases>{{")", "up"},
                                                  {"，", "would"},
                                                  {"auf", ")"},
                                                  {"sagte :", "said"},
                                                  {"sagte :", "said ,"},
                                                  {"« oui »", "yes"},
                                                  {"ja", "\" yes \""},
                                                  {"( ja )", "( yes"},
                                                  {"warum ?", "why ."},
                                                  {"ja .", "yes"},
                                                  {"ja ;", "yes"}}) {
    EXPECT_FALSE(allows({.same_marks = true}, pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, KeepsTheSidesOfQuotationMarks) {
  for (const Phrases& pair :
       std::vector<Phrases>{{"？ 」", "? “"}, {"「", "”"}, {"”", "“"}, {"」 「", "” ”"}}) {
    EXPECT_FALSE(allows({.same_marks = true}, pair)) << pair.first << " - " << pair.second;
  }
  for (const Phrases& pair : std::vector<Phrases>{
           {"？ 」", "? ”"}, {"「", "“"}, {"」 「", "” “"}, {"「", "\""}, {"„", "“"}, {"„", "”"}}) {
    EXPECT_TRUE(allows({.same_marks = true}, pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, AddsFullStopsOnlyWhereASentenceEnds) {
  const testing::AlignedCorpus one = testing::linked_pair("いいえ 」 はい", "no . yes .");
  const PairFilter filter(one.text, one.alignments, {.same_marks = true});
  PairFilter::Sentence sentence;
  filter.read(0, sentence);
  EXPECT_FALSE(filter.allows(sentence, {0, 1}, {0, 2}));
  EXPECT_TRUE(filter.allows(sentence, {2, 3}, {2, 4}));
  EXPECT_TRUE(allows({.same_marks = true}, {"です か 」 と", "is it ? \""}));
}

TEST(PairFilter, KeepsMarksWhateverTheirForm) {
  for (const Phrases& pair : std::vector<Phrases>{{"« oui »", "\" yes \""},
                                                  {"「 はい 」", "“ yes ”"},
                                                  {"（ 例 ）", "( example )"},
                                                  {"geh !", "go ."},
                                                  {"です か 。", "is it ?"},
                                                  {"、", ","},
                                                  {"aber , ja", "but yes"},
                                                  {"ja ;", "yes ,"},
                                                  {"2:30 Uhr", "half past two"}}) {
    EXPECT_TRUE(allows({.same_marks = true}, pair)) << pair.first << " - " << pair.second;
  }
}

TEST(PairFilter, LeavesOutPairsThatLoseTheirContent) {
  EXPECT_FALSE(allows({.same_marks = true}, {"viens !", "."}));
  EXPECT_FALSE(allows({.same_marks = true}, {"10 %", ","}));
  EXPECT_TRUE(allows({.same_marks = true}, {"viens !", "come ."}));
}

TEST(PairFilter, KeepsWhatHasFunctionWordsAlone) {
  testing::AlignedCorpus corpus;
  for (int i = 0; i < 40; ++i) corpus.add("本 です 。", "book .", "0-0 1-1 2-1");
  const PairFilter filter(corpus.text, corpus.alignments, {.same_marks = true});
  PairFilter::Sentence sentence;
  filter.read(0, sentence);
  EXPECT_TRUE(filter.allows(sentence, {1, 3}, {1, 2}));
  EXPECT_FALSE(filter.allows(sentence, {0, 3}, {1, 2}));
}

}  // namespace
}  // namespace calque::phrase
