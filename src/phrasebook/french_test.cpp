// The French grammar on hand-built trees: noun phrases, the verb group, clitics, negation, agreement.
#include <gtest/gtest.h>

#include "phrasebook/french_test_draft.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

TEST(FrenchNounPhrase, ArticlesAgreeAndElide) {
  Draft d;
  d.clause(kSee, {d.the(kMan), d.the(kStar)});
  EXPECT_EQ(d.glossed(), "l'/2 homme/1 voit/5 l'/4 étoile/3 ./6");
  EXPECT_EQ(d.text(), "L'homme voit l'étoile.");
  EXPECT_FALSE(d.tokens()[1].space_before);
}

TEST(FrenchNounPhrase, PrepositionsContractWithTheArticle) {
  Draft d;
  Clause& c = d.clause(kTalkTo, {d.the(kGirl), d.the(kFriend, Number::kPlural)});
  d.phrase(c, kNextTo, d.the(kGarden));
  EXPECT_EQ(d.glossed(), "la/2 fille/1 parle/5 aux/3+4 amis/3 à/8 côté/8 du/7+8 jardin/6 ./9");
  EXPECT_EQ(d.text(), "La fille parle aux amis à côté du jardin.");
}

TEST(FrenchNounPhrase, NoContractionWhereTheArticleElides) {
  Draft d;
  Clause& c = d.clause(kGo, {d.np(kHe)});
  d.phrase(c, kTo, d.the(kHospital));
  d.phrase(c, kNear, d.the(kHotel, Number::kPlural));
  EXPECT_EQ(d.text(), "Il va à l'hôpital près des hôtels.");
}

TEST(FrenchNounPhrase, AspiratedHBlocksElision) {
  Draft d;
  d.is(d.adjective(d.the(kMountain), kHigh), kBeautiful);
  EXPECT_EQ(d.text(), "La haute montagne est belle.");
  Draft e;
  e.clause(kSee, {e.np(kI), e.adjective(e.a(kMountain), kHigh, Degree::kComparative)});
  EXPECT_EQ(e.text(), "Je vois une plus haute montagne.");
}

TEST(FrenchNounPhrase, AdjectivesBeforeAndAfterTheNoun) {
  Draft d;
  d.clause(kBuy, {d.np(kShe), d.adjective(d.adjective(d.a(kDress), kSmall), kWhite)});
  EXPECT_EQ(d.glossed(), "elle/1 achète/6 une/3 petite/4 robe/2 blanche/5 ./7");
}

TEST(FrenchNounPhrase, FormsBeforeAVowel) {
  Draft d;
  d.clause(kSee, {d.adjective(d.the(kMan), kOld), d.adjective(d.a(kTree), kBeautiful)});
  EXPECT_EQ(d.text(), "Le vieil homme voit un bel arbre.");
  Draft e;
  e.clause(kSee, {e.with(Determiner::kThis, kChild), e.adjective(e.with(Determiner::kThis, kHotel), kNew)});
  EXPECT_EQ(e.text(), "Cet enfant voit ce nouvel hôtel.");
}

TEST(FrenchNounPhrase, TwoAdjectivesJoinedStandTogether) {
  Draft d;
  const Index garden = d.adjective(d.adjective(d.a(kGarden), kBeautiful), kBig);
  d.s.np(garden).adjective_conjunction_node = d.node();
  d.clause(kSee, {d.np(kWe), garden});
  EXPECT_EQ(d.text(), "Nous voyons un beau et grand jardin.");
  Draft e;
  const Index hotel = e.adjective(e.adjective(e.the(kHotel, Number::kPlural), kOld), kExpensive);
  e.s.np(hotel).adjective_conjunction_node = e.node();
  e.clause(kSee, {e.np(kWe), hotel});
  EXPECT_EQ(e.text(), "Nous voyons les hôtels vieux et chers.");
}

TEST(FrenchNounPhrase, PossessivesFollowTheThingAndTheAddress) {
  Draft d;
  d.clause(kLove, {d.whose(Possessor::kMy, kSister), d.whose(Possessor::kHis, kSchool)});
  EXPECT_EQ(d.text(), "Ma sœur aime son école.");
  Draft e;
  e.s.address = Address::kPolite;
  e.clause(kSee, {e.np(kI), e.whose(Possessor::kYour, kChild, Number::kPlural)});
  EXPECT_EQ(e.text(), "Je vois vos enfants.");
}

TEST(FrenchNounPhrase, OwnerAndPlace) {
  Draft d;
  const Index car = d.the(kCar);
  d.s.np(car).owner = d.whose(Possessor::kMy, kFather);
  d.s.np(car).owner_node = d.node();
  d.is(car, kFast);
  EXPECT_EQ(d.glossed(), "la/2 voiture/1 de/5 mon/4 père/3 est/6 rapide/7 ./8");
}

TEST(FrenchNounPhrase, BareNounsGetAnArticle) {
  Draft d;
  d.clause(kEat, {d.np(kDog, Number::kPlural), d.np(kMeat)});
  EXPECT_EQ(d.glossed(), "les/0 chiens/1 mangent/3 de/0 la/0 viande/2 ./4");
  Draft e;
  e.clause(kLike, {e.np(kI), e.np(kCheese)});
  EXPECT_EQ(e.text(), "J'aime bien le fromage.");
  Draft f;
  f.clause(kDrink, {f.np(kHe), f.np(kWine)});
  EXPECT_EQ(f.text(), "Il boit du vin.");
}

TEST(FrenchNounPhrase, DesBecomesDeBeforeAnAdjective) {
  Draft d;
  d.clause(kSell, {d.np(kThey), d.adjective(d.np(kBook, Number::kPlural), kGood)});
  EXPECT_EQ(d.text(), "Ils vendent de bons livres.");
}

TEST(FrenchNounPhrase, QuantitiesAndMeasures) {
  Draft d;
  const Index water = d.count(2, kWater);
  d.s.np(water).measure = kBottle;
  d.s.np(water).measure_node = d.node();
  d.clause(kOrder, {d.np(kI), water});
  EXPECT_EQ(d.glossed(), "je/4 commande/5 deux/2 bouteilles/3 d'/3 eau/1 ./6");
  Draft e;
  e.clause(kSee, {e.some(kAll, kGirl, Number::kPlural), e.some(kMany, kBird, Number::kPlural)});
  EXPECT_EQ(e.text(), "Toutes les filles voient beaucoup d'oiseaux.");
}

TEST(FrenchNounPhrase, FrenchCountsInItsOwnWay) {
  Draft d;
  d.is(d.whose(Possessor::kMy, kTrousers), kBlue);
  EXPECT_EQ(d.text(), "Mon pantalon est bleu.");
  Draft e;
  e.is(e.the(kScissors), kBlue);
  EXPECT_EQ(e.text(), "Les ciseaux sont bleus.");
  Draft f;
  f.is(f.whose(Possessor::kHer, kHair), kLong);
  EXPECT_EQ(f.text(), "Ses cheveux sont longs.");
}

TEST(FrenchNounPhrase, IrregularPlurals) {
  Draft d;
  d.clause(kRead, {d.the(kSon, Number::kPlural), d.the(kNewspaper, Number::kPlural)});
  EXPECT_EQ(d.text(), "Les fils lisent les journaux.");
  Draft e;
  e.is(e.whose(Possessor::kHis, kEye, Number::kPlural), kBeautiful);
  EXPECT_EQ(e.text(), "Ses yeux sont beaux.");
}

TEST(FrenchAgreement, ParticipleWithEtreFollowsTheSubject) {
  Draft d;
  Clause& c = d.clause(kGo, {d.the(kWoman, Number::kPlural)});
  c.tense = Tense::kPast;
  d.phrase(c, kTo, d.np(kParis));
  EXPECT_EQ(d.glossed(), "les/2 femmes/1 sont/3 allées/3 à/5 Paris/4 ./6");
}

TEST(FrenchAgreement, SpeakerAndHearerDecideForPronouns) {
  Draft d;
  d.s.speaker_female = true;
  d.clause(kArrive, {d.np(kI)}).tense = Tense::kPast;
  EXPECT_EQ(d.text(), "Je suis arrivée.");
  Draft e;
  e.s.address = Address::kPolite;
  e.clause(kArrive, {e.np(kYou)}).tense = Tense::kPast;
  EXPECT_EQ(e.text(), "Vous êtes arrivé.");
  Draft f;
  f.s.address = Address::kFamiliarPlural;
  f.is(f.np(kYou), kTired);
  EXPECT_EQ(f.text(), "Vous êtes fatigués.");
}

TEST(FrenchAgreement, MixedCoordinationIsMasculinePlural) {
  Draft d;
  const Index anna = d.np(kAnna);
  d.s.np(anna).coordinated = d.np(kI);
  d.s.np(anna).conjunction = kAnd;
  d.s.np(anna).conjunction_node = d.node();
  d.clause(kArrive, {anna}).tense = Tense::kPast;
  EXPECT_EQ(d.glossed(), "Anna/1 et/3 moi/2 sommes/4 arrivés/4 ./5");
}

TEST(FrenchAgreement, PronounsTakeTheGenderOfTheFrenchNoun) {
  Draft d;
  const Index car = d.a(kCar);
  d.clause(kHave, {d.np(kAnna), car});
  d.is(d.back(kIt, car), kSlow);
  d.join(SentenceForm::kCoordinated, kBut);
  EXPECT_EQ(d.glossed(), "Anna/3 a/4 une/2 voiture/1 ,/9 mais/8 elle/5 est/6 lente/7 ./10");
}

TEST(FrenchClitics, ObjectsStandBeforeTheVerb) {
  Draft d;
  d.clause(kSee, {d.np(kI), d.back(kIt, d.the(kHouse))});
  EXPECT_EQ(d.text(), "Je la vois.");
  Draft e;
  Clause& give = e.clause(kGive, {e.np(kHe), e.back(kIt, e.the(kBook))});
  give.recipient = e.np(kShe);
  EXPECT_EQ(e.text(), "Il le lui donne.");
  Draft f;
  Clause& show = f.clause(kShow, {f.np(kThey), f.back(kThey, f.the(kLetterMail, Number::kPlural))});
  show.recipient = f.np(kI);
  show.tense = Tense::kPast;
  EXPECT_EQ(f.text(), "Ils me les ont montrées.");
}

TEST(FrenchClitics, NegationSurroundsThem) {
  Draft d;
  Clause& c = d.clause(kSee, {d.np(kHe), d.np(kShe)});
  d.negate(c);
  EXPECT_EQ(d.glossed(), "il/1 ne/4 la/2 voit/3 pas/4 ./5");
  c.tense = Tense::kPerfect;
  EXPECT_EQ(d.text(), "Il ne l'a pas vue.");
}

TEST(FrenchClitics, TheyStandBeforeTheInfinitive) {
  Draft d;
  Clause& c = d.modal(d.clause(kHelp, {d.np(kI), d.np(kThey)}), kCan);
  EXPECT_EQ(d.glossed(), "je/1 peux/4 les/2 aider/3 ./5");
  d.negate(c);
  EXPECT_EQ(d.text(), "Je ne peux pas les aider.");
}

TEST(FrenchClitics, ImperativesHangThemBehind) {
  Draft d;
  Clause& c = d.clause(kGive, {d.np(kYou), d.back(kIt, d.the(kKey))});
  c.recipient = d.np(kI);
  c.mood = Mood::kImperative;
  d.s.end = EndMark::kExclamationMark;
  EXPECT_EQ(d.glossed(), "donne/5 -la/4 -moi/6 !/7");
  EXPECT_EQ(d.text(), "Donne-la-moi !");
  d.negate(c);
  EXPECT_EQ(d.text(), "Ne me la donne pas !");
}

TEST(FrenchClitics, ReflexiveVerbs) {
  Draft d;
  d.clause(kGetUp, {d.np(kShe)}).tense = Tense::kPast;
  EXPECT_EQ(d.glossed(), "elle/1 s'/2 est/2 levée/2 ./3");
  Draft e;
  e.clause(kGetUp, {e.np(kYou)}).mood = Mood::kImperative;
  EXPECT_EQ(e.text(), "Lève-toi.");
  Draft f;
  f.modal(f.clause(kRest, {f.np(kWe)}), kMust);
  EXPECT_EQ(f.text(), "Nous devons nous reposer.");
}

TEST(FrenchClitics, YAndEnStandForThings) {
  Draft d;
  d.clause(kNeed, {d.np(kI), d.back(kIt, d.the(kCar))});
  EXPECT_EQ(d.text(), "J'en ai besoin.");
  Draft e;
  e.clause(kThinkOf, {e.np(kHe), e.back(kIt, e.the(kProblem))});
  EXPECT_EQ(e.text(), "Il y pense.");
  Draft f;
  f.clause(kThinkOf, {f.np(kHe), f.np(kShe)});
  EXPECT_EQ(f.text(), "Il pense à elle.");
}

TEST(FrenchNegation, ArticlesBecomeDe) {
  Draft d;
  d.negate(d.clause(kHave, {d.np(kI), d.a(kCar)}));
  EXPECT_EQ(d.glossed(), "je/1 n'/5 ai/4 pas/5 de/3 voiture/2 ./6");
  Draft e;
  e.negate(e.clause(kDrink, {e.np(kShe), e.np(kWater)}));
  EXPECT_EQ(e.text(), "Elle ne boit pas d'eau.");
}

TEST(FrenchNegation, NeverNothingNobody) {
  Draft d;
  Clause& c = d.clause(kEat, {d.np(kHe), d.np(kMeat)});
  d.adverb(c, kNever);
  EXPECT_EQ(d.glossed(), "il/1 ne/4 mange/3 jamais/4 de/0 viande/2 ./5");
  Draft e;
  e.clause(kBuy, {e.np(kI), e.np(kNothing)}).tense = Tense::kPast;
  EXPECT_EQ(e.glossed(), "je/1 n'/2 ai/3 rien/2 acheté/3 ./4");
  Draft f;
  f.clause(kArrive, {f.np(kNobody)}).tense = Tense::kPast;
  EXPECT_EQ(f.glossed(), "personne/1 n'/1 est/2 arrivé/2 ./3");
}

}  // namespace
}  // namespace calque::phrasebook
