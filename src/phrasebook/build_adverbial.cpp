// Adverbials of the tree builder.
#include "phrasebook/selections.h"
#include "phrasebook/tree_builder.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

Adverbial& next_slot(Clause& clause) {
  return clause.adverbials[clause.adverbial_count++];
}

bool has_room(const Clause& clause) {
  return clause.adverbial_count < clause.adverbials.size();
}

bool is_animate(const Sentence& s, Index np) {
  if (np == kAbsent) return false;
  const ConceptFacts& f = facts(s.np(np).head);
  return f.category != Category::kNoun || f.semantic_class == SemanticClass::kPerson;
}

}  // namespace

Concept usual_relation(Concept noun) {
  switch (noun) {
    case kStation:
    case kAirport:
    case kUniversity:
    case kPostOffice:
    case kCourt:
    case kRiver:
    case kLake:
    case kSea:
    case kBankRiver:
    case kGate:
    case kMarket:
    case kDoor:
    case kWindow:
      return kAt;
    case kIsland:
    case kBeach:
    case kBridge:
    case kMountain:
    case kTable:
    case kChair:
    case kBed:
    case kSofa:
    case kBench:
    case kShelf:
    case kWall:
    case kFloor:
    case kRoof:
    case kStairs:
      return kOn;
    case kTower:
      return kNear;
    default:
      return kIn;
  }
}

void TreeBuilder::add_adverb(Clause& clause, Concept adverb) {
  if (!has_room(clause)) return;
  Adverbial& a = next_slot(clause);
  a.kind = AdverbialKind::kAdverb;
  a.concept_id = adverb;
  a.node = node();
}

void TreeBuilder::add_phrase(Clause& clause, Concept preposition, Index np) {
  if (!has_room(clause)) return;
  Adverbial& a = next_slot(clause);
  a.kind = AdverbialKind::kPhrase;
  a.concept_id = preposition;
  a.node = node();
  a.np = np;
}

void TreeBuilder::add_place_of(Clause& clause, Concept noun_id) {
  const Index np = percent(85) ? definite(noun_id) : noun(noun_id, Weight::kPlain);
  if (s_.np(np).determiner == Determiner::kNone) set_determiner(np, Determiner::kDefinite);
  const SemanticClass c = facts(noun_id).semantic_class;
  Concept relation = usual_relation(noun_id);
  if (c == SemanticClass::kBuilding && percent(25))
    relation = any_of({kNextTo, kBehind, kInFrontOf, kNear, kOpposite});
  if (c == SemanticClass::kFurniture && noun_id != kShelf && percent(30))
    relation = any_of({kUnder, kNextTo, kBehind});
  if (percent(15)) add_adjective(np, Inventory::instance().attributes(noun_id));
  add_phrase(clause, relation, np);
}

void TreeBuilder::add_any_place(Clause& clause) {
  static const WeightedConcepts places = Inventory::nouns(selections::kPlaces | selections::kRooms);
  const auto roll = rng_.below(100);
  if (roll < 20) {
    add_adverb(clause, any_of({kHere, kHere, kThere, kOutside, kAtHome, kEverywhere}));
  } else if (roll < 35) {
    add_phrase(clause, kIn, town_or_country());
  } else {
    add_place_of(clause, places.draw(rng_));
  }
}

void TreeBuilder::add_goal(Clause& clause, Concept verb) {
  const WeightedConcepts& places = Inventory::instance().objects(verb);
  const auto roll = rng_.below(100);
  if (verb == kTravel || roll < 20) {
    add_phrase(clause, kTo, town_or_country());
  } else if (roll < 32) {
    add_adverb(clause, kToHome);
  } else if (verb == kCome && roll < 60) {
    add_phrase(clause, kFrom, percent(60) ? town_or_country() : definite(places.draw(rng_)));
  } else if (roll < 38) {
    static const WeightedConcepts rooms = Inventory::nouns(selections::kRooms);
    add_phrase(clause, kInto, definite(rooms.draw(rng_)));
  } else if (roll < 44 && verb != kReturnTo) {
    add_phrase(clause, percent(50) ? kThrough : kAlong, kAbsent);
    Adverbial& a = clause.adverbials[clause.adverbial_count - 1];
    const bool through = a.concept_id == kThrough;
    a.np = definite(through ? any_of({kPark, kForest, kCity, kGarden, kVillage})
                            : any_of({kRiver, kStreet, kBeach, kBankRiver}));
  } else {
    const Index np = definite(places.draw(rng_));
    if (percent(15)) add_adjective(np, Inventory::instance().attributes(s_.np(np).head));
    add_phrase(clause, kTo, np);
  }
}

void TreeBuilder::add_clock(Clause& clause) {
  if (!has_room(clause)) return;
  Adverbial& a = next_slot(clause);
  a.kind = AdverbialKind::kClock;
  a.relation_node = node();
  a.hour = static_cast<std::int16_t>(1 + rng_.below(12));
  a.hour_node = node();
  a.minute = static_cast<std::int16_t>(percent(50) ? 0 : 15 * (1 + static_cast<int>(rng_.below(3))));
  (a.minute == 0 ? a.clock_node : a.minute_node) = node();
}

void TreeBuilder::add_calendar(Clause& clause, AdverbialKind kind) {
  if (!has_room(clause)) return;
  const Inventory& inventory = Inventory::instance();
  Adverbial& a = next_slot(clause);
  a.kind = kind;
  a.relation_node = node();
  a.node = node();
  switch (kind) {
    case AdverbialKind::kWeekday:
      a.concept_id = inventory.category(Category::kWeekday).draw(rng_);
      break;
    case AdverbialKind::kDate:
      a.concept_id = inventory.category(Category::kMonth).draw(rng_);
      a.day = static_cast<std::int16_t>(1 + rng_.below(28));
      a.day_node = node();
      break;
    case AdverbialKind::kMonth:
      a.concept_id = inventory.category(Category::kMonth).draw(rng_);
      break;
    case AdverbialKind::kSeason:
      a.concept_id = inventory.category(Category::kSeason).draw(rng_);
      break;
    default:
      a.kind = AdverbialKind::kYear;
      a.year = static_cast<std::int16_t>(1950 + rng_.below(75));
      break;
  }
}

void TreeBuilder::add_time(Clause& clause) {
  const auto roll = rng_.below(100);
  if (clause.tense == Tense::kPerfect) {
    if (roll < 60 && !is_stative(clause.verb)) add_adverb(clause, any_of({kAlready, kJustNow}));
    return;
  }
  if (roll < 14) return add_clock(clause);
  if (roll < 26) {
    return add_calendar(clause, percent(60) ? AdverbialKind::kWeekday : AdverbialKind::kDate);
  }
  if (roll < 32 && clause.tense != Tense::kFuture) {
    return add_calendar(clause, percent(50) ? AdverbialKind::kSeason : AdverbialKind::kMonth);
  }
  switch (clause.tense) {
    case Tense::kPast:
      if (roll < 38) {
        const Concept unit = any_of({kYear, kWeek, kDay, kHour, kMonth});
        return add_phrase(clause, kAgo, numeral(unit, 2 + static_cast<int>(rng_.below(5))));
      }
      if (roll < 43) return add_calendar(clause, AdverbialKind::kYear);
      return add_adverb(clause, any_of({kYesterday, kYesterday, kYesterday, kLastWeek, kLastYear, kToday,
                                        kInTheMorning, kInTheEvening}));
    case Tense::kFuture:
      return add_adverb(clause, any_of({kTomorrow, kTomorrow, kSoon, kNextWeek, kTonight, kToday}));
    default:
      if (clause.progressive) return add_adverb(clause, any_of({kNow, kToday}));
      return add_adverb(clause,
                        any_of({kToday, kInTheMorning, kInTheEvening, kAtNight, kEveryDay, kEveryDay}));
  }
}

void TreeBuilder::add_some_adverbials(Clause& clause) {
  const Frame frame = facts(clause.verb).frame;
  const bool stative = is_stative(clause.verb);
  const bool plain = clause.type == ClauseType::kVerb && !clause.negated;
  const bool habitual = clause.tense == Tense::kPresent && !clause.progressive && clause.modal == kNone;
  if (!stative && percent(36)) {
    add_time(clause);
  } else if (plain && habitual && percent(22)) {
    add_adverb(clause, Inventory::instance().adverbs(AdverbClass::kFrequency).draw(rng_));
    Concept& drawn = clause.adverbials[clause.adverbial_count - 1].concept_id;
    if (drawn == kAlready || drawn == kJustNow) drawn = kOften;
    if (drawn == kNever && (is_negative(s_, clause.subject) || is_negative(s_, clause.object)))
      drawn = kAlways;
  }
  if (stative || !is_animate(s_, clause.subject)) return;
  const auto roll = rng_.below(100);
  if ((frame == Frame::kIntransitive || frame == Frame::kTransitive) && roll < 26) {
    add_any_place(clause);
  } else if (roll < 34 &&
             (frame == Frame::kIntransitive || frame == Frame::kMotion || frame == Frame::kTransitive)) {
    const Concept relation = percent(85) ? kWithCompany : kWithout;
    add_phrase(clause, relation, percent(40) ? name() : person_noun(Weight::kPlain));
  } else if (roll < 60 && frame == Frame::kMotion && clause.verb != kGo && clause.verb != kRunTo) {
    add_phrase(clause, kByVehicle, new_np(any_of({kTrain, kBus, kCar, kBicycle, kPlane, kTram, kTaxi})));
  } else if (roll < 40 && frame == Frame::kTransitive && plain) {
    add_adverb(clause, any_of({kQuickly, kSlowly, kCarefully, kAlone, kQuietly}));
  } else if (roll < 44 && frame == Frame::kIntransitive && plain) {
    const bool moves =
        clause.verb == kRun || clause.verb == kSwim || clause.verb == kWalk || clause.verb == kDance;
    add_adverb(clause,
               moves ? any_of({kQuickly, kSlowly, kAlone, kWell}) : any_of({kWell, kAlone, kQuietly}));
  } else if (roll < 70 && (clause.verb == kBuy || clause.verb == kCook_ || clause.verb == kOrder)) {
    add_phrase(clause, kFor, percent(50) ? name() : person_noun(Weight::kPlain));
  } else if (roll < 80 && roll >= 72 && clause.tense != Tense::kPerfect &&
             first_time(clause) == clause.adverbial_count) {
    const Concept relation = any_of({kAfter, kBefore});
    add_phrase(clause, relation, definite(any_of({kParty, kConcert, kMeeting, kLesson, kExam, kWedding})));
  }
}

}  // namespace calque::phrasebook
