#include "phrasebook/japanese_morphology.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "phrasebook/japanese_lexicon.h"
#include "phrasebook/japanese_numbers.h"

namespace calque::phrasebook::ja {
namespace {

// Forms in the order: ます stem, て form, plain past, ない form, passive, potential, volitional.
struct Paradigm {
  std::string_view dictionary;
  VerbClass inflection;
  std::string_view masu, te, ta, nai, passive, potential, volitional;
};

std::string te_form(const VerbForms& f) {
  return f.te_stem + (f.voiced ? "で" : "て");
}
std::string ta_form(const VerbForms& f) {
  return f.te_stem + (f.voiced ? "だ" : "た");
}
std::string passive_form(const VerbForms& f) {
  return f.passive_stem + (f.long_passive ? "られる" : "れる");
}
std::string potential_form(const VerbForms& f) {
  return f.potential.empty() ? f.irrealis + "られる" : f.potential;
}

TEST(JapaneseMorphology, ConjugatesEveryVerbClass) {
  using enum VerbClass;
  constexpr Paradigm kTable[] = {
      {"買う", kGodan, "買い", "買って", "買った", "買わない", "買われる", "買える", "買おう"},
      {"書く", kGodan, "書き", "書いて", "書いた", "書かない", "書かれる", "書ける", "書こう"},
      {"泳ぐ", kGodan, "泳ぎ", "泳いで", "泳いだ", "泳がない", "泳がれる", "泳げる", "泳ごう"},
      {"話す", kGodan, "話し", "話して", "話した", "話さない", "話される", "話せる", "話そう"},
      {"待つ", kGodan, "待ち", "待って", "待った", "待たない", "待たれる", "待てる", "待とう"},
      {"死ぬ", kGodan, "死に", "死んで", "死んだ", "死なない", "死なれる", "死ねる", "死のう"},
      {"呼ぶ", kGodan, "呼び", "呼んで", "呼んだ", "呼ばない", "呼ばれる", "呼べる", "呼ぼう"},
      {"飲む", kGodan, "飲み", "飲んで", "飲んだ", "飲まない", "飲まれる", "飲める", "飲もう"},
      {"帰る", kGodan, "帰り", "帰って", "帰った", "帰らない", "帰られる", "帰れる", "帰ろう"},
      {"食べる", kIchidan, "食べ", "食べて", "食べた", "食べない", "食べられる", "食べられる", "食べよう"},
      {"見る", kIchidan, "見", "見て", "見た", "見ない", "見られる", "見られる", "見よう"},
      {"する", kSuru, "し", "して", "した", "しない", "される", "できる", "しよう"},
      {"来る", kKuru, "来", "来て", "来た", "来ない", "来られる", "来られる", "来よう"},
      {"行く", kIku, "行き", "行って", "行った", "行かない", "行かれる", "行ける", "行こう"},
      {"愛する", kAisuru, "愛し", "愛して", "愛した", "愛さない", "愛される", "愛せる", "愛そう"},
  };
  for (const Paradigm& p : kTable) {
    SCOPED_TRACE(p.dictionary);
    const VerbForms f = conjugate(p.dictionary, p.inflection);
    EXPECT_EQ(f.dictionary, p.dictionary);
    EXPECT_EQ(f.continuative, p.masu);
    EXPECT_EQ(te_form(f), p.te);
    EXPECT_EQ(ta_form(f), p.ta);
    EXPECT_EQ(f.irrealis + "ない", p.nai);
    EXPECT_EQ(passive_form(f), p.passive);
    EXPECT_EQ(potential_form(f), p.potential);
    EXPECT_EQ(f.volitional, p.volitional);
  }
}

TEST(JapaneseMorphology, NegatesAruByNaiAlone) {
  const VerbForms f = conjugate("ある", VerbClass::kAru);
  EXPECT_EQ(f.continuative, "あり");
  EXPECT_EQ(ta_form(f), "あった");
  EXPECT_EQ(f.irrealis, "");
  EXPECT_EQ(f.potential, "");
}

TEST(JapaneseMorphology, RefusesFormsOfAnotherClass) {
  EXPECT_THROW(conjugate("書く", VerbClass::kIchidan), UsageError);
  EXPECT_THROW(conjugate("静か", VerbClass::kGodan), UsageError);
  EXPECT_THROW(conjugate("行く", VerbClass::kSuru), UsageError);
  EXPECT_THROW(conjugate("", VerbClass::kGodan), UsageError);
  EXPECT_THROW(inflect("静か"), UsageError);
  EXPECT_THROW(inflect(""), UsageError);
}

TEST(JapaneseMorphology, InflectsAdjectives) {
  const AdjectiveForms high = inflect("高い");
  EXPECT_EQ(high.dictionary, "高い");
  EXPECT_EQ(high.stem, "高");
  EXPECT_EQ(high.adverbial, "高く");
  EXPECT_EQ(high.past, "高かった");
  EXPECT_EQ(high.conditional, "高かったら");
  const AdjectiveForms good = inflect("いい");
  EXPECT_EQ(good.dictionary, "いい");
  EXPECT_EQ(good.stem, "良");
  EXPECT_EQ(good.adverbial, "よく");
  EXPECT_EQ(good.past, "よかった");
  const AdjectiveForms beautiful = inflect("美しい");
  EXPECT_EQ(beautiful.stem, "美し");
  EXPECT_EQ(beautiful.adverbial, "美しく");
}

TEST(JapaneseNumbers, SpellsNumbers) {
  EXPECT_EQ(kanji(0), "〇");
  EXPECT_EQ(kanji(7), "七");
  EXPECT_EQ(kanji(10), "十");
  EXPECT_EQ(kanji(12), "十二");
  EXPECT_EQ(kanji(20), "二十");
  EXPECT_EQ(kanji(99), "九十九");
  EXPECT_EQ(native_count(1), "一つ");
  EXPECT_EQ(native_count(9), "九つ");
}

// Every concept has a word, and every lexicon entry belongs to a concept of the category that its table is
// for.
TEST(JapaneseLexicon, CoversEveryConcept) {
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const Concept id = static_cast<Concept>(i);
    EXPECT_FALSE(citation(id).empty()) << facts(id).id;
  }
  for (const NounEntry& e : noun_entries()) EXPECT_EQ(facts(e.id).category, Category::kNoun) << e.form;
  for (const VerbEntry& e : verb_entries()) EXPECT_EQ(facts(e.id).category, Category::kVerb) << e.dictionary;
  for (const AdjectiveEntry& e : adjective_entries()) {
    const Category c = facts(e.id).category;
    EXPECT_TRUE(c == Category::kAdjective || c == Category::kWeatherAdjective) << e.dictionary;
  }
}

// The search through the entries of a concept stops at its last one, which must fit everything.
TEST(JapaneseLexicon, EndsEveryConceptWithAGeneralEntry) {
  const auto verbs = verb_entries();
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    const bool last = i + 1 == verbs.size() || verbs[i + 1].id != verbs[i].id;
    EXPECT_EQ(last, verbs[i].applies == nullptr) << verbs[i].dictionary;
  }
  const auto adjectives = adjective_entries();
  for (std::size_t i = 0; i < adjectives.size(); ++i) {
    const bool last = i + 1 == adjectives.size() || adjectives[i + 1].id != adjectives[i].id;
    EXPECT_EQ(last, adjectives[i].applies == nullptr && !adjectives[i].graded) << adjectives[i].dictionary;
  }
}

TEST(JapaneseLexicon, ChoosesTheVerbByItsObject) {
  const auto chosen = [](Concept id, Concept object) {
    return verb(id, {.object = object}).entry.dictionary;
  };
  EXPECT_EQ(chosen(Concept::kWear, Concept::kShirt), "着る");
  EXPECT_EQ(chosen(Concept::kWear, Concept::kShoe), "履く");
  EXPECT_EQ(chosen(Concept::kWear, Concept::kHat), "かぶる");
  EXPECT_EQ(chosen(Concept::kWear, Concept::kGlasses), "かける");
  EXPECT_EQ(chosen(Concept::kPlayInstrument, Concept::kPiano), "弾く");
  EXPECT_EQ(chosen(Concept::kPlayInstrument, Concept::kFlute), "吹く");
  EXPECT_EQ(chosen(Concept::kPlayGame, Concept::kTennis), "する");
  EXPECT_EQ(chosen(Concept::kHave, Concept::kBrother), "いる");
  EXPECT_EQ(chosen(Concept::kHave, Concept::kDog), "飼う");
  EXPECT_EQ(chosen(Concept::kHave, Concept::kTime), "ある");
  EXPECT_EQ(chosen(Concept::kHave, Concept::kCar), "持つ");
  EXPECT_EQ(chosen(Concept::kKnowFact, Concept::kAnswerNoun), "分かる");
  EXPECT_EQ(chosen(Concept::kKnowFact, Concept::kAddress), "知る");
  EXPECT_EQ(verb(Concept::kHearVerb, {.object = Concept::kBird}).entry.mark, ObjectMark::kVoice);
  EXPECT_EQ(verb(Concept::kHearVerb, {.object = Concept::kMusic}).entry.mark, ObjectMark::kWo);
  EXPECT_EQ(chosen(Concept::kBreak, Concept::kWindow), "割る");
  EXPECT_EQ(chosen(Concept::kBreak, Concept::kChair), "壊す");
  EXPECT_EQ(verb(Concept::kGive, {.to_speaker = true}).entry.dictionary, "くれる");
  EXPECT_EQ(verb(Concept::kGive, {}).entry.dictionary, "あげる");
  EXPECT_EQ(adjective(Concept::kOld, Concept::kHouse, false).entry.dictionary, "古い");
  EXPECT_EQ(adjective(Concept::kOld, Concept::kMan, false).entry.dictionary, "年老いる");
  EXPECT_EQ(adjective(Concept::kOld, Concept::kMan, true).entry.dictionary, "年上");
}

}  // namespace
}  // namespace calque::phrasebook::ja
