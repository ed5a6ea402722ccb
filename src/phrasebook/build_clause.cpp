// Clauses of the tree builder.
#include "phrasebook/selections.h"
#include "phrasebook/tree_builder.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

// Frames that "any clause" is drawn from.
Frame draw_frame(Rng& rng) {
  const auto roll = rng.below(100);
  if (roll < 16) return Frame::kIntransitive;
  if (roll < 62) return Frame::kTransitive;
  if (roll < 74) return Frame::kDitransitive;
  if (roll < 86) return Frame::kMotion;
  if (roll < 92) return Frame::kLocative;
  return Frame::kPrepObject;
}

}  // namespace

bool is_stative(Concept verb) {
  switch (verb) {
    case kBe:
    case kHave:
    case kLike:
    case kNeed:
    case kKnowPerson:
    case kKnowFact:
    case kKnowThat:
    case kLove:
    case kUnderstand:
    case kCost:
    case kLast:
    case kBelieve:
    case kThink:
    case kSay:
    case kHope:
    case kWantTo:
    case kLikeTo:
    case kForget:
    case kForgetTo:
    case kMissPerson:
    case kMissTrain:
    case kLose:
    case kFind:
    case kSee:
    case kHearVerb:
    case kFunctionVerb:
    case kRunShop:
    case kLive:
    case kSpeak:
      return true;
    default:
      return false;
  }
}

AdjectivePhrase TreeBuilder::adjective(Concept id) {
  AdjectivePhrase a;
  a.adjective = id;
  a.node = node();
  return a;
}

Index TreeBuilder::new_clause(ClauseType type, Concept verb) {
  Clause clause;
  clause.type = type;
  clause.verb = verb;
  clause.verb_node = node();
  s_.clauses.push_back(clause);
  return static_cast<Index>(s_.clauses.size() - 1);
}

void TreeBuilder::set_tense(Clause& clause, Tense tense) {
  clause.tense = tense;
  clause.progressive = false;
  const bool verbal = clause.type == ClauseType::kVerb && !is_stative(clause.verb) && clause.modal == kNone;
  if (verbal && tense == Tense::kPresent) clause.progressive = percent(30);
  if (verbal && tense == Tense::kPast) clause.progressive = percent(6);
}

void TreeBuilder::random_tense(Clause& clause) {
  const auto roll = rng_.below(100);
  set_tense(clause, roll < 55   ? Tense::kPresent
                    : roll < 85 ? Tense::kPast
                    : roll < 93 ? Tense::kFuture
                                : Tense::kPerfect);
}

void TreeBuilder::negate(Clause& clause) {
  const auto indefinite_pronoun = [&](Index np) {
    return np != kAbsent && facts(s_.np(np).head).category == Category::kIndefinite;
  };
  // "not every", "not many" would need a scope that the tree does not say.
  const auto quantified = [&](Index np) {
    return np != kAbsent && s_.np(np).determiner == Determiner::kQuantifier &&
           s_.np(np).quantifier != kSome && s_.np(np).quantifier != kMuch;
  };
  if (indefinite_pronoun(clause.subject) || indefinite_pronoun(clause.object)) return;
  if (quantified(clause.subject) || quantified(clause.object)) return;
  for (std::size_t i = 0; i < clause.adverbial_count; ++i) {
    const Concept adverb = clause.adverbials[i].concept_id;
    const bool frequency = facts(adverb).adverb_class == AdverbClass::kFrequency;
    if (frequency && adverb != kOften && adverb != kAlways) return;
  }
  clause.negated = true;
  clause.negation_node = node();
}

void TreeBuilder::set_modal(Clause& clause, Concept modal) {
  clause.modal = modal;
  clause.modal_node = node();
  clause.progressive = false;
}

// `s_.clauses` may move while arguments are drawn, so the clause is always addressed by index.
Index TreeBuilder::verb_clause(Concept verb, Index subject, Weight weight) {
  const Index c = new_clause(ClauseType::kVerb, verb);
  const Index who = subject != kAbsent ? subject : subject_for(verb, weight);
  s_.clause(c).subject = who;
  random_tense(s_.clause(c));
  switch (facts(verb).frame) {
    case Frame::kTransitive:
    case Frame::kPrepObject: {
      const Index object = percent(3) && verb != kThinkOf ? new_np(any_of({kSomething, kEverything}))
                                                          : object_for(verb, weight);
      s_.clause(c).object = object;
      const bool thing = facts(verb).objects.classes != selections::kPeople.classes;
      if (facts(s_.np(object).head).category == Category::kIndefinite && !thing)
        s_.np(object).head = kEverybody;
      break;
    }
    case Frame::kDitransitive: {
      const Index recipient = percent(45) ? name() : person_noun(Weight::kPlain);
      s_.clause(c).recipient = recipient;
      const Index object = object_for(verb, weight);
      s_.clause(c).object = object;
      break;
    }
    case Frame::kPrice: {
      const int amount = static_cast<int>(percent(60) ? 2 + rng_.below(19) : 25 + 5 * rng_.below(40));
      const Concept currency = any_of({kEuro, kEuro, kDollar, kCent});
      const Index price = numeral(currency, amount);
      s_.clause(c).object = price;
      break;
    }
    case Frame::kDuration: {
      const Concept unit = any_of({kHour, kHour, kMinute, kDay, kWeek});
      const Index span = numeral(unit, static_cast<int>(2 + rng_.below(9)));
      s_.clause(c).object = span;
      break;
    }
    case Frame::kMotion:
      add_goal(s_.clause(c), verb);
      break;
    case Frame::kLocative:
      if (verb == kLive && percent(60)) {
        add_phrase(s_.clause(c), kIn, town_or_country());
      } else if (verb == kLive) {
        add_phrase(s_.clause(c), kIn, indefinite(any_of({kCity, kVillage, kHouse, kHotel, kCastle})));
      } else {
        add_place_of(s_.clause(c), Inventory::instance().objects(verb).draw(rng_));
        if (verb == kLieRest) s_.clause(c).adverbials[0].concept_id = percent(80) ? kOn : kUnder;
        if (verb == kHang) s_.clause(c).adverbials[0].concept_id = kOn;
      }
      break;
    default:
      break;
  }
  add_some_adverbials(s_.clause(c));
  return c;
}

Index TreeBuilder::frame_clause(Frame frame, Index subject, Weight weight) {
  const WeightedConcepts& verbs = Inventory::instance().verbs(frame);
  Concept verb = verbs.draw(rng_);
  if (subject != kAbsent) {
    // A given subject must suit the verb; people suit most.
    const ConceptFacts& head = facts(s_.np(subject).head);
    const auto suits = [&](Concept v) {
      if (head.category == Category::kNoun) return matches(facts(v).subjects, s_.np(subject).head);
      return (facts(v).subjects.classes & selections::kPeople.classes) != 0;
    };
    for (int tries = 0; tries < 50 && !suits(verb); ++tries) verb = verbs.draw(rng_);
  }
  return verb_clause(verb, subject, weight);
}

Index TreeBuilder::any_verb_clause(Index subject, Weight weight) {
  return frame_clause(draw_frame(rng_), subject, weight);
}

Index TreeBuilder::adjective_clause(Index subject) {
  static const WeightedConcepts things =
      Inventory::nouns(selections::kGoodsOnly | selections::kPlaces | selections::kFoods |
                       selections::kReadables | selections::kRooms | selections::kEvents |
                       selections::kAnimals | selections::kSpeeches | selections::kFixtures);
  Index who = subject;
  if (who == kAbsent) who = percent(45) ? person(Weight::kLight) : kAbsent;
  if (who == kAbsent) {
    Concept head = things.draw(rng_);
    while (Inventory::instance().predicates(head).empty()) head = things.draw(rng_);
    who = noun(head, Weight::kPlain);
    const bool ownable = matches(selections::kGoodsOnly | selections::kReadables, head);
    const Determiner d = s_.np(who).determiner;
    if (d == Determiner::kIndefinite || d == Determiner::kNone) {
      s_.np(who).number = Number::kSingular;
      set_determiner(who, Determiner::kDefinite);
    }
    if (ownable && s_.np(who).determiner == Determiner::kDefinite && percent(30)) add_owner(who);
  }
  const Index c = new_clause(ClauseType::kAdjective, kBe);
  const Concept head = s_.np(who).head;
  const bool is_noun = facts(head).category == Category::kNoun;
  const WeightedConcepts& list = Inventory::instance().predicates(is_noun ? head : kFriend);
  Concept id = list.empty() ? kBeautiful : list.draw(rng_);
  for (int tries = 0;
       tries < 20 && s_.np(who).adjective_count > 0 && id == s_.np(who).adjectives[0].adjective; ++tries) {
    id = list.empty() ? kGood : list.draw(rng_);
  }
  s_.clause(c).subject = who;
  s_.clause(c).adjective = adjective(id);
  if (facts(id).gradable && percent(25)) {
    s_.clause(c).adjective.intensifier = Inventory::instance().adverbs(AdverbClass::kDegree).draw(rng_);
    s_.clause(c).adjective.intensifier_node = node();
  }
  set_tense(s_.clause(c), percent(75) ? Tense::kPresent : Tense::kPast);
  return c;
}

Index TreeBuilder::simple_clause(Index subject) {
  return percent(30) ? adjective_clause(subject) : any_verb_clause(subject, Weight::kLight);
}

}  // namespace calque::phrasebook
