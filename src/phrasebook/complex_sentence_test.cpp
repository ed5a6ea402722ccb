// Questions, commands, formulas and sentences of several clauses by hand: words and links (German-English).
#include <gtest/gtest.h>

#include "phrasebook/hand_tree.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

class ComplexSentence : public ::testing::TestWithParam<HandCase> {};

TEST_P(ComplexSentence, HasTheExpectedWordsAndLinks) {
  expect_words_and_links(GetParam());
}

void command(HandTree& t, Concept verb, Concept object, Address address) {
  t.s.address = address;
  Clause& c = t.clause(verb, t.pronoun(kYou), t.the(object));
  c.mood = Mood::kImperative;
  t.s.end = EndMark::kExclamationMark;
}

const HandCase kComplexSentences[] = {
    {"YesNoFamiliar",
     [](HandTree& t) {
       t.clause(kSpeak, t.pronoun(kYou), t.bare(kGerman)).mood = Mood::kYesNoQuestion;
       t.s.end = EndMark::kQuestionMark;
     },
     "Sprichst du Deutsch ?", "Do you speak German ?", "0-0 0-2 1-1 2-3 3-4"},
    {"YesNoPolite",
     [](HandTree& t) {
       t.s.address = Address::kPolite;
       t.clause(kSpeak, t.pronoun(kYou), t.bare(kGerman)).mood = Mood::kYesNoQuestion;
       t.s.end = EndMark::kQuestionMark;
     },
     "Sprechen Sie Deutsch ?", "Do you speak German ?", "0-0 0-2 1-1 2-3 3-4"},
    {"WhoSubject",
     [](HandTree& t) {
       Clause& c = t.clause(kOpen, kAbsent, t.the(kWindow));
       c.tense = Tense::kPast;
       t.ask(c, Asked::kSubject, kWho);
     },
     "Wer hat das Fenster geöffnet ?", "Who opened the window ?", "0-0 1-1 2-2 3-3 4-1 5-4"},
    {"WhomDative", [](HandTree& t) { t.ask(t.clause(kHelp, t.pronoun(kShe)), Asked::kObject, kWho); },
     "Wem hilft sie ?", "Who does she help ?", "0-0 1-1 1-3 2-2 3-4"},
    {"WhatAbout", [](HandTree& t) { t.ask(t.clause(kTalkAbout, t.pronoun(kThey)), Asked::kObject, kWhat); },
     "Worüber sprechen sie ?", "What do they talk about ?", "0-0 1-1 1-3 1-4 2-2 3-5"},
    {"Where",
     [](HandTree& t) {
       t.ask(t.clause(kBe, t.the(kPostOffice), kAbsent, ClauseType::kPlace), Asked::kPlace, kWhere);
     },
     "Wo ist die Post ?", "Where is the post office ?", "0-0 1-1 2-2 3-3 3-4 4-5"},
    {"WhereTo", [](HandTree& t) { t.ask(t.clause(kGo, t.pronoun(kHe)), Asked::kGoal, kWhereTo); },
     "Wohin geht er ?", "Where does he go ?", "0-0 1-1 1-3 2-2 3-4"},
    {"Which",
     [](HandTree& t) {
       const Index film = t.bare(kFilm);
       Clause& c = t.clause(kSee, t.pronoun(kYou), film);
       c.tense = Tense::kPast;
       t.ask(c, Asked::kObject, kNone);
       t.s.np(film).determiner = Determiner::kWhich;
       t.s.np(film).determiner_node = c.question_node;
     },
     "Welchen Film hast du gesehen ?", "Which film did you see ?", "0-0 1-1 2-2 2-4 3-3 4-2 4-4 5-5"},
    {"HowMuch",
     [](HandTree& t) { t.ask(t.clause(kCost, t.the(kShoe, Number::kPlural)), Asked::kPrice, kHowMuch); },
     "Wie viel kosten die Schuhe ?", "How much do the shoes cost ?", "0-0 0-1 1-0 1-1 2-2 2-5 3-3 4-4 5-6"},
    {"CommandFamiliar", [](HandTree& t) { command(t, kRead, kBook, Address::kFamiliar); }, "Lies das Buch !",
     "Read the book !", "0-0 1-1 2-2 3-3"},
    {"CommandPolite", [](HandTree& t) { command(t, kTurnOff, kLamp, Address::kPolite); },
     "Schalten Sie die Lampe aus !", "Turn off the lamp !", "0-0 0-1 2-2 3-3 4-0 4-1 5-4"},
    {"CommandNegated",
     [](HandTree& t) {
       command(t, kOpen, kDoor, Address::kFamiliarPlural);
       t.b.negate(t.s.clause(t.s.first));
     },
     "Öffnet die Tür nicht !", "Do not open the door !", "0-0 0-2 1-3 2-4 3-1 4-5"},
    {"Request",
     [](HandTree& t) {
       t.s.address = Address::kPolite;
       Clause& c = t.clause(kClose, t.pronoun(kYou), t.the(kWindow));
       c.mood = Mood::kYesNoQuestion;
       c.request = true;
       t.b.set_modal(c, kCan);
       c.please_node = t.b.node();
       t.s.end = EndMark::kQuestionMark;
     },
     "Könnten Sie bitte das Fenster schließen ?", "Could you please close the window ?",
     "0-0 1-1 2-2 3-4 4-5 5-3 6-6"},
    {"Directions",
     [](HandTree& t) {
       t.s.address = Address::kPolite;
       Clause& c = t.clause(kTurnWay, t.pronoun(kYou));
       c.mood = Mood::kImperative;
       t.b.add_adverb(c, kLeft);
       const Index street = t.the(kStreet);
       t.s.np(street).ordinal = kSecondOrdinal;
       t.s.np(street).ordinal_node = t.b.node();
       t.b.add_phrase(c, kAt, street);
     },
     "Biegen Sie an der zweiten Straße links ab .", "Turn left at the second street .",
     "0-0 2-2 3-3 4-4 5-5 6-1 7-0 8-6"},
    {"Because",
     [](HandTree& t) {
       t.clause(kStay, t.pronoun(kI));
       t.b.add_adverb(t.s.clause(0), kAtHome);
       t.clause(kRain, kAbsent, kAbsent, ClauseType::kWeatherVerb).expletive_node = t.b.node();
       t.join(SentenceForm::kSubordinated, kBecause, 1);
     },
     "Ich bleibe zu Hause , weil es regnet .", "I stay at home because it rains .",
     "0-0 1-1 2-2 2-3 3-2 3-3 5-4 6-5 7-6 8-7"},
    {"IfFirst",
     [](HandTree& t) {
       t.clause(kBuy, t.pronoun(kShe), t.the(kCoat)).tense = Tense::kFuture;
       t.is(t.pronoun(kShe), kRich);
       t.join(SentenceForm::kSubordinated, kIf, 1);
       t.s.subordinate_first = true;
     },
     "Wenn sie reich ist , wird sie den Mantel kaufen .", "If she is rich , she will buy the coat .",
     "0-0 1-1 2-3 3-2 4-4 5-6 5-7 6-5 7-8 8-9 9-6 9-7 10-10"},
    {"WhenPast",
     [](HandTree& t) {
       t.clause(kLaugh, t.pronoun(kHe)).tense = Tense::kPast;
       t.clause(kSee, t.pronoun(kHe), t.the(kBear)).tense = Tense::kPast;
       t.join(SentenceForm::kSubordinated, kWhenConj, 1);
     },
     "Er lachte , als er den Bären sah .", "He laughed when he saw the bear .",
     "0-0 1-1 3-2 4-3 5-5 6-6 7-4 8-7"},
    {"ThatClause",
     [](HandTree& t) {
       Clause& c = t.clause(kKnowThat, t.pronoun(kI));
       t.clause(kLive, t.pronoun(kHe));
       t.b.add_phrase(t.s.clause(1), kIn, t.name(kMunich));
       c.complement_kind = Complement::kThat;
       c.complement = 1;
       c.complement_node = t.b.node();
     },
     "Ich weiß , dass er in München wohnt .", "I know that he lives in Munich .",
     "0-0 1-1 3-2 4-3 5-5 6-6 7-4 8-7"},
    {"WantTo",
     [](HandTree& t) {
       Clause& c = t.clause(kWantTo, t.pronoun(kI));
       t.clause(kInvite, 0, t.my(kNeighbour));
       c.complement_kind = Complement::kInfinitive;
       c.complement = 1;
       c.complement_node = t.b.node();
     },
     "Ich will meinen Nachbarn einladen .", "I want to invite my neighbour .", "0-0 1-1 1-2 2-4 3-5 4-3 5-6"},
    {"LikeTo",
     [](HandTree& t) {
       Clause& c = t.clause(kLikeTo, t.pronoun(kShe));
       t.clause(kPlayInstrument, 0, t.the(kPiano));
       c.complement_kind = Complement::kInfinitive;
       c.complement = 1;
       c.complement_node = t.b.node();
     },
     "Sie spielt gern Klavier .", "She likes to play the piano .", "0-0 1-3 2-1 2-2 3-5 4-6"},
    {"TryTo",
     [](HandTree& t) {
       Clause& c = t.clause(kTryTo, t.pronoun(kHe));
       t.clause(kGetUp, 0);
       c.complement_kind = Complement::kInfinitive;
       c.complement = 1;
       c.complement_node = t.b.node();
     },
     "Er versucht , aufzustehen .", "He tries to get up .", "0-0 1-1 3-2 3-3 3-4 4-5"},
    {"SubjectRelative",
     [](HandTree& t) {
       const Index man = t.the(kMan);
       t.is(man, kTired);
       t.clause(kSing, man, t.a(kSong)).gap = Gap::kSubject;
       t.s.np(man).relative = 1;
       t.s.np(man).relative_node = t.b.node();
     },
     "Der Mann , der ein Lied singt , ist müde .", "The man who sings a song is tired .",
     "0-0 1-1 3-2 4-4 5-5 6-3 8-6 9-7 10-8"},
    {"ObjectRelative",
     [](HandTree& t) {
       const Index film = t.the(kFilm);
       t.is(film, kInteresting);
       t.clause(kSee, t.pronoun(kI), film).gap = Gap::kObject;
       t.s.clause(1).tense = Tense::kPast;
       t.s.np(film).relative = 1;
       t.s.np(film).relative_node = t.b.node();
     },
     "Der Film , den ich gesehen habe , ist interessant .", "The film that I saw is interesting .",
     "0-0 1-1 3-2 4-3 5-4 6-4 8-5 9-6 10-7"},
    {"PronounGender",
     [](HandTree& t) {
       const Index lamp = t.a(kLamp);
       t.clause(kBuy, t.name(kPaul), lamp).tense = Tense::kPast;
       t.is(t.b.refer_to(lamp), kExpensive).tense = Tense::kPast;
       t.join(SentenceForm::kCoordinated, kBut, 1);
     },
     "Paul kaufte eine Lampe , aber sie war teuer .", "Paul bought a lamp , but it was expensive .",
     "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9"},
    {"SharedAuxiliary",
     [](HandTree& t) {
       const Index we = t.pronoun(kWe);
       t.clause(kEat, we, t.the(kSoup)).tense = Tense::kPast;
       Clause& c = t.clause(kDrink, we, t.bare(kTea));
       c.tense = Tense::kPast;
       c.subject_shared = true;
       t.join(SentenceForm::kCoordinated, kAnd, 1);
       t.s.comma_node = kNoNode;
     },
     "Wir haben die Suppe gegessen und Tee getrunken .", "We ate the soup and drank tea .",
     "0-0 1-1 2-2 3-3 4-1 5-4 6-6 7-5 8-7"},
    {"ClockTime",
     [](HandTree& t) {
       Clause& c = t.clause(kBegin, t.the(kConcert));
       Adverbial& a = c.adverbials[c.adverbial_count++];
       a.kind = AdverbialKind::kClock;
       a.relation_node = t.b.node();
       a.hour = 7;
       a.hour_node = t.b.node();
       a.minute = 30;
       a.minute_node = t.b.node();
     },
     "Das Konzert beginnt um halb acht .", "The concert begins at half past seven .",
     "0-0 1-1 2-2 3-3 4-4 4-5 5-6 6-7"},
    {"Naming", [](HandTree& t) { t.clause(kBe, t.pronoun(kI), t.name(kAnna), ClauseType::kNaming); },
     "Ich heiße Anna .", "My name is Anna .", "0-0 1-1 1-2 2-3 3-4"},
    {"ExistencePlace",
     [](HandTree& t) {
       Clause& c = t.clause(kBe, t.a(kKnife), kAbsent, ClauseType::kExistence);
       c.expletive_node = t.b.node();
       t.b.add_phrase(c, kOn, t.the(kTable));
     },
     "Auf dem Tisch ist ein Messer .", "There is a knife on the table .", "0-4 1-5 2-6 3-1 4-2 5-3 6-7"},
    {"Since",
     [](HandTree& t) {
       Clause& c = t.clause(kWorkVerb, t.pronoun(kI));
       c.tense = Tense::kPerfect;
       t.b.add_phrase(c, kSince, t.b.numeral(kYear, 3));
     },
     "Ich arbeite seit drei Jahren .", "I have worked for three years .", "0-0 1-1 1-2 2-3 3-4 4-5 5-6"},
    {"Greeting",
     [](HandTree& t) {
       t.s.form = SentenceForm::kFormula;
       t.s.formula = kGoodMorning;
       t.s.formula_node = t.b.node();
       t.s.comma_node = t.b.node();
       t.s.addressee = t.name(kTanaka);
       t.s.np(0).title = kMissis;
       t.s.np(0).title_node = t.b.node();
     },
     "Guten Morgen , Frau Tanaka .", "Good morning , Mrs Tanaka .", "0-0 0-1 1-0 1-1 2-2 3-3 4-4 5-5"},
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(GermanEnglish, ComplexSentence, ::testing::ValuesIn(kComplexSentences),
                         [](const ::testing::TestParamInfo<HandCase>& tested) {
                           return std::string(tested.param.name);
                         });

}  // namespace calque::phrasebook
