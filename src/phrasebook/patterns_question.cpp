// Questions, commands, requests.
#include "phrasebook/patterns.h"
#include "phrasebook/selections.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

void finish(TreeBuilder& b, Index c, EndMark end) {
  b.sentence().first = c;
  b.sentence().end = end;
}

// A subject that one asks about: no "I", no indefinite pronouns.
Index asked_subject(TreeBuilder& b) {
  const auto roll = b.rng().below(100);
  if (roll < 45) return b.pronoun(kYou);
  if (roll < 60) return b.pronoun(b.any_of({kHe, kShe, kThey, kWe}));
  return b.third_person(Weight::kPlain);
}

void keep_frame_adverbials(Clause& clause) {
  const Frame frame = facts(clause.verb).frame;
  clause.adverbial_count = frame == Frame::kMotion || frame == Frame::kLocative ? 1 : 0;
}

void ask(TreeBuilder& b, Clause& clause, Asked asked, Concept word) {
  clause.mood = Mood::kWhQuestion;
  clause.asked = asked;
  clause.question_word = word;
  clause.question_node = b.node();
}

void question_tense(TreeBuilder& b, Clause& clause) {
  const auto roll = b.rng().below(100);
  b.set_tense(clause, roll < 50 ? Tense::kPresent : roll < 85 ? Tense::kPast : Tense::kFuture);
}

Index yes_no(TreeBuilder& b) {
  const Index who = asked_subject(b);
  Index c = kAbsent;
  if (b.percent(25)) {
    c = b.adjective_clause(who);
  } else {
    c = b.any_verb_clause(who, Weight::kLight);
  }
  Clause& clause = b.sentence().clause(c);
  clause.mood = Mood::kYesNoQuestion;
  if (clause.type == ClauseType::kVerb && b.percent(25)) {
    keep_frame_adverbials(clause);
    clause.tense = Tense::kPresent;
    b.set_modal(clause, b.any_of({kCan, kMust, kMay, kShould}));
  }
  return c;
}

Index who_question(TreeBuilder& b) {
  const bool object = b.percent(30);
  if (object) {
    const Concept verb = b.any_of({kMeet, kInvite, kVisit, kHelp, kKnowPerson, kCallPhone, kFetch, kLove});
    const Index c = b.verb_clause(verb, asked_subject(b), Weight::kPlain);
    Clause& clause = b.sentence().clause(c);
    keep_frame_adverbials(clause);
    clause.object = kAbsent;
    question_tense(b, clause);
    ask(b, clause, Asked::kObject, kWho);
    return c;
  }
  const Concept verb = b.any_of(
      {kBuy,      kEat,   kOpen,           kClose,  kFind,     kWrite,  kRepair, kCook_, kPay, kSpeak,
       kKnowFact, kSteal, kPlayInstrument, kInvite, kPlayGame, kForget, kBreak,  kLive,  kGo,  kGive});
  const Index c = b.verb_clause(verb, b.new_np(kSomebody), Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  keep_frame_adverbials(clause);
  clause.subject = kAbsent;
  question_tense(b, clause);
  ask(b, clause, Asked::kSubject, kWho);
  return c;
}

Index what_question(TreeBuilder& b) {
  const Concept verb = b.any_of({kEat, kBuy, kRead, kDrink, kSee, kFind, kNeed, kOrder, kCook_, kWrite,
                                 kLearn, kSell, kHearVerb, kForget, kCarry, kLookFor, kTalkAbout, kSteal});
  const Index c = b.verb_clause(verb, asked_subject(b), Weight::kPlain);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = 0;
  clause.object = kAbsent;
  question_tense(b, clause);
  if (b.percent(40)) b.add_time(clause);
  ask(b, clause, Asked::kObject, kWhat);
  return c;
}

Index where_question(TreeBuilder& b) {
  const auto roll = b.rng().below(100);
  if (roll < 45) {
    static const WeightedConcepts things = Inventory::nouns(selections::kPortables | selections::kBuildings);
    const Index c = b.new_clause(ClauseType::kPlace, kBe);
    const Concept head = things.draw(b.rng());
    const bool building = facts(head).semantic_class == SemanticClass::kBuilding;
    const Index what = building || b.percent(50) ? b.definite(head) : b.noun(head, Weight::kPlain);
    const Determiner d = b.sentence().np(what).determiner;
    if (d != Determiner::kPossessive && d != Determiner::kThis && d != Determiner::kThat) {
      b.set_determiner(what, Determiner::kDefinite);
    }
    if (building && b.percent(35))
      b.sentence().np(what).ordinal = kNext, b.sentence().np(what).ordinal_node = b.node();
    b.sentence().clause(c).subject = what;
    ask(b, b.sentence().clause(c), Asked::kPlace, kWhere);
    return c;
  }
  const bool goal = roll < 65;
  const Concept verb =
      goal ? b.any_of({kGo, kDriveGo, kTravel, kRunTo})
           : b.any_of({kLive, kBuy, kFind, kWorkVerb, kLearn, kMeet, kPlayGame, kSleep, kParkVerb, kStay});
  const Index c = b.verb_clause(verb, asked_subject(b), Weight::kPlain);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = 0;
  question_tense(b, clause);
  ask(b, clause, goal ? Asked::kGoal : Asked::kPlace, goal ? kWhereTo : kWhere);
  return c;
}

Index when_or_why(TreeBuilder& b, Asked asked, Concept word) {
  const Index c = b.any_verb_clause(asked_subject(b), Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  keep_frame_adverbials(clause);
  question_tense(b, clause);
  if (asked == Asked::kReason && b.percent(30)) b.negate(clause);
  ask(b, clause, asked, word);
  return c;
}

Index determiner_question(TreeBuilder& b, bool how_many) {
  static const auto countable = [](Concept id) { return facts(id).countability == Countability::kCount; };
  const Concept verb = b.any_of({kBuy, kRead, kFind, kSee, kLike, kTake, kWrite, kSell, kNeed, kVisit});
  const Index c = b.verb_clause(verb, asked_subject(b), Weight::kPlain);
  const WeightedConcepts& list = Inventory::instance().objects(verb);
  Concept head = list.draw(b.rng());
  while (!countable(head)) head = list.draw(b.rng());
  const Index what = b.new_np(head);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = 0;
  clause.object = what;
  question_tense(b, clause);
  ask(b, clause, Asked::kObject, kNone);
  NounPhrase& np = b.sentence().np(what);
  np.determiner = how_many ? Determiner::kHowMany : Determiner::kWhich;
  np.determiner_node = clause.question_node;
  np.number = how_many || b.percent(20) ? Number::kPlural : Number::kSingular;
  return c;
}

Index how_much(TreeBuilder& b) {
  const Concept head = Inventory::instance().subjects(kCost).draw(b.rng());
  const Index what = b.noun(head, Weight::kLight);
  const Determiner d = b.sentence().np(what).determiner;
  if (d == Determiner::kNone || d == Determiner::kQuantifier) b.set_determiner(what, Determiner::kDefinite);
  const Index c = b.verb_clause(kCost, what, Weight::kPlain);
  Clause& clause = b.sentence().clause(c);
  clause.object = kAbsent;
  clause.adverbial_count = 0;
  b.set_tense(clause, b.percent(80) ? Tense::kPresent : Tense::kPast);
  ask(b, clause, Asked::kPrice, kHowMuch);
  return c;
}

Index command(TreeBuilder& b) {
  const Concept verb =
      b.any_of({kOpen,      kClose, kRead,   kWrite,   kTake, kBring,     kGive,   kShow,  kHelp,
                kCallPhone, kLearn, kTurnOn, kTurnOff, kWash, kCleanVerb, kTry,    kVisit, kWaitFor,
                kLookAt,    kBuy,   kGo,     kCome,    kSend, kExplain,   kRepair, kFetch});
  const Index you = b.pronoun(kYou);
  const Index c = b.verb_clause(verb, you, Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  keep_frame_adverbials(clause);
  b.set_tense(clause, Tense::kPresent);
  clause.progressive = false;
  return c;
}

Index directions(TreeBuilder& b) {
  const bool turn = b.percent(60);
  const Index you = b.pronoun(kYou);
  const Index c = b.new_clause(ClauseType::kVerb, turn ? kTurnWay : kGoStraight);
  b.sentence().clause(c).subject = you;
  b.sentence().clause(c).mood = Mood::kImperative;
  Clause& clause = b.sentence().clause(c);
  b.add_adverb(clause, turn ? b.any_of({kLeft, kRightSide}) : kStraightOn);
  if (turn || b.percent(40)) {
    const Index where =
        b.definite(b.any_of({kStreet, kStreet, kBridge, kChurch, kSquare, kBankMoney, kStation, kGate}));
    if (b.percent(60)) {
      b.sentence().np(where).ordinal = b.any_of({kFirst, kSecondOrdinal, kThird, kNext});
      b.sentence().np(where).ordinal_node = b.node();
    }
    b.add_phrase(clause, turn ? kAt : kTo, where);
  }
  if (b.percent(30)) clause.please_node = b.node();
  return c;
}

}  // namespace

void build_question(Pattern pattern, TreeBuilder& b) {
  const EndMark end = EndMark::kQuestionMark;
  switch (pattern) {
    case Pattern::kYesNoQuestion:
      return finish(b, yes_no(b), end);
    case Pattern::kWhoQuestion:
      return finish(b, who_question(b), end);
    case Pattern::kWhatQuestion:
      return finish(b, what_question(b), end);
    case Pattern::kWhereQuestion:
      return finish(b, where_question(b), end);
    case Pattern::kWhenQuestion:
      return finish(b, when_or_why(b, Asked::kTime, kWhen), end);
    case Pattern::kWhyQuestion:
      return finish(b, when_or_why(b, Asked::kReason, kWhy), end);
    case Pattern::kWhichQuestion:
      return finish(b, determiner_question(b, false), end);
    case Pattern::kHowManyQuestion:
      return finish(b, determiner_question(b, true), end);
    default:
      return finish(b, how_much(b), end);
  }
}

void build_command(Pattern pattern, TreeBuilder& b) {
  if (pattern == Pattern::kDirections) return finish(b, directions(b), EndMark::kFullStop);
  const Index c = command(b);
  Clause& clause = b.sentence().clause(c);
  if (pattern == Pattern::kImperative) {
    clause.mood = Mood::kImperative;
    if (b.percent(25)) b.negate(clause);
    if (b.percent(45)) clause.please_node = b.node();
    return finish(b, c, EndMark::kExclamationMark);
  }
  if (pattern == Pattern::kSuggestion) {
    clause.mood = Mood::kSuggestion;
    b.sentence().np(clause.subject).head = kWe;
    b.sentence().np(clause.subject).number = Number::kPlural;
    return finish(b, c, EndMark::kFullStop);
  }
  clause.mood = Mood::kYesNoQuestion;
  clause.request = true;
  b.set_modal(clause, kCan);
  clause.please_node = b.node();
  return finish(b, c, EndMark::kQuestionMark);
}

}  // namespace calque::phrasebook
