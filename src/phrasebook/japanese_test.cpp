// Japanese phrases and clauses: exact sentences from trees built by hand.
#include <gtest/gtest.h>

#include "phrasebook/japanese_test_tree.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

std::string say_verb(TestTree& t, Concept verb, Concept object, Tense tense, bool negated) {
  const Index c = t.verb(verb, t.np(kI), t.the(object));
  t.clause(c).tense = tense;
  if (negated) t.negate(c);
  return t.say(c);
}

TEST(Japanese, PutsTheVerbLast) {
  TestTree t;
  const Index c = t.verb(kRead, t.np(kI), t.a(kBook));
  EXPECT_EQ(t.say(c), "私 は 本 を 読み ます 。");
  EXPECT_EQ(t.nodes_of("は"), 0U);
  EXPECT_EQ(t.nodes_of("を"), 0U);
  EXPECT_EQ(t.nodes_of("読み"), mask_of(t.clause(c).verb_node));
  EXPECT_EQ(t.nodes_of("ます"), mask_of(t.clause(c).verb_node));
  EXPECT_EQ(t.nodes_of("本"), mask_of(t.at(t.clause(c).object).node));
  EXPECT_EQ(t.nodes_of("。"), mask_of(t.s.end_node));
  std::string raw;
  append_line(t.tokens, Spacing::kRaw, raw);
  EXPECT_EQ(raw, "私は本を読みます。");
}

TEST(Japanese, ExpressesTenseAndNegation) {
  const auto said = [](Tense tense, bool negated) {
    TestTree t;
    return say_verb(t, kEat, kApple, tense, negated);
  };
  EXPECT_EQ(said(Tense::kPast, false), "私 は リンゴ を 食べ ました 。");
  EXPECT_EQ(said(Tense::kPerfect, false), "私 は リンゴ を 食べ ました 。");
  EXPECT_EQ(said(Tense::kFuture, false), "私 は リンゴ を 食べ ます 。");
  EXPECT_EQ(said(Tense::kPresent, true), "私 は リンゴ を 食べ ません 。");
  EXPECT_EQ(said(Tense::kPast, true), "私 は リンゴ を 食べ ません でした 。");
  EXPECT_EQ(said(Tense::kPerfect, true), "私 は リンゴ を 食べ て い ません 。");
}

TEST(Japanese, GivesNegationItsOwnNode) {
  TestTree t;
  const Index c = t.verb(kGo, t.np(kHe));
  t.phrase(c, kTo, t.the(kSchool));
  t.clause(c).tense = Tense::kPast;
  t.negate(c);
  EXPECT_EQ(t.say(c), "彼 は 学校 に 行き ません でした 。");
  EXPECT_EQ(t.nodes_of("ません"), mask_of(t.clause(c).negation_node));
  EXPECT_EQ(t.nodes_of("でした"), mask_of(t.clause(c).verb_node));
  EXPECT_EQ(t.nodes_of("に"), mask_of(t.clause(c).adverbials[0].node));
}

TEST(Japanese, MarksNewSubjectsByGa) {
  TestTree t;
  const Index c = t.verb(kBark, t.a(kDog));
  t.clause(c).progressive = true;
  EXPECT_EQ(t.say(c), "犬 が 吠え て い ます 。");
}

TEST(Japanese, SaysStatesWithTeIru) {
  TestTree live;
  const Index c = live.verb(kLive, live.np(kAnna));
  live.phrase(c, kIn, live.np(kParis));
  EXPECT_EQ(live.say(c), "アンナ さん は パリ に 住ん で い ます 。");
  TestTree know;
  EXPECT_EQ(say_verb(know, kKnowPerson, kCity, Tense::kPresent, false), "私 は 町 を 知っ て い ます 。");
  TestTree not_know;
  EXPECT_EQ(say_verb(not_know, kKnowPerson, kCity, Tense::kPresent, true), "私 は 町 を 知り ません 。");
}

TEST(Japanese, GoesRatherThanIsGone) {
  TestTree t;
  const Index c = t.verb(kGo, t.np(kShe));
  t.adverb(c, kToHome);
  t.clause(c).progressive = true;
  EXPECT_EQ(t.say(c), "彼女 は 家 に 行く ところ です 。");
}

TEST(Japanese, ExpressesModals) {
  const auto said = [](Concept verb, Concept object, Concept modal, bool negated,
                       Tense tense = Tense::kPresent) {
    TestTree t;
    const Index c = t.verb(verb, t.np(kI), t.the(object));
    t.modal(c, modal);
    t.clause(c).tense = tense;
    if (negated) t.negate(c);
    return t.say(c);
  };
  EXPECT_EQ(said(kRead, kBook, kCan, false), "私 は 本 を 読め ます 。");
  EXPECT_EQ(said(kEat, kApple, kCan, true), "私 は リンゴ を 食べ られ ません 。");
  EXPECT_EQ(said(kRepair, kCar, kCan, false, Tense::kPast), "私 は 車 を 修理 でき ました 。");
  EXPECT_EQ(said(kWrite, kLetterMail, kMust, false), "私 は 手紙 を 書か なければ なり ません 。");
  EXPECT_EQ(said(kWrite, kLetterMail, kMust, false, Tense::kPast),
            "私 は 手紙 を 書か なければ なり ません でした 。");
  EXPECT_EQ(said(kBuy, kCar, kShould, false), "私 は 車 を 買う べき です 。");
  EXPECT_EQ(said(kBuy, kCar, kShould, true), "私 は 車 を 買う べき では ありません 。");
  EXPECT_EQ(said(kDrink, kWine, kMay, false), "私 は ワイン を 飲ん で も いい です 。");
  EXPECT_EQ(said(kDrink, kWine, kMay, true), "私 は ワイン を 飲ん で は いけ ません 。");
}

TEST(Japanese, LinksModals) {
  TestTree t;
  const Index c = t.verb(kEat, t.np(kI), t.the(kApple));
  t.modal(c, kCan);
  t.say(c);
  EXPECT_EQ(t.nodes_of("食べ"), mask_of(t.clause(c).verb_node));
  EXPECT_EQ(t.nodes_of("られ"), mask_of(t.clause(c).modal_node));
  TestTree short_form;
  const Index d = short_form.verb(kRead, short_form.np(kI), short_form.the(kBook));
  short_form.modal(d, kCan);
  short_form.say(d);
  EXPECT_EQ(short_form.nodes_of("読め"),
            mask_of(short_form.clause(d).verb_node) | mask_of(short_form.clause(d).modal_node));
}

TEST(Japanese, DeniesADutyOfNobody) {
  TestTree t;
  const Index c = t.verb(kWorkVerb, t.np(kNobody));
  t.modal(c, kMust);
  EXPECT_EQ(t.say(c), "誰 も 働か なくて も いい です 。");
}

TEST(Japanese, NegatesTheVerbOfNegativeWords) {
  TestTree nobody;
  const Index c = nobody.verb(kSee, nobody.np(kNobody), nobody.the(kDog));
  nobody.clause(c).tense = Tense::kPast;
  EXPECT_EQ(nobody.say(c), "誰 も 犬 を 見 ません でした 。");
  EXPECT_EQ(nobody.nodes_of("ません"), nobody.nodes_of("誰"));
  TestTree never;
  const Index d = never.verb(kSmoke, never.np(kMaria));
  never.adverb(d, kNever);
  EXPECT_EQ(never.say(d), "マリア さん は 決して タバコ を 吸い ません 。");
  EXPECT_EQ(never.nodes_of("ません"), never.nodes_of("決して"));
}

TEST(Japanese, TurnsThePassiveAround) {
  TestTree house;
  const Index c = house.verb(kBuild, house.np(kPeter), house.the(kHouse));
  house.clause(c).passive = true;
  house.clause(c).tense = Tense::kPast;
  EXPECT_EQ(house.say(c), "家 は ピーター さん に よって 建て られ ました 。");
  TestTree bitten;
  const Index d = bitten.verb(kBite, bitten.a(kDog), bitten.np(kKen));
  bitten.clause(d).passive = true;
  bitten.clause(d).tense = Tense::kPast;
  EXPECT_EQ(bitten.say(d), "ケン さん は 犬 に 噛ま れ ました 。");
  EXPECT_EQ(bitten.nodes_of("に"), bitten.nodes_of("犬"));
}

TEST(Japanese, InflectsAdjectives) {
  const auto said = [](Concept id, Tense tense, bool negated) {
    TestTree t;
    const Index c = t.is(t.the(kRoom), id);
    t.clause(c).tense = tense;
    if (negated) t.negate(c);
    return t.say(c);
  };
  EXPECT_EQ(said(kSmall, Tense::kPresent, false), "部屋 は 小さい です 。");
  EXPECT_EQ(said(kSmall, Tense::kPresent, true), "部屋 は 小さく ない です 。");
  EXPECT_EQ(said(kSmall, Tense::kPast, false), "部屋 は 小さかった です 。");
  EXPECT_EQ(said(kSmall, Tense::kPast, true), "部屋 は 小さく なかった です 。");
  EXPECT_EQ(said(kQuiet, Tense::kPresent, false), "部屋 は 静か です 。");
  EXPECT_EQ(said(kQuiet, Tense::kPresent, true), "部屋 は 静か では ありません 。");
  EXPECT_EQ(said(kQuiet, Tense::kPast, false), "部屋 は 静か でした 。");
  EXPECT_EQ(said(kQuiet, Tense::kPast, true), "部屋 は 静か では ありません でした 。");
  EXPECT_EQ(said(kFreeSeat, Tense::kPresent, false), "部屋 は 空い て い ます 。");
  EXPECT_EQ(said(kCold, Tense::kPresent, false), "部屋 は 寒い です 。");
}

TEST(Japanese, GradesAdjectives) {
  TestTree too;
  const Index c = too.is(too.the(kCar), kExpensive, kToo);
  EXPECT_EQ(too.say(c), "車 は 高 すぎ ます 。");
  EXPECT_EQ(too.nodes_of("すぎ"), mask_of(too.clause(c).adjective.intensifier_node));
  EXPECT_EQ(too.nodes_of("ます"), mask_of(too.clause(c).verb_node));
  TestTree not_very;
  const Index d = not_very.is(not_very.the(kCar), kExpensive, kVery);
  not_very.negate(d);
  EXPECT_EQ(not_very.say(d), "車 は あまり 高く ない です 。");
  TestTree than;
  const Index e = than.is(than.np(kI), kTall);
  than.clause(e).adjective.degree = Degree::kComparative;
  than.clause(e).standard = than.np(kThomas);
  than.clause(e).standard_node = than.node();
  EXPECT_EQ(than.say(e), "私 は トーマス さん より 背 が 高い です 。");
  EXPECT_EQ(than.nodes_of("より"), mask_of(than.clause(e).standard_node));
}

TEST(Japanese, SaysSuperlatives) {
  TestTree t;
  const Index mountain = t.the(kMountain);
  t.describe(mountain, kHigh);
  t.at(mountain).adjectives[0].degree = Degree::kSuperlative;
  t.at(mountain).place = t.np(kJapan);
  t.at(mountain).place_relation = kIn;
  t.at(mountain).place_node = t.node();
  const Index c = t.verb(kSee, t.np(kWe), mountain);
  EXPECT_EQ(t.say(c), "私たち は 日本 の 一番 高い 山 を 見 ます 。");
  EXPECT_EQ(t.nodes_of("一番"), t.nodes_of("高い"));
  EXPECT_EQ(t.nodes_of("の"), mask_of(t.at(mountain).place_node));
}

TEST(Japanese, JoinsAdjectives) {
  TestTree predicate;
  const Index c = predicate.is(predicate.the(kRoom), kSmall);
  predicate.clause(c).second_adjective = predicate.adjective(kDirty);
  predicate.clause(c).adjective_conjunction_node = predicate.node();
  EXPECT_EQ(predicate.say(c), "部屋 は 小さく て 汚い です 。");
  EXPECT_EQ(predicate.nodes_of("て"), mask_of(predicate.clause(c).adjective_conjunction_node));
  TestTree attribute;
  const Index room = attribute.a(kRoom);
  attribute.describe(room, kQuiet);
  attribute.describe(room, kWarm);
  attribute.at(room).adjective_conjunction_node = attribute.node();
  EXPECT_EQ(attribute.say(attribute.verb(kNeed, attribute.np(kI), room)),
            "私 に は 静か で 暖かい 部屋 が 必要 です 。");
}

TEST(Japanese, CountsWithCounters) {
  const auto said = [](Concept noun, int count) {
    TestTree t;
    const Index c = t.verb(kSee, t.np(kI), t.numeral(noun, count));
    return t.say(c);
  };
  EXPECT_EQ(said(kBook, 2), "私 は 本 を 二 冊 見 ます 。");
  EXPECT_EQ(said(kStudent, 3), "私 は 学生 を 三 人 見 ます 。");
  EXPECT_EQ(said(kDog, 4), "私 は 犬 を 四 匹 見 ます 。");
  EXPECT_EQ(said(kUmbrella, 5), "私 は 傘 を 五 本 見 ます 。");
  EXPECT_EQ(said(kTicket, 6), "私 は 切符 を 六 枚 見 ます 。");
  EXPECT_EQ(said(kCar, 7), "私 は 車 を 七 台 見 ます 。");
  EXPECT_EQ(said(kApple, 8), "私 は リンゴ を 八つ 見 ます 。");
  EXPECT_EQ(said(kApple, 12), "私 は リンゴ を 十二 個 見 ます 。");
  EXPECT_EQ(said(kBook, 35), "私 は 本 を 35 冊 見 ます 。");
  TestTree subject;
  EXPECT_EQ(subject.say(subject.verb(kLaugh, subject.numeral(kChild, 2))), "二 人 の 子供 が 笑い ます 。");
  EXPECT_EQ(subject.nodes_of("人"), subject.nodes_of("二"));
}

TEST(Japanese, MeasuresQuantities) {
  TestTree t;
  const Index coffee = t.numeral(kCoffee, 2);
  t.at(coffee).measure = kCup;
  t.at(coffee).measure_node = t.node();
  EXPECT_EQ(t.say(t.verb(kDrink, t.np(kEmma), coffee)), "エマ さん は コーヒー を 二 杯 飲み ます 。");
  EXPECT_EQ(t.nodes_of("杯"), mask_of(t.at(coffee).measure_node));
  EXPECT_EQ(t.nodes_of("コーヒー"), mask_of(t.at(coffee).node));
}

TEST(Japanese, QuantifiesNouns) {
  const auto said = [](Concept noun, Concept quantifier, Number number) {
    TestTree t;
    return t.say(t.verb(kSee, t.np(kI), t.quantified(noun, quantifier, number)));
  };
  EXPECT_EQ(said(kStudent, kMany, Number::kPlural), "私 は たくさん の 学生 を 見 ます 。");
  EXPECT_EQ(said(kStudent, kSome, Number::kPlural), "私 は 何 人 か の 学生 を 見 ます 。");
  EXPECT_EQ(said(kWater, kSome, Number::kSingular), "私 は 少し の 水 を 見 ます 。");
  EXPECT_EQ(said(kBook, kSeveral, Number::kPlural), "私 は 数 冊 の 本 を 見 ます 。");
  EXPECT_EQ(said(kBook, kAll, Number::kPlural), "私 は すべて の 本 を 見 ます 。");
  EXPECT_EQ(said(kBook, kEvery, Number::kSingular), "私 は どの 本 も 見 ます 。");
}

TEST(Japanese, HonoursTheKinOfOthers) {
  TestTree mine;
  EXPECT_EQ(mine.say(mine.is(mine.possessed(kMother, Possessor::kMy), kTired)),
            "私 の 母 は 疲れ て い ます 。");
  TestTree yours;
  EXPECT_EQ(yours.say(yours.is(yours.possessed(kMother, Possessor::kYour), kTired)),
            "あなた の お母さん は 疲れ て い ます 。");
}

TEST(Japanese, StacksModifiersBeforeTheNoun) {
  TestTree t;
  const Index car = t.the(kCar);
  t.at(car).owner = t.possessed(kFather, Possessor::kMy);
  t.at(car).owner_node = t.node();
  t.describe(car, kRed);
  EXPECT_EQ(t.say(t.is(car, kFast)), "私 の 父 の 赤い 車 は 速い です 。");
  EXPECT_EQ(t.nodes_of("の", 2), mask_of(t.at(car).owner_node) | mask_of(t.at(car).determiner_node));
  TestTree place;
  const Index house = place.np(kHouse, Determiner::kThat);
  place.at(house).place = place.the(kChurch);
  place.at(house).place_relation = kBehind;
  place.at(house).place_node = place.node();
  EXPECT_EQ(place.say(place.is(house, kOld)), "教会 の 後ろ の あの 家 は 古い です 。");
}

}  // namespace
}  // namespace calque::phrasebook
