// Simple sentences by hand: exact German and English words and their links (German-English).
#include <gtest/gtest.h>

#include "phrasebook/hand_tree.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

class SimpleSentence : public ::testing::TestWithParam<HandCase> {};

TEST_P(SimpleSentence, HasTheExpectedWordsAndLinks) {
  expect_words_and_links(GetParam());
}

const HandCase kSimpleSentences[] = {
    {"Intransitive", [](HandTree& t) { t.clause(kSleep, t.the(kDog)); }, "Der Hund schläft .",
     "The dog sleeps .", "0-0 1-1 2-2 3-3"},
    {"Progressive", [](HandTree& t) { t.clause(kRead, t.pronoun(kShe), t.a(kBook)).progressive = true; },
     "Sie liest ein Buch .", "She is reading a book .", "0-0 1-1 1-2 2-3 3-4 4-5"},
    {"AccusativeMasculine",
     [](HandTree& t) { t.clause(kSee, t.pronoun(kI), t.with_adjective(t.the(kTower), kOld)); },
     "Ich sehe den alten Turm .", "I see the old tower .", "0-0 1-1 2-2 3-3 4-4 5-5"},
    {"MixedDeclension",
     [](HandTree& t) {
       t.clause(kBuy, t.pronoun(kI), t.with_adjective(t.a(kHouse), kSmall)).tense = Tense::kPast;
     },
     "Ich habe ein kleines Haus gekauft .", "I bought a small house .", "0-0 1-1 2-2 3-3 4-4 5-1 6-5"},
    {"StrongDeclension",
     [](HandTree& t) { t.clause(kDrink, t.pronoun(kWe), t.with_adjective(t.bare(kWater), kCold)); },
     "Wir trinken kaltes Wasser .", "We drink cold water .", "0-0 1-1 2-2 3-3 4-4"},
    {"WeakNoun",
     [](HandTree& t) { t.clause(kKnowPerson, t.pronoun(kHe), t.with_adjective(t.the(kStudent), kYoung)); },
     "Er kennt den jungen Studenten .", "He knows the young student .", "0-0 1-1 2-2 3-3 4-4 5-5"},
    {"DativeVerb", [](HandTree& t) { t.clause(kHelp, t.the(kBoy), t.my(kMother)); },
     "Der Junge hilft meiner Mutter .", "The boy helps my mother .", "0-0 1-1 2-2 3-3 4-4 5-5"},
    {"Ditransitive",
     [](HandTree& t) {
       Clause& c = t.clause(kGive, t.the(kTeacher), t.a(kPen));
       c.recipient = t.the(kChild, Number::kPlural);
     },
     "Der Lehrer gibt den Kindern einen Stift .", "The teacher gives the children a pen .",
     "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7"},
    {"SeparableVerb",
     [](HandTree& t) { t.clause(kCallPhone, t.name(kAnna), t.my(kFriend, Possessor::kHer)); },
     "Anna ruft ihren Freund an .", "Anna calls her friend .", "0-0 1-1 2-2 3-3 4-1 5-4"},
    {"PerfectWithSein", [](HandTree& t) { t.clause(kArrive, t.the(kTrain)).tense = Tense::kPerfect; },
     "Der Zug ist angekommen .", "The train has arrived .", "0-0 1-1 2-2 2-3 3-2 3-3 4-4"},
    {"Preterite",
     [](HandTree& t) { t.clause(kWrite, t.pronoun(kHe), t.a(kLetterMail)).tense = Tense::kPast; },
     "Er schrieb einen Brief .", "He wrote a letter .", "0-0 1-1 2-2 3-3 4-4"},
    {"Future",
     [](HandTree& t) {
       Clause& c = t.clause(kVisit, t.pronoun(kThey), t.the(kCastle));
       c.tense = Tense::kFuture;
       t.b.add_adverb(c, kTomorrow);
       c.fronting = Fronting::kTimeIfCommon;
     },
     "Morgen werden sie das Schloss besuchen .", "They will visit the castle tomorrow .",
     "0-5 1-1 1-2 2-0 3-3 4-4 5-1 5-2 6-6"},
    {"Passive",
     [](HandTree& t) {
       Clause& c = t.clause(kSteal, t.a(kThief), t.the(kRingJewel));
       c.passive = true;
       c.tense = Tense::kPast;
     },
     "Der Ring wurde von einem Dieb gestohlen .", "The ring was stolen by a thief .",
     "0-0 1-1 2-2 2-3 3-4 3-6 4-5 5-4 5-6 6-2 6-3 7-7"},
    {"PassivePerfect",
     [](HandTree& t) {
       Clause& c = t.clause(kRepair, kAbsent, t.the(kDoor, Number::kPlural));
       c.passive = true;
       c.tense = Tense::kPerfect;
     },
     "Die Türen sind repariert worden .", "The doors have been repaired .",
     "0-0 1-1 2-2 2-3 2-4 3-2 3-3 3-4 4-2 4-3 4-4 5-5"},
    {"ModalNegated",
     [](HandTree& t) {
       Clause& c = t.clause(kCome, t.pronoun(kI));
       t.b.set_modal(c, kCan);
       t.b.add_phrase(c, kTo, t.name(kParis));
       t.b.negate(c);
     },
     "Ich kann nicht nach Paris kommen .", "I cannot come to Paris .", "0-0 1-1 2-1 3-3 4-4 5-2 6-5"},
    {"PastObligation",
     [](HandTree& t) {
       Clause& c = t.clause(kWorkVerb, t.pronoun(kShe));
       t.b.set_modal(c, kMust);
       c.tense = Tense::kPast;
     },
     "Sie musste arbeiten .", "She had to work .", "0-0 1-1 1-2 2-3 3-4"},
    {"NegationNicht",
     [](HandTree& t) { t.b.negate(t.clause(kUnderstand, t.pronoun(kHe), t.the(kQuestion))); },
     "Er versteht die Frage nicht .", "He does not understand the question .", "0-0 1-1 1-3 2-4 3-5 4-2 5-6"},
    {"NegationKein", [](HandTree& t) { t.b.negate(t.clause(kHave, t.pronoun(kI), t.a(kCar))); },
     "Ich habe kein Auto .", "I do not have a car .", "0-0 1-1 1-3 2-2 2-4 3-5 4-6"},
    {"NegationBeforeGoal",
     [](HandTree& t) {
       Clause& c = t.clause(kGo, t.pronoun(kWe));
       t.b.add_phrase(c, kTo, t.the(kSchool));
       t.b.negate(c);
     },
     "Wir gehen nicht in die Schule .", "We do not go to the school .", "0-0 1-1 1-3 2-2 3-4 4-5 5-6 6-7"},
    {"Never", [](HandTree& t) { t.b.add_adverb(t.clause(kDrink, t.pronoun(kShe), t.bare(kBeer)), kNever); },
     "Sie trinkt nie Bier .", "She never drinks beer .", "0-0 1-2 2-1 3-3 4-4"},
    {"ContractionDative",
     [](HandTree& t) { t.b.add_phrase(t.clause(kWait, t.pronoun(kHe)), kAt, t.the(kStation)); },
     "Er wartet am Bahnhof .", "He waits at the station .", "0-0 1-1 2-2 2-3 3-4 4-5"},
    {"ContractionTo",
     [](HandTree& t) { t.b.add_phrase(t.clause(kGo, t.pronoun(kI)), kTo, t.the(kPharmacy)); },
     "Ich gehe zur Apotheke .", "I go to the pharmacy .", "0-0 1-1 2-2 2-3 3-4 4-5"},
    {"Locative", [](HandTree& t) { t.b.add_phrase(t.clause(kHang, t.the(kPicture)), kOn, t.the(kWall)); },
     "Das Bild hängt an der Wand .", "The picture hangs on the wall .", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"},
    {"PrepositionalObject", [](HandTree& t) { t.clause(kWaitFor, t.pronoun(kWe), t.the(kBus)); },
     "Wir warten auf den Bus .", "We wait for the bus .", "0-0 1-1 1-2 2-1 2-2 3-3 4-4 5-5"},
    {"Reflexive", [](HandTree& t) { t.clause(kRest, t.my(kGrandmother)); },
     "Meine Großmutter ruht sich aus .", "My grandmother rests .", "0-0 1-1 2-2 3-2 4-2 5-3"},
    {"Comparative",
     [](HandTree& t) {
       Clause& c = t.is(t.name(kAnna), kOld);
       c.adjective.degree = Degree::kComparative;
       c.standard = t.my(kBrother, Possessor::kHer);
       c.standard_node = t.b.node();
     },
     "Anna ist älter als ihr Bruder .", "Anna is older than her brother .", "0-0 1-1 2-2 3-3 4-4 5-5 6-6"},
    {"ComparativeMore",
     [](HandTree& t) {
       Clause& c = t.is(t.the(kRingJewel), kExpensive);
       c.adjective.degree = Degree::kComparative;
       c.standard = t.the(kWatch);
       c.standard_node = t.b.node();
     },
     "Der Ring ist teurer als die Uhr .", "The ring is more expensive than the watch .",
     "0-0 1-1 2-2 3-3 3-4 4-5 5-6 6-7 7-8"},
    {"Superlative",
     [](HandTree& t) {
       t.clause(kKnowPerson, t.pronoun(kI), t.with_adjective(t.the(kMountain), kHigh, Degree::kSuperlative));
     },
     "Ich kenne den höchsten Berg .", "I know the highest mountain .", "0-0 1-1 2-2 3-3 4-4 5-5"},
    {"Profession", [](HandTree& t) { t.clause(kBe, t.name(kEmma), t.a(kDoctor), ClauseType::kNominal); },
     "Emma ist Ärztin .", "Emma is a doctor .", "0-0 1-1 2-3 3-4"},
    {"GenitiveName",
     [](HandTree& t) {
       const Index car = t.the(kCar);
       t.s.np(car).owner = t.name(kAnna);
       t.s.np(car).owner_node = t.b.node();
       t.is(car, kRed);
     },
     "Annas Auto ist rot .", "Anna 's car is red .", "0-0 0-1 1-2 2-3 3-4 4-5"},
    {"GenitiveNoun",
     [](HandTree& t) {
       const Index hat = t.the(kHat);
       t.s.np(hat).owner = t.my(kFather);
       t.s.np(hat).owner_node = t.b.node();
       t.is(hat, kBlack);
     },
     "Der Hut meines Vaters ist schwarz .", "My father 's hat is black .", "0-2 1-3 2-0 3-1 4-4 5-5 6-6"},
    {"Quantity",
     [](HandTree& t) {
       const Index milk = t.b.numeral(kMilk, 2);
       t.s.np(milk).measure = kBottle;
       t.s.np(milk).measure_node = t.b.node();
       t.clause(kNeed, t.pronoun(kI), milk);
     },
     "Ich brauche zwei Flaschen Milch .", "I need two bottles of milk .", "0-0 1-1 2-2 3-3 3-4 4-5 5-6"},
    {"Price", [](HandTree& t) { t.clause(kCost, t.the(kTicket), t.b.numeral(kEuro, 35)); },
     "Die Karte kostet 35 Euro .", "The ticket costs 35 euros .", "0-0 1-1 2-2 3-3 4-4 5-5"},
    {"PluralOnly", [](HandTree& t) { t.is(t.the(kScissors), kNew); }, "Die Schere ist neu .",
     "The scissors are new .", "0-0 1-1 2-2 3-3 4-4"},
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(GermanEnglish, SimpleSentence, ::testing::ValuesIn(kSimpleSentences),
                         [](const ::testing::TestParamInfo<HandCase>& tested) {
                           return std::string(tested.param.name);
                         });

}  // namespace calque::phrasebook
