// The French grammar on hand-built trees: tenses, modals, passive, questions, subordinate clauses, formulas.
#include <gtest/gtest.h>

#include "phrasebook/french_test_draft.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

TEST(FrenchTense, EventsTakePasseComposeStatesImparfait) {
  Draft d;
  d.clause(kEat, {d.np(kHe), d.the(kSoup)}).tense = Tense::kPast;
  EXPECT_EQ(d.glossed(), "il/1 a/4 mangé/4 la/3 soupe/2 ./5");
  Draft e;
  e.clause(kHave, {e.np(kWe), e.a(kDog)}).tense = Tense::kPast;
  EXPECT_EQ(e.text(), "Nous avions un chien.");
  Draft f;
  f.is(f.np(kShe), kHappy).tense = Tense::kPast;
  EXPECT_EQ(f.text(), "Elle était heureuse.");
}

TEST(FrenchTense, HabitAndProgressTakeImparfait) {
  Draft d;
  Clause& c = d.clause(kDrink, {d.np(kThey), d.np(kTea)});
  c.tense = Tense::kPast;
  d.adverb(c, kOften);
  EXPECT_EQ(d.text(), "Ils buvaient souvent du thé.");
  Draft e;
  Clause& f = e.clause(kRead, {e.np(kShe), e.a(kBook)});
  f.tense = Tense::kPast;
  f.progressive = true;
  EXPECT_EQ(e.text(), "Elle lisait un livre.");
}

TEST(FrenchTense, SinceKeepsThePresent) {
  Draft d;
  Clause& c = d.clause(kLive, {d.np(kI)});
  c.tense = Tense::kPerfect;
  d.phrase(c, kIn, d.np(kJapan));
  d.phrase(c, kSince, d.count(2, kYear));
  EXPECT_EQ(d.glossed(), "j'/1 habite/2 au/3+4 Japon/3 depuis/7 deux/6 ans/5 ./8");
}

TEST(FrenchTense, JustIsVenirDe) {
  Draft d;
  Clause& c = d.clause(kArrive, {d.the(kTrain)});
  c.tense = Tense::kPerfect;
  d.adverb(c, kJustNow);
  EXPECT_EQ(d.glossed(), "le/2 train/1 vient/4 d'/4 arriver/3 ./5");
}

TEST(FrenchTense, AgoAndDates) {
  Draft d;
  Clause& c = d.clause(kDepart, {d.the(kTrain)});
  c.tense = Tense::kPast;
  d.phrase(c, kAgo, d.count(3, kHour));
  EXPECT_EQ(d.text(), "Le train est parti il y a trois heures.");
  Draft e;
  Clause& f = e.clause(kCome, {e.np(kHe)});
  f.tense = Tense::kFuture;
  Adverbial& date = e.add(f, AdverbialKind::kDate, kMayMonth);
  date.day = 1;
  date.day_node = e.node();
  date.relation_node = e.node();
  EXPECT_EQ(e.glossed(), "il/1 viendra/2 le/5 1er/4 mai/3 ./6");
}

TEST(FrenchTense, TimesOfTheDay) {
  const auto at = [](std::int16_t hour, std::int16_t minute) {
    Draft d;
    Clause& c = d.clause(ClauseType::kClockTime, {});
    c.expletive_node = d.node();
    Adverbial& a = d.add(c, AdverbialKind::kClock, kNone);
    a.hour = hour;
    a.minute = minute;
    a.hour_node = d.node();
    return d.text();
  };
  EXPECT_EQ(at(3, 30), "Il est trois heures et demie.");
  EXPECT_EQ(at(1, 0), "Il est une heure.");
  EXPECT_EQ(at(3, 45), "Il est quatre heures moins le quart.");
  EXPECT_EQ(at(12, 15), "Il est midi et quart.");
  EXPECT_EQ(at(12, 45), "Il est une heure moins le quart.");
}

TEST(FrenchVerb, Modals) {
  Draft d;
  d.modal(d.clause(kSwim, {d.np(kShe)}), kCan);
  EXPECT_EQ(d.text(), "Elle sait nager.");
  Draft e;
  e.modal(e.clause(kPay, {e.np(kYou), e.the(kBill)}), kShould);
  EXPECT_EQ(e.text(), "Tu devrais payer l'addition.");
  Draft f;
  f.modal(f.clause(kWorkVerb, {f.np(kThey)}), kMust).tense = Tense::kPast;
  EXPECT_EQ(f.glossed(), "ils/1 ont/3 dû/3 travailler/2 ./4");
}

TEST(FrenchVerb, PassiveAgreesAndNamesTheAgent) {
  Draft d;
  Clause& c = d.clause(kBuild, {d.the(kKing), d.the(kChurch, Number::kPlural)});
  c.passive = true;
  c.tense = Tense::kPast;
  EXPECT_EQ(d.glossed(), "les/4 églises/3 ont/5 été/5 construites/5 par/1 le/2 roi/1 ./6");
}

TEST(FrenchVerb, WhereFrenchHasNoPassiveItSaysOn) {
  Draft d;
  Clause& c = d.clause(kVisit, {kAbsent, d.np(kAnna)});
  c.passive = true;
  c.tense = Tense::kFuture;
  EXPECT_EQ(d.text(), "On rendra visite à Anna.");
}

TEST(FrenchVerb, ReadingsDependOnTheArguments) {
  Draft d;
  d.clause(kVisit, {d.np(kWe), d.np(kShe)});
  EXPECT_EQ(d.text(), "Nous lui rendons visite.");
  Draft e;
  e.clause(kVisit, {e.np(kWe), e.the(kMuseum)});
  EXPECT_EQ(e.text(), "Nous visitons le musée.");
  Draft f;
  f.clause(kPlayInstrument, {f.np(kPaul), f.the(kPiano)});
  EXPECT_EQ(f.text(), "Paul joue du piano.");
  Draft g;
  g.clause(kPlayGame, {g.np(kPaul), g.np(kChess)});
  EXPECT_EQ(g.text(), "Paul joue aux échecs.");
  Draft h;
  h.clause(kFetch, {h.np(kI), h.np(kThey)}).tense = Tense::kFuture;
  EXPECT_EQ(h.text(), "J'irai les chercher.");
}

TEST(FrenchVerb, MissingSomebodyTurnsRound) {
  Draft d;
  d.clause(kMissPerson, {d.np(kI), d.whose(Possessor::kMy, kBrother)});
  EXPECT_EQ(d.glossed(), "mon/3 frère/2 me/1 manque/4 ./5");
  Draft e;
  const Index boy = e.the(kBoy);
  e.clause(kMissPerson, {boy, e.np(kAnna)});
  e.relative(boy, Gap::kSubject);
  e.is(boy, kSad);
  e.s.first = 1;
  EXPECT_EQ(e.text(), "Le garçon qui s'ennuie d'Anna est triste.");
}

TEST(FrenchVerb, HungerIsHad) {
  Draft d;
  d.negate(d.is(d.np(kI), kHungry));
  EXPECT_EQ(d.glossed(), "je/1 n'/4 ai/2 pas/4 faim/3 ./5");
}

TEST(FrenchPredicate, ProfessionsHaveNoArticle) {
  Draft d;
  d.clause(ClauseType::kNominal, {d.whose(Possessor::kMy, kSister), d.a(kLawyer)});
  EXPECT_EQ(d.glossed(), "ma/2 sœur/1 est/5 avocate/3 ./6");
  Draft e;
  e.clause(ClauseType::kNominal, {e.np(kHe), e.adjective(e.a(kDoctor), kGood)});
  EXPECT_EQ(e.text(), "C'est un bon médecin.");
}

TEST(FrenchPredicate, ComparativeAndSuperlative) {
  Draft d;
  Clause& c = d.is(d.np(kAnna), kGood);
  c.adjective.degree = Degree::kComparative;
  c.standard = d.np(kHe);
  c.standard_node = d.node();
  EXPECT_EQ(d.glossed(), "Anna/1 est/2 meilleure/3 que/5 lui/4 ./6");
  Draft e;
  const Index film = e.adjective(e.the(kFilm), kInteresting, Degree::kSuperlative);
  e.clause(kSee, {e.np(kI), film}).tense = Tense::kPast;
  EXPECT_EQ(e.glossed(), "j'/4 ai/5 vu/5 le/2 film/1 le/3 plus/3 intéressant/3 ./6");
  Draft f;
  const Index church = f.adjective(f.the(kChurch), kOld, Degree::kSuperlative);
  f.s.np(church).place = f.the(kVillage);
  f.s.np(church).place_relation = kIn;
  f.clause(kVisit, {f.np(kI), church});
  EXPECT_EQ(f.text(), "Je visite la plus vieille église du village.");
}

TEST(FrenchPredicate, ThereIsAndWeather) {
  Draft d;
  Clause& c = d.clause(ClauseType::kExistence, {d.a(kHotel)});
  c.expletive_node = d.node();
  d.phrase(c, kOpposite, d.the(kStation));
  EXPECT_EQ(d.glossed(), "il/4 y/4 a/3 un/2 hôtel/1 en/7 face/7 de/7 la/6 gare/5 ./8");
  Draft e;
  e.clause(ClauseType::kWeatherAdjective, {}).adjective.adjective = kColdWeather;
  EXPECT_EQ(e.text(), "Il fait froid.");
  e.s.clause(0).adjective.adjective = kWindy;
  EXPECT_EQ(e.text(), "Il y a du vent.");
  e.negate(e.s.clause(0));
  EXPECT_EQ(e.text(), "Il n'y a pas de vent.");
}

TEST(FrenchPredicate, NameAndAge) {
  Draft d;
  d.clause(ClauseType::kNaming, {d.np(kI), d.np(kEmma)});
  EXPECT_EQ(d.glossed(), "je/1 m'/3 appelle/3 Emma/2 ./4");
  Draft e;
  Clause& c = e.clause(ClauseType::kNaming, {e.np(kYou)});
  e.ask(c, Asked::kName, kWhat);
  EXPECT_EQ(e.text(), "Comment t'appelles-tu ?");
  Draft f;
  f.clause(ClauseType::kAge, {f.np(kShe), f.count(20, kYear)});
  EXPECT_EQ(f.text(), "Elle a 20 ans.");
  Draft g;
  Clause& age = g.clause(ClauseType::kAge, {g.np(kHe)});
  g.ask(age, Asked::kAge, kHow);
  EXPECT_EQ(g.text(), "Quel âge a-t-il ?");
}

TEST(FrenchQuestion, EstCeQueOrInversion) {
  Draft d;
  d.clause(kSee, {d.np(kYou), d.the(kBoat)}).mood = Mood::kYesNoQuestion;
  d.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(d.text(), "Est-ce que tu vois le bateau ?");
  d.s.address = Address::kPolite;
  EXPECT_EQ(d.text(), "Voyez-vous le bateau ?");
  d.negate(d.s.clause(0)).tense = Tense::kPast;
  EXPECT_EQ(d.text(), "N'avez-vous pas vu le bateau ?");
}

TEST(FrenchQuestion, Requests) {
  Draft d;
  Clause& c = d.modal(d.clause(kOpen, {d.np(kYou), d.the(kWindow)}), kCan);
  c.mood = Mood::kYesNoQuestion;
  c.request = true;
  c.please_node = d.node();
  d.s.end = EndMark::kQuestionMark;
  EXPECT_EQ(d.glossed(), "pourrais/5 -tu/1 ouvrir/4 la/3 fenêtre/2 ,/0 s'/6 il/6 te/6 plaît/6 ?/7");
  d.s.address = Address::kPolite;
  EXPECT_EQ(d.text(), "Pourriez-vous ouvrir la fenêtre, s'il vous plaît ?");
}

TEST(FrenchQuestion, WhoAndWhat) {
  Draft d;
  Clause& c = d.clause(kBuy, {d.np(kAnna)});
  d.ask(c, Asked::kObject, kWhat);
  EXPECT_EQ(d.glossed(), "qu'/3 est-ce/3 qu'/3 Anna/1 achète/2 ?/4");
  Draft e;
  Clause& who = e.clause(kSleep, {});
  e.ask(who, Asked::kSubject, kWho);
  EXPECT_EQ(e.text(), "Qui dort ?");
  Draft f;
  Clause& of = f.clause(kTalkAbout, {f.np(kThey)});
  f.ask(of, Asked::kObject, kWhat);
  EXPECT_EQ(f.text(), "De quoi est-ce qu'ils parlent ?");
}

TEST(FrenchQuestion, WherePriceAndFrontedObjects) {
  Draft d;
  Clause& c = d.clause(ClauseType::kPlace, {d.the(kStation)});
  d.ask(c, Asked::kPlace, kWhere);
  EXPECT_EQ(d.glossed(), "où/4 est/3 la/2 gare/1 ?/5");
  Draft e;
  Clause& price = e.clause(kCost, {e.with(Determiner::kThis, kHat)});
  e.ask(price, Asked::kPrice, kHowMuch);
  EXPECT_EQ(e.text(), "Combien coûte ce chapeau ?");
  Draft f;
  Clause& many = f.clause(kWrite, {f.np(kYou), f.with(Determiner::kHowMany, kLetterMail, Number::kPlural)});
  many.tense = Tense::kPast;
  f.ask(many, Asked::kObject, kNone);
  EXPECT_EQ(f.text(), "Combien de lettres est-ce que tu as écrites ?");
}

TEST(FrenchSubordinate, RelativeClauses) {
  Draft d;
  const Index letter = d.the(kLetterMail);
  d.clause(kWrite, {d.np(kAnna), letter}).tense = Tense::kPast;
  d.relative(letter, Gap::kObject);
  d.is(letter, kLong);
  d.s.first = 1;
  EXPECT_EQ(d.glossed(), "la/2 lettre/1 qu'/5 Anna/3 a/4 écrite/4 est/6 longue/7 ./8");
  Draft e;
  const Index book = e.the(kBook);
  e.clause(kNeed, {e.np(kI), book});
  e.relative(book, Gap::kObject);
  e.clause(kFind, {e.np(kI), book}).tense = Tense::kPast;
  e.s.first = 1;
  EXPECT_EQ(e.text(), "J'ai trouvé le livre dont j'ai besoin.");
  Draft f;
  const Index man = f.the(kMan);
  f.clause(kThinkOf, {f.np(kShe), man});
  f.relative(man, Gap::kObject);
  f.clause(kArrive, {man});
  f.s.first = 1;
  EXPECT_EQ(f.text(), "L'homme à qui elle pense arrive.");
}

TEST(FrenchSubordinate, ConjunctionsAndMood) {
  const auto joined = [](Concept conjunction, Tense main, bool first) {
    Draft d;
    d.clause(kSleep, {d.np(kI)}).tense = main;
    d.clause(kCome, {d.np(kHe)});
    d.join(SentenceForm::kSubordinated, conjunction, first);
    return d.text();
  };
  EXPECT_EQ(joined(kBecause, Tense::kPresent, false), "Je dors parce qu'il vient.");
  EXPECT_EQ(joined(kAlthough, Tense::kPresent, true), "Bien qu'il vienne, je dors.");
  EXPECT_EQ(joined(kBeforeConj, Tense::kPast, false), "J'ai dormi avant qu'il vienne.");
  EXPECT_EQ(joined(kWhenConj, Tense::kFuture, true), "Quand il viendra, je dormirai.");
  EXPECT_EQ(joined(kIf, Tense::kFuture, true), "S'il vient, je dormirai.");
}

TEST(FrenchSubordinate, BeforeWithOneSubjectTakesTheInfinitive) {
  Draft d;
  d.clause(kEat, {d.np(kI), d.a(kApple)});
  d.clause(kGetUp, {d.np(kI)});
  d.join(SentenceForm::kSubordinated, kBeforeConj);
  EXPECT_EQ(d.glossed(), "je/1 mange/4 une/3 pomme/2 avant/7 de/7 me/5+6 lever/5+6 ./9");
}

TEST(FrenchSubordinate, ComplementClauses) {
  const auto complement = [](Concept verb, Complement kind, Tense tense) {
    Draft d;
    const Index who = d.np(kShe);
    Clause& main = d.clause(verb, {who});
    main.tense = tense;
    main.complement_kind = kind;
    main.complement = 1;
    main.complement_node = d.node();
    Clause& inner = d.clause(kOpen, {who, d.the(kDoor)});
    if (kind == Complement::kThat) inner.tense = tense;
    return d.glossed();
  };
  EXPECT_EQ(complement(kThink, Complement::kThat, Tense::kPresent),
            "elle/1 pense/2 qu'/3 elle/1 ouvre/6 la/5 porte/4 ./7");
  EXPECT_EQ(complement(kSay, Complement::kThat, Tense::kPast),
            "elle/1 a/2 dit/2 qu'/3 elle/1 avait/6 ouvert/6 la/5 porte/4 ./7");
  EXPECT_EQ(complement(kWantTo, Complement::kInfinitive, Tense::kPresent),
            "elle/1 veut/2 ouvrir/3+6 la/5 porte/4 ./7");
  EXPECT_EQ(complement(kTryTo, Complement::kInfinitive, Tense::kPresent),
            "elle/1 essaie/2 d'/3 ouvrir/6 la/5 porte/4 ./7");
}

TEST(FrenchSubordinate, DoubtTakesTheSubjunctive) {
  Draft d;
  Clause& main = d.clause(kBelieve, {d.np(kI)});
  main.complement_kind = Complement::kThat;
  main.complement = 1;
  d.negate(main);
  d.is(d.np(kHe), kIll);
  EXPECT_EQ(d.text(), "Je ne crois pas qu'il soit malade.");
}

TEST(FrenchSubordinate, IndirectQuestion) {
  Draft d;
  Clause& main = d.clause(kKnowThat, {d.np(kI)});
  main.complement_kind = Complement::kIndirectQuestion;
  main.complement = 1;
  Clause& inner = d.clause(kLive, {d.np(kAnna)});
  d.ask(inner, Asked::kPlace, kWhere);
  d.s.end = EndMark::kFullStop;
  EXPECT_EQ(d.text(), "Je sais où Anna habite.");
}

}  // namespace
}  // namespace calque::phrasebook
