// Japanese sentences of more than one clause.
#include <gtest/gtest.h>

#include "phrasebook/japanese_test_tree.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

TEST(JapaneseComplex, PutsRelativeClausesBeforeTheNoun) {
  TestTree object;
  const Index book = object.the(kBook);
  const Index bought = object.verb(kBuy, object.np(kI), book);
  object.clause(bought).tense = Tense::kPast;
  object.clause(bought).gap = Gap::kObject;
  object.adverb(bought, kYesterday);
  object.at(book).relative = bought;
  object.at(book).relative_node = object.node();
  EXPECT_EQ(object.say(object.is(book, kInteresting)), "私 が 昨日 買っ た 本 は 面白い です 。");
  TestTree subject;
  const Index man = subject.the(kMan);
  const Index wears = subject.verb(kWear, man, subject.np(kGlasses, Determiner::kDefinite));
  subject.clause(wears).gap = Gap::kSubject;
  subject.at(man).relative = wears;
  EXPECT_EQ(subject.say(subject.verb(kKnowPerson, subject.np(kShe), man)),
            "彼女 は 眼鏡 を かけ て いる 男性 を 知っ て い ます 。");
  TestTree liked;
  const Index film = liked.the(kFilm);
  const Index likes = liked.verb(kLike, liked.np(kKen), film);
  liked.clause(likes).gap = Gap::kObject;
  liked.at(film).relative = likes;
  EXPECT_EQ(liked.say(liked.is(film, kLong)), "ケン さん が 好き な 映画 は 長い です 。");
}

// The main clause is "I go home"; the other one is built by `make`.
template <typename Make>
std::string going_home(Concept conjunction, Tense tense, Make make) {
  TestTree t;
  const Index main = t.verb(kGo, t.np(kI));
  t.adverb(main, kToHome);
  t.clause(main).tense = tense;
  const Index other = make(t);
  t.clause(other).tense = tense;
  t.join(SentenceForm::kSubordinated, conjunction, other);
  return t.say(main);
}

TEST(JapaneseComplex, PutsSubordinateClausesFirst) {
  const auto rain = [](TestTree& t) {
    const Index c = t.be(ClauseType::kWeatherVerb);
    t.clause(c).verb = kRain;
    return c;
  };
  EXPECT_EQ(going_home(kBecause, Tense::kPast, rain), "雨 が 降っ た ので 、 私 は 家 に 行き ました 。");
  EXPECT_EQ(going_home(kIf, Tense::kPresent, rain), "雨 が 降っ たら 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kWhenConj, Tense::kPresent, rain), "雨 が 降る 時 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kBeforeConj, Tense::kPast, rain), "雨 が 降る 前 に 、 私 は 家 に 行き ました 。");
  EXPECT_EQ(going_home(kAlthough, Tense::kPresent, rain), "雨 が 降る けれども 、 私 は 家 に 行き ます 。");
}

TEST(JapaneseComplex, FitsNominalPredicatesToWhatFollows) {
  const auto quiet = [](TestTree& t) { return t.is(t.the(kStreet), kQuiet); };
  EXPECT_EQ(going_home(kBecause, Tense::kPresent, quiet), "通り が 静か な ので 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kIf, Tense::kPresent, quiet), "通り が 静か だったら 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kWhenConj, Tense::kPresent, quiet), "通り が 静か な 時 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kAlthough, Tense::kPresent, quiet),
            "通り が 静か だ けれども 、 私 は 家 に 行き ます 。");
  EXPECT_EQ(going_home(kBeforeConj, Tense::kPresent, quiet),
            "通り が 静か に なる 前 に 、 私 は 家 に 行き ます 。");
  const auto cold = [](TestTree& t) { return t.is(t.the(kRoom), kCold); };
  EXPECT_EQ(going_home(kIf, Tense::kPresent, cold), "部屋 が 寒かったら 、 私 は 家 に 行き ます 。");
}

TEST(JapaneseComplex, SaysASharedSubjectOnce) {
  TestTree t;
  const Index main = t.verb(kSleep, t.np(kI));
  const Index other = t.is(t.np(kI), kTired);
  t.join(SentenceForm::kSubordinated, kBecause, other);
  EXPECT_EQ(t.say(main), "私 は 疲れ て いる ので 、 寝 ます 。");
  EXPECT_EQ(t.nodes_of("私"),
            mask_of(t.at(t.clause(main).subject).node) | mask_of(t.at(t.clause(other).subject).node));
  EXPECT_EQ(t.nodes_of("ので"), mask_of(t.s.conjunction_node));
}

TEST(JapaneseComplex, QuotesThatClauses) {
  TestTree think;
  Index inner = think.is(think.the(kFilm), kInteresting);
  Index c = think.verb(kThink, think.np(kI));
  think.complete(c, Complement::kThat, inner);
  EXPECT_EQ(think.say(c), "私 は 映画 が 面白い と 思い ます 。");
  EXPECT_EQ(think.nodes_of("と"), mask_of(think.clause(c).complement_node));
  TestTree say;
  inner = say.is(say.np(kShe), kIll);
  c = say.verb(kSay, say.np(kPeter));
  say.complete(c, Complement::kThat, inner);
  EXPECT_EQ(say.say(c), "ピーター さん は 彼女 が 病気 だ と 言っ て い ます 。");
  TestTree know;
  inner = know.verb(kArrive, know.the(kTrain));
  know.clause(inner).tense = Tense::kPast;
  c = know.verb(kKnowThat, know.np(kI));
  know.complete(c, Complement::kThat, inner);
  EXPECT_EQ(know.say(c), "私 は 電車 が 着い た こと を 知っ て い ます 。");
}

TEST(JapaneseComplex, KeepsMotionSimpleBeforeNouns) {
  TestTree t;
  const Index inner = t.verb(kGo, t.np(kShe));
  t.adverb(inner, kToHome);
  t.clause(inner).progressive = true;
  const Index c = t.verb(kHope, t.np(kI));
  t.complete(c, Complement::kThat, inner);
  EXPECT_EQ(t.say(c), "私 は 彼女 が 家 に 行っ て いる こと を 願っ て い ます 。");
}

TEST(JapaneseComplex, AsksIndirectly) {
  TestTree t;
  const Index inner = t.be(ClauseType::kPlace, t.the(kStation));
  t.ask(inner, Asked::kPlace, kWhere);
  const Index c = t.verb(kKnowThat, t.np(kI));
  t.complete(c, Complement::kIndirectQuestion, inner);
  t.negate(c);
  t.s.end = EndMark::kFullStop;
  EXPECT_EQ(t.say(c), "私 は 駅 が どこ に ある か 知り ません 。");
}

TEST(JapaneseComplex, BuildsOnTheInfinitive) {
  const auto said = [](Concept governing, Concept who, Tense tense = Tense::kPresent) {
    TestTree t;
    const Index subject = t.np(who);
    const Index inner = t.verb(kRead, subject, t.the(kBook));
    const Index c = t.verb(governing, subject);
    t.clause(c).tense = tense;
    t.complete(c, Complement::kInfinitive, inner);
    return t.say(c);
  };
  EXPECT_EQ(said(kWantTo, kI), "私 は 本 を 読み たい です 。");
  EXPECT_EQ(said(kWantTo, kI, Tense::kPast), "私 は 本 を 読み たかった です 。");
  EXPECT_EQ(said(kWantTo, kHe), "彼 は 本 を 読み たがっ て い ます 。");
  EXPECT_EQ(said(kLikeTo, kI), "私 は 本 を 読む の が 好き です 。");
  EXPECT_EQ(said(kTryTo, kI, Tense::kPast), "私 は 本 を 読もう と し て い ました 。");
  EXPECT_EQ(said(kBeginTo, kI, Tense::kPast), "私 は 本 を 読み 始め ました 。");
  EXPECT_EQ(said(kForgetTo, kI, Tense::kPast), "私 は 本 を 読む の を 忘れ ました 。");
}

TEST(JapaneseComplex, CoordinatesClauses) {
  const auto said = [](Concept conjunction, Tense first, Tense second) {
    TestTree t;
    const Index one = t.verb(kSleep, t.np(kHe));
    t.clause(one).tense = first;
    const Index two = t.verb(kRead, t.np(kShe), t.a(kBook));
    t.clause(two).tense = second;
    t.join(SentenceForm::kCoordinated, conjunction, two);
    return t.say(one);
  };
  EXPECT_EQ(said(kAnd, Tense::kPast, Tense::kPast), "彼 は 寝 て 、 彼女 は 本 を 読み ました 。");
  EXPECT_EQ(said(kAnd, Tense::kPast, Tense::kPresent), "彼 は 寝 た し 、 彼女 は 本 を 読み ます 。");
  EXPECT_EQ(said(kBut, Tense::kPast, Tense::kPast), "彼 は 寝 ました が 、 彼女 は 本 を 読み ました 。");
  TestTree shared;
  const Index who = shared.np(kEmma);
  const Index one = shared.verb(kBuy, who, shared.np(kBread));
  const Index two = shared.verb(kReturnTo, who);
  shared.adverb(two, kToHome);
  shared.clause(one).tense = shared.clause(two).tense = Tense::kPast;
  shared.clause(two).subject_shared = true;
  shared.join(SentenceForm::kCoordinated, kAnd, two);
  EXPECT_EQ(shared.say(one), "エマ さん は パン を 買っ て 、 家 に 帰り ました 。");
  EXPECT_EQ(shared.nodes_of("て"), mask_of(shared.s.conjunction_node));
}

TEST(JapaneseComplex, CoordinatesNouns) {
  TestTree t;
  const Index anna = t.np(kAnna);
  t.at(anna).coordinated = t.possessed(kBrother, Possessor::kMy);
  t.at(anna).conjunction = kAnd;
  t.at(anna).conjunction_node = t.node();
  EXPECT_EQ(t.say(t.verb(kDance, anna)), "アンナ さん と 私 の 兄 は 踊り ます 。");
  EXPECT_EQ(t.nodes_of("と"), mask_of(t.at(anna).conjunction_node));
}

TEST(JapaneseComplex, GreetsAndAnswers) {
  TestTree greeting;
  greeting.s.form = SentenceForm::kFormula;
  greeting.s.formula = kGoodMorning;
  greeting.s.formula_node = greeting.node();
  greeting.s.addressee = greeting.np(kTanaka);
  greeting.at(greeting.s.addressee).title = kMissis;
  greeting.at(greeting.s.addressee).title_node = greeting.node();
  greeting.s.comma_node = greeting.node();
  EXPECT_EQ(greeting.say(), "田中 さん 、 おはよう ございます 。");
  EXPECT_EQ(greeting.nodes_of("さん"), mask_of(greeting.at(greeting.s.addressee).title_node));
  greeting.s.address = Address::kFamiliar;
  EXPECT_EQ(greeting.say(), "田中 さん 、 おはよう 。");
  TestTree answer;
  answer.s.form = SentenceForm::kAnswer;
  answer.s.answer = kNo;
  answer.s.answer_node = answer.node();
  answer.s.comma_node = answer.node();
  const Index c = answer.verb(kSwim, answer.np(kI));
  answer.negate(c);
  EXPECT_EQ(answer.say(c), "いいえ 、 私 は 泳ぎ ません 。");
}

}  // namespace
}  // namespace calque::phrasebook
