// Statements of one clause.
#include "phrasebook/collocations.h"
#include "phrasebook/patterns.h"
#include "phrasebook/selections.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

Index predicate_noun(TreeBuilder& b) {
  const Index c = b.new_clause(ClauseType::kNominal, kBe);
  const Index who = b.third_person(Weight::kPlain);
  const Concept job = b.any_of({kTeacher, kDoctor, kStudent, kCook, kDriver, kLawyer, kFarmer, kPainter,
                                kPilot, kEngineer, kBaker, kJudge, kTourist});
  const bool plural = agreement_of(b.sentence(), who).number == Number::kPlural;
  const Index what = plural ? b.new_np(job) : b.indefinite(job);
  if (plural) b.sentence().np(what).number = Number::kPlural;
  if (b.percent(40)) b.add_adjective(what, Inventory::instance().attributes(kFriend));
  Clause& clause = b.sentence().clause(c);
  clause.subject = who;
  clause.object = what;
  b.set_tense(clause, b.percent(80) ? Tense::kPresent : Tense::kPast);
  if (b.percent(8)) b.negate(clause);
  return c;
}

Index place_clause(TreeBuilder& b, ClauseType type) {
  static const WeightedConcepts things = Inventory::nouns(selections::kPortables);
  static const WeightedConcepts buildings = Inventory::nouns(selections::kBuildings);
  static const WeightedConcepts spots = Inventory::nouns(selections::kFurnitures | selections::kRooms);
  static const WeightedConcepts around = Inventory::nouns(selections::kPlaces);
  const Index c = b.new_clause(type, kBe);
  const bool small = b.percent(50);
  const Concept head = small ? things.draw(b.rng()) : buildings.draw(b.rng());
  Index what = kAbsent;
  if (type == ClauseType::kExistence) {
    what = b.indefinite(head);
    const bool countable = facts(head).countability == Countability::kCount;
    if (!countable) b.set_determiner(what, Determiner::kNone), b.sentence().np(what).head = kWater;
    if (countable && b.percent(35)) {
      b.set_determiner(what, Determiner::kQuantifier);
      b.sentence().np(what).quantifier = b.any_of({kMany, kSome, kFew, kSeveral});
      b.sentence().np(what).number = Number::kPlural;
    }
    if (b.percent(30)) b.add_adjective(what, Inventory::instance().attributes(b.sentence().np(what).head));
    b.sentence().clause(c).expletive_node = b.node();
  } else {
    what = b.percent(25) ? b.person(Weight::kPlain) : b.noun(head, Weight::kFull);
    const Determiner d = b.sentence().np(what).determiner;
    const bool noun = facts(b.sentence().np(what).head).category == Category::kNoun;
    if (noun && (d == Determiner::kIndefinite || d == Determiner::kNone))
      b.set_determiner(what, Determiner::kDefinite);
  }
  Clause& clause = b.sentence().clause(c);
  clause.subject = what;
  b.set_tense(clause, b.percent(75) ? Tense::kPresent : Tense::kPast);
  const bool inside = small && facts(b.sentence().np(what).head).category == Category::kNoun;
  Concept where = inside ? spots.draw(b.rng()) : around.draw(b.rng());
  while (where == b.sentence().np(what).head) where = around.draw(b.rng());
  b.add_place_of(clause, where);
  const bool building = facts(b.sentence().np(what).head).semantic_class == SemanticClass::kBuilding;
  if (building && facts(where).semantic_class == SemanticClass::kBuilding &&
      clause.adverbials[0].concept_id == kIn) {
    clause.adverbials[0].concept_id = kNextTo;
  }
  if (b.percent(8)) b.negate(clause);
  return c;
}

Index passive(TreeBuilder& b) {
  const Concept verb =
      b.any_of({kBuy,       kEat,   kRead,       kFind,  kVisit,  kOpen,      kClose, kWrite, kRepair,
                kWash,      kSell,  kInvite,     kSteal, kBuild,  kCleanVerb, kBreak, kPaint, kPay,
                kPlantVerb, kSolve, kSavePerson, kCook_, kTurnOn, kTurnOff,   kCut,   kCarry, kBite});
  const Index c = b.new_clause(ClauseType::kVerb, verb);
  const Index what = b.object_for(verb, Weight::kLight);
  const Determiner d = b.sentence().np(what).determiner;
  const bool noun = facts(b.sentence().np(what).head).category == Category::kNoun;
  if (noun && (d == Determiner::kIndefinite || d == Determiner::kNone))
    b.set_determiner(what, Determiner::kDefinite);
  Index agent = kAbsent;
  if (verb == kBite) {
    agent = b.indefinite(b.any_of({kSnake, kDog, kHorse}));
  } else if (b.percent(40)) {
    agent = b.percent(40) ? b.name() : b.person_noun(Weight::kPlain);
  }
  Clause& clause = b.sentence().clause(c);
  clause.passive = true;
  clause.object = what;
  clause.subject = agent;
  const auto roll = b.rng().below(100);
  clause.tense = roll < 50   ? Tense::kPast
                 : roll < 75 ? Tense::kPresent
                 : roll < 88 ? Tense::kPerfect
                             : Tense::kFuture;
  if (b.percent(35)) b.add_time(clause);
  if (b.percent(8)) b.negate(clause);
  return c;
}

Index two_adjectives(TreeBuilder& b) {
  const Index c = b.adjective_clause(kAbsent);
  Clause& clause = b.sentence().clause(c);
  const Concept head = b.sentence().np(clause.subject).head;
  const bool noun = facts(head).category == Category::kNoun;
  const WeightedConcepts& list = Inventory::instance().predicates(noun ? head : kFriend);
  const Concept first = clause.adjective.adjective;
  Concept second = first;
  for (int tries = 0; tries < 20 && second == first && !list.empty(); ++tries) second = list.draw(b.rng());
  if (second == first) return c;
  clause.adjective.intensifier = kNone;
  clause.second_adjective = b.adjective(second);
  clause.adjective_conjunction_node = b.node();
  return c;
}

Index coordinated_nouns(TreeBuilder& b) {
  const Index c = b.any_verb_clause(kAbsent, Weight::kPlain);
  Clause& clause = b.sentence().clause(c);
  const bool person_subject =
      clause.subject != kAbsent && facts(b.sentence().np(clause.subject).head).category == Category::kName;
  const Index target = person_subject || clause.object == kAbsent ? clause.subject : clause.object;
  const NounPhrase first = b.sentence().np(target);
  const ConceptFacts& f = facts(first.head);
  Index second = kAbsent;
  if (f.category == Category::kNoun && target == clause.object) {
    const WeightedConcepts& list = Inventory::instance().objects(clause.verb);
    Concept other = list.draw(b.rng());
    for (int tries = 0; tries < 20 && other == first.head; ++tries) other = list.draw(b.rng());
    if (other == first.head) return c;
    second = b.noun(other, Weight::kPlain);
  } else if (f.category == Category::kIndefinite) {
    return c;
  } else {
    second = b.percent(50) ? b.name() : b.person_noun(Weight::kPlain);
    if (b.sentence().np(second).head == first.head) return c;
  }
  const bool subject = target == clause.subject;
  // "I and my brother" is said "my brother and I".
  const bool speaker = first.head == kI || first.head == kWe || first.head == kYou;
  b.coordinate(speaker ? second : target, speaker ? target : second, subject || b.percent(85) ? kAnd : kOr);
  if (speaker && subject) b.sentence().clause(c).subject = second;
  if (speaker && !subject) b.sentence().clause(c).object = second;
  return c;
}

Index collocation(TreeBuilder& b) {
  const auto all = collocations();
  const Collocation& k = all[b.rng().below(all.size())];
  switch (k.kind) {
    case CollocationKind::kObject: {
      const Index who = b.subject_for(k.word, Weight::kLight);
      const Index c = b.verb_clause(k.word, who, Weight::kLight);
      const Index what = b.noun(k.noun, Weight::kLight);
      b.sentence().clause(c).object = what;
      if (b.percent(10)) b.negate(b.sentence().clause(c));
      return c;
    }
    case CollocationKind::kSubject: {
      const Index who = b.noun(k.noun, Weight::kFull);
      return b.verb_clause(k.word, who, Weight::kLight);
    }
    case CollocationKind::kPredicate: {
      const Index who = b.definite(k.noun, b.percent(20) ? Number::kPlural : Number::kSingular);
      const Index c = b.adjective_clause(who);
      Clause& clause = b.sentence().clause(c);
      clause.adjective.adjective = k.word;
      if (!facts(k.word).gradable) clause.adjective.intensifier = kNone;
      if (b.percent(12)) b.negate(clause);
      return c;
    }
    case CollocationKind::kPlace:
      break;
  }
  const Index c = b.new_clause(ClauseType::kVerb, k.word);
  const Index who = b.person(Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  clause.subject = who;
  b.random_tense(clause);
  b.add_phrase(clause, k.relation, b.definite(k.noun));
  if (b.percent(40)) b.add_time(clause);
  return c;
}

Index tensed(TreeBuilder& b, Tense tense) {
  const Index c = b.any_verb_clause(kAbsent, Weight::kFull);
  Clause& clause = b.sentence().clause(c);
  // Time expressions were drawn for another tense: keep only what the frame needs, then add new ones.
  const Frame frame = facts(clause.verb).frame;
  clause.adverbial_count = frame == Frame::kMotion || frame == Frame::kLocative ? 1 : 0;
  b.set_tense(clause, tense);
  if (b.percent(70)) b.add_time(clause);
  if (b.percent(30) && frame != Frame::kMotion && frame != Frame::kLocative) b.add_any_place(clause);
  if (b.percent(6)) b.negate(clause);
  return c;
}

Index modal(TreeBuilder& b) {
  const Index c = b.any_verb_clause(kAbsent, Weight::kFull);
  Clause& clause = b.sentence().clause(c);
  const Frame frame = facts(clause.verb).frame;
  clause.adverbial_count = frame == Frame::kMotion || frame == Frame::kLocative ? 1 : 0;
  clause.tense = Tense::kPresent;
  const Concept which = b.any_of({kCan, kCan, kMust, kMust, kShould, kMay});
  b.set_modal(clause, which);
  if (b.percent(20) && (which == kCan || which == kMust)) clause.tense = Tense::kPast;
  if (b.percent(45)) b.add_time(clause);
  if (b.percent(20) && which != kMust) b.negate(clause);
  return c;
}

Index possessive(TreeBuilder& b) {
  static const WeightedConcepts owned = Inventory::nouns(selections::kGoodsOnly | selections::kReadables);
  const Index what = b.definite(owned.draw(b.rng()));
  b.add_owner(what);
  if (b.percent(50)) return b.adjective_clause(what);
  const Concept verb = b.any_of({kSee, kTake, kFind, kCarry, kForget, kLose, kSteal});
  const Index c = b.verb_clause(verb, kAbsent, Weight::kLight);
  b.sentence().clause(c).object = what;
  return c;
}

Index quantity(TreeBuilder& b) {
  const bool drink = b.percent(60);
  const Concept verb = drink ? b.any_of({kDrink, kOrder, kBuy, kNeed}) : b.any_of({kBuy, kNeed, kOrder});
  static const WeightedConcepts drinks = Inventory::nouns(selections::kDrinks);
  const Concept content = drink ? drinks.draw(b.rng())
                                : b.any_of({kBread, kApple, kCheese, kMeat, kFish, kRice, kPotato, kCake,
                                            kTomato, kPear, kOnion, kButter, kSugar, kChocolate, kSalt});
  const Index who = b.person(Weight::kLight);
  const Index c = b.verb_clause(verb, who, Weight::kPlain);
  b.sentence().clause(c).object = b.quantity(content);
  return c;
}

}  // namespace

void build_statement(Pattern pattern, TreeBuilder& b) {
  switch (pattern) {
    case Pattern::kIntransitive:
      return begin_sentence(b, b.frame_clause(Frame::kIntransitive, kAbsent, Weight::kFull));
    case Pattern::kTransitive:
      return begin_sentence(b, b.frame_clause(Frame::kTransitive, kAbsent, Weight::kFull));
    case Pattern::kDitransitive:
      return begin_sentence(b, b.frame_clause(Frame::kDitransitive, kAbsent, Weight::kFull));
    case Pattern::kPrepositionalObject:
      return begin_sentence(b, b.frame_clause(Frame::kPrepObject, kAbsent, Weight::kFull));
    case Pattern::kMotion:
      return begin_sentence(b, b.frame_clause(Frame::kMotion, kAbsent, Weight::kFull));
    case Pattern::kLocative:
      return begin_sentence(b, b.frame_clause(Frame::kLocative, kAbsent, Weight::kFull));
    case Pattern::kPredicateAdjective:
      return begin_sentence(b, b.adjective_clause(kAbsent));
    case Pattern::kTwoAdjectives:
      return begin_sentence(b, two_adjectives(b));
    case Pattern::kPredicateNoun:
      return begin_sentence(b, predicate_noun(b));
    case Pattern::kPredicatePlace:
      return begin_sentence(b, place_clause(b, ClauseType::kPlace));
    case Pattern::kExistence:
      return begin_sentence(b, place_clause(b, ClauseType::kExistence));
    case Pattern::kModal:
      return begin_sentence(b, modal(b));
    case Pattern::kPerfect:
      return begin_sentence(b, tensed(b, Tense::kPerfect));
    case Pattern::kPast:
      return begin_sentence(b, tensed(b, Tense::kPast));
    case Pattern::kFuture:
      return begin_sentence(b, tensed(b, Tense::kFuture));
    case Pattern::kPassive:
      return begin_sentence(b, passive(b));
    case Pattern::kNegation: {
      const Index c = b.simple_clause(kAbsent);
      b.negate(b.sentence().clause(c));
      return begin_sentence(b, c);
    }
    case Pattern::kCoordinatedNouns:
      return begin_sentence(b, coordinated_nouns(b));
    case Pattern::kPossessive:
      return begin_sentence(b, possessive(b));
    case Pattern::kQuantity:
      return begin_sentence(b, quantity(b));
    default:
      return begin_sentence(b, collocation(b));
  }
}

}  // namespace calque::phrasebook
