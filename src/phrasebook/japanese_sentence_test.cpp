// Japanese sentences: questions, requests, time and place, clauses in clauses, greetings.
#include <gtest/gtest.h>

#include "phrasebook/japanese_test_tree.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

TEST(JapaneseSentence, AsksWithKa) {
  TestTree t;
  const Index c = t.verb(kDrink, t.np(kYou), t.np(kCoffee));
  t.clause(c).mood = Mood::kYesNoQuestion;
  t.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(t.say(c), "あなた は コーヒー を 飲み ます か 。");
  EXPECT_EQ(t.nodes_of("か"), mask_of(t.s.end_node));
  EXPECT_EQ(t.nodes_of("。"), mask_of(t.s.end_node));
}

TEST(JapaneseSentence, SpeaksPlainlyToFriends) {
  TestTree question;
  question.s.address = Address::kFamiliar;
  const Index c = question.verb(kDrink, question.np(kYou), question.np(kCoffee));
  question.clause(c).mood = Mood::kYesNoQuestion;
  question.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(question.say(c), "君 は コーヒー を 飲む の ？");
  TestTree statement;
  statement.s.address = Address::kFamiliar;
  const Index d = statement.is(statement.np(kYou), kFriendly);
  EXPECT_EQ(statement.say(d), "君 は 親切 だ 。");
  TestTree past;
  past.s.address = Address::kFamiliar;
  const Index e = past.verb(kRead, past.np(kI), past.possessed(kBook, Possessor::kYour));
  past.clause(e).tense = Tense::kPast;
  EXPECT_EQ(past.say(e), "私 は 君 の 本 を 読ん だ 。");
  // A sentence that does not speak to the friend stays polite.
  TestTree other;
  other.s.address = Address::kFamiliar;
  EXPECT_EQ(other.say(other.verb(kSleep, other.np(kI))), "私 は 寝 ます 。");
}

TEST(JapaneseSentence, LeavesQuestionWordsInPlace) {
  TestTree who;
  Index c = who.verb(kBuy, kAbsent, who.the(kBread));
  who.clause(c).tense = Tense::kPast;
  who.ask(c, Asked::kSubject, kWho);
  EXPECT_EQ(who.say(c), "誰 が パン を 買い ました か 。");
  TestTree what;
  c = what.verb(kEat, what.np(kYou));
  what.ask(c, Asked::kObject, kWhat);
  EXPECT_EQ(what.say(c), "あなた は 何 を 食べ ます か 。");
  EXPECT_EQ(what.nodes_of("何"), mask_of(what.clause(c).question_node));
  TestTree where;
  c = where.be(ClauseType::kPlace, where.the(kStation));
  where.ask(c, Asked::kPlace, kWhere);
  EXPECT_EQ(where.say(c), "駅 は どこ に あり ます か 。");
  TestTree person;
  c = person.be(ClauseType::kPlace, person.np(kAnna));
  person.ask(c, Asked::kPlace, kWhere);
  EXPECT_EQ(person.say(c), "アンナ さん は どこ に い ます か 。");
  TestTree works;
  c = works.verb(kWorkVerb, works.np(kHe));
  works.ask(c, Asked::kPlace, kWhere);
  EXPECT_EQ(works.say(c), "彼 は どこ で 働き ます か 。");
  TestTree goal;
  c = goal.verb(kGo, goal.np(kYou));
  goal.ask(c, Asked::kGoal, kWhereTo);
  EXPECT_EQ(goal.say(c), "あなた は どこ へ 行き ます か 。");
  TestTree when;
  c = when.verb(kArrive, when.the(kTrain));
  when.ask(c, Asked::kTime, kWhen);
  EXPECT_EQ(when.say(c), "電車 は いつ 着き ます か 。");
  TestTree why;
  c = why.verb(kLaugh, why.np(kShe));
  why.negate(c);
  why.ask(c, Asked::kReason, kWhy);
  EXPECT_EQ(why.say(c), "彼女 は なぜ 笑わ ない の です か 。");
}

TEST(JapaneseSentence, AsksForAmounts) {
  TestTree which;
  Index book = which.np(kBook, Determiner::kWhich);
  Index c = which.verb(kRead, which.np(kYou), book);
  which.ask(c, Asked::kObject, kNone);
  EXPECT_EQ(which.say(c), "あなた は どの 本 を 読み ます か 。");
  TestTree many;
  book = many.np(kBook, Determiner::kHowMany);
  c = many.verb(kRead, many.np(kYou), book);
  many.ask(c, Asked::kObject, kNone);
  EXPECT_EQ(many.say(c), "あなた は 本 を 何 冊 読み ます か 。");
  TestTree much;
  c = much.verb(kCost, much.the(kTicket));
  much.ask(c, Asked::kPrice, kHowMuch);
  EXPECT_EQ(much.say(c), "切符 は いくら し ます か 。");
  TestTree price;
  EXPECT_EQ(price.say(price.verb(kCost, price.the(kTicket), price.numeral(kEuro, 5))),
            "切符 は 五 ユーロ し ます 。");
}

TEST(JapaneseSentence, CommandsAndRequests) {
  TestTree please;
  Index c = please.verb(kOpen, please.np(kYou), please.the(kWindow));
  please.clause(c).mood = Mood::kImperative;
  please.clause(c).please_node = please.node();
  please.s.end = EndMark::kExclamationMark;
  EXPECT_EQ(please.say(c), "窓 を 開け て ください ！");
  EXPECT_EQ(please.nodes_of("ください"), mask_of(please.clause(c).please_node));
  TestTree dont;
  c = dont.verb(kForget, dont.np(kYou), dont.the(kKey));
  dont.clause(c).mood = Mood::kImperative;
  dont.negate(c);
  EXPECT_EQ(dont.say(c), "鍵 を 忘れ ないで ください 。");
  EXPECT_EQ(dont.nodes_of("ないで"), mask_of(dont.clause(c).negation_node));
  TestTree could;
  c = could.verb(kClose, could.np(kYou), could.the(kDoor));
  could.clause(c).mood = Mood::kYesNoQuestion;
  could.clause(c).request = true;
  could.modal(c, kCan);
  could.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(could.say(c), "ドア を 閉め て いただけ ません か 。");
  TestTree lets;
  c = lets.verb(kGo, lets.np(kWe));
  lets.adverb(c, kToHome);
  lets.clause(c).mood = Mood::kSuggestion;
  EXPECT_EQ(lets.say(c), "家 に 行き ましょう 。");
  TestTree give;
  c = give.verb(kGive, give.np(kYou), give.the(kBook));
  give.clause(c).recipient = give.np(kI);
  give.clause(c).mood = Mood::kImperative;
  EXPECT_EQ(give.say(c), "私 に 本 を 渡し て ください 。");
  TestTree quiet;
  c = quiet.is(quiet.np(kYou), kQuiet);
  quiet.clause(c).mood = Mood::kImperative;
  EXPECT_EQ(quiet.say(c), "静か に し て ください 。");
}

TEST(JapaneseSentence, GivesDirections) {
  TestTree turn;
  Index c = turn.verb(kTurnWay, turn.np(kYou));
  const Index street = turn.the(kStreet);
  turn.at(street).ordinal = kSecondOrdinal;
  turn.at(street).ordinal_node = turn.node();
  turn.adverb(c, kLeft);
  turn.phrase(c, kAt, street);
  turn.clause(c).mood = Mood::kImperative;
  EXPECT_EQ(turn.say(c), "二番目 の 通り を 左 に 曲がっ て ください 。");
  TestTree straight;
  c = straight.verb(kGoStraight, straight.np(kYou));
  straight.adverb(c, kStraightOn);
  straight.phrase(c, kTo, straight.the(kBridge));
  straight.clause(c).mood = Mood::kImperative;
  EXPECT_EQ(straight.say(c), "橋 まで まっすぐ 行っ て ください 。");
}

TEST(JapaneseSentence, GivesAndReceives) {
  TestTree away;
  Index c = away.verb(kGive, away.np(kI), away.a(kBook));
  away.clause(c).recipient = away.np(kAnna);
  EXPECT_EQ(away.say(c), "私 は アンナ さん に 本 を あげ ます 。");
  EXPECT_EQ(away.nodes_of("に"), 0U);
  TestTree here;
  c = here.verb(kGive, here.np(kAnna), here.a(kBook));
  here.clause(c).recipient = here.np(kI);
  here.clause(c).tense = Tense::kPast;
  EXPECT_EQ(here.say(c), "アンナ さん は 私 に 本 を くれ ました 。");
}

TEST(JapaneseSentence, SaysWhereThingsAre) {
  TestTree exists;
  Index c = exists.be(ClauseType::kExistence, exists.a(kDog));
  exists.phrase(c, kIn, exists.the(kGarden));
  EXPECT_EQ(exists.say(c), "庭 に は 犬 が い ます 。");
  TestTree key;
  c = key.be(ClauseType::kPlace, key.the(kKey));
  key.phrase(c, kOn, key.the(kTable));
  EXPECT_EQ(key.say(c), "鍵 は テーブル の 上 に あり ます 。");
  EXPECT_EQ(key.nodes_of("上"), key.nodes_of("に"));
  TestTree acts;
  c = acts.verb(kPlayGame, acts.the(kChild), acts.np(kFootball));
  acts.phrase(c, kBehind, acts.the(kSchool));
  EXPECT_EQ(acts.say(c), "子供 は 学校 の 後ろ で サッカー を し ます 。");
  TestTree has;
  EXPECT_EQ(has.say(has.verb(kHave, has.np(kI), has.np(kTime))), "私 に は 時間 が あり ます 。");
}

TEST(JapaneseSentence, OrdersTimeFromLargeToSmall) {
  TestTree t;
  const Index c = t.verb(kArrive, t.np(kMartin));
  t.clock(c, 3, 30);
  Adverbial& date = t.adverbial(c, AdverbialKind::kDate, kMayMonth);
  date.day = 3;
  date.day_node = t.node();
  date.relation_node = t.node();
  EXPECT_EQ(t.say(c), "マーティン さん は 五月 三 日 に 三 時 半 に 着き ます 。");
  EXPECT_EQ(t.nodes_of("半"), mask_of(t.clause(c).adverbials[0].minute_node));
  EXPECT_EQ(t.nodes_of("に", 2), mask_of(t.clause(c).adverbials[0].relation_node));
  TestTree fronted;
  const Index d = fronted.verb(kCome, fronted.np(kHe));
  fronted.phrase(d, kFrom, fronted.np(kTokyo));
  fronted.adverb(d, kYesterday);
  fronted.clause(d).tense = Tense::kPast;
  fronted.clause(d).fronting = Fronting::kTime;
  EXPECT_EQ(fronted.say(d), "昨日 彼 は 東京 から 来 ました 。");
}

TEST(JapaneseSentence, TellsTheTime) {
  const auto said = [](int hour, int minute) {
    TestTree t;
    const Index c = t.be(ClauseType::kClockTime);
    t.clock(c, hour, minute);
    return t.say(c);
  };
  EXPECT_EQ(said(7, 0), "七 時 です 。");
  EXPECT_EQ(said(7, 15), "七 時 十五 分 です 。");
  EXPECT_EQ(said(12, 45), "一 時 十五 分 前 です 。");
  TestTree today;
  const Index c = today.be(ClauseType::kCalendar);
  today.clause(c).today_node = today.node();
  today.adverbial(c, AdverbialKind::kWeekday, kMonday);
  EXPECT_EQ(today.say(c), "今日 は 月曜日 です 。");
}

TEST(JapaneseSentence, TellsDurations) {
  TestTree since;
  Index c = since.verb(kLive, since.np(kI));
  since.phrase(c, kIn, since.np(kBerlin));
  since.phrase(c, kSince, since.numeral(kYear, 2));
  since.clause(c).tense = Tense::kPerfect;
  EXPECT_EQ(since.say(c), "私 は 二 年 前 から ベルリン に 住ん で い ます 。");
  TestTree ago;
  c = ago.verb(kCome, ago.np(kI));
  ago.adverb(c, kToHome);
  ago.phrase(c, kAgo, ago.numeral(kHour, 3));
  ago.clause(c).tense = Tense::kPast;
  EXPECT_EQ(ago.say(c), "私 は 三 時間 前 に 家 に 来 ました 。");
}

TEST(JapaneseSentence, SpeaksOfTheWeather) {
  TestTree rain;
  Index c = rain.be(ClauseType::kWeatherVerb);
  rain.clause(c).verb = kRain;
  rain.clause(c).progressive = true;
  rain.adverb(c, kToday);
  EXPECT_EQ(rain.say(c), "今日 は 雨 が 降っ て い ます 。");
  EXPECT_EQ(rain.nodes_of("雨"), rain.nodes_of("降っ"));
  TestTree cold;
  c = cold.be(ClauseType::kWeatherAdjective);
  cold.clause(c).adjective = cold.adjective(kColdWeather);
  cold.clause(c).tense = Tense::kFuture;
  cold.phrase(c, kIn, cold.np(kTokyo));
  EXPECT_EQ(cold.say(c), "東京 で は 寒い でしょう 。");
}

TEST(JapaneseSentence, NamesAndAges) {
  TestTree name;
  Index c = name.be(ClauseType::kNaming, name.np(kI));
  name.clause(c).object = name.np(kYuki);
  EXPECT_EQ(name.say(c), "私 の 名前 は ユキ です 。");
  TestTree age;
  c = age.be(ClauseType::kAge, age.np(kShe));
  age.clause(c).object = age.numeral(kYear, 30);
  EXPECT_EQ(age.say(c), "彼女 は 30 歳 です 。");
  TestTree doctor;
  c = doctor.be(ClauseType::kNominal, doctor.possessed(kBrother, Possessor::kMy));
  doctor.clause(c).object = doctor.a(kDoctor);
  doctor.negate(c);
  EXPECT_EQ(doctor.say(c), "私 の 兄 は 医者 では ありません 。");
}

}  // namespace
}  // namespace calque::phrasebook
