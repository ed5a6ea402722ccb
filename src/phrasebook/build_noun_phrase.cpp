// Noun phrases of the tree builder.
#include "phrasebook/selections.h"
#include "phrasebook/tree_builder.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

bool is_kin(Concept noun) {
  switch (noun) {
    case kMother:
    case kFather:
    case kBrother:
    case kSister:
    case kDaughter:
    case kSon:
    case kWife:
    case kHusband:
    case kGrandmother:
    case kGrandfather:
    case kUncle:
    case kAunt:
    case kFriend:
    case kNeighbour:
    case kColleague:
    case kBoss:
      return true;
    default:
      return false;
  }
}

// Kin of whom one has one only.
bool is_unique_kin(Concept noun) {
  return noun == kMother || noun == kFather || noun == kWife || noun == kHusband || noun == kBoss;
}

// People of whom one does not say "my" (thieves) or who are nobody's in particular (men).
bool is_nobodys(Concept noun) {
  switch (noun) {
    case kTeacher:
    case kDoctor:
    case kStudent:
    case kGuest:
    case kDriver:
    case kLawyer:
    case kChild:
      return false;
    default:
      return facts(noun).semantic_class == SemanticClass::kPerson && !is_kin(noun);
  }
}

// Things that come in pairs.
bool is_paired(Concept noun) {
  return noun == kShoe || noun == kEye || noun == kFoot || noun == kHand || noun == kTooth || noun == kStairs;
}

// Nouns that name a thing by themselves and take neither article nor adjective.
bool is_bare(Concept noun) {
  const SemanticClass c = facts(noun).semantic_class;
  return c == SemanticClass::kGame || (c == SemanticClass::kTongue && noun != kLanguageNoun) || noun == kLuck;
}

}  // namespace

NodeId TreeBuilder::node() {
  if (s_.last_node == kMaxNode) {
    overflowed_ = true;
    return kNoNode;
  }
  return ++s_.last_node;
}

Concept TreeBuilder::any_of(std::initializer_list<Concept> list) {
  return list.begin()[rng_.below(list.size())];
}

Index TreeBuilder::new_np(Concept head) {
  NounPhrase np;
  np.head = head;
  np.node = node();
  s_.noun_phrases.push_back(np);
  return static_cast<Index>(s_.noun_phrases.size() - 1);
}

Index TreeBuilder::pronoun(Concept which) {
  const Index i = new_np(which);
  const bool plural =
      which == kWe || which == kThey || (which == kYou && s_.address == Address::kFamiliarPlural);
  s_.np(i).number = plural ? Number::kPlural : Number::kSingular;
  return i;
}

Index TreeBuilder::name() {
  const WeightedConcepts& names = Inventory::instance().category(Category::kName);
  const auto used = [&](Concept id) {
    for (const NounPhrase& np : s_.noun_phrases) {
      if (np.head == id) return true;
    }
    return false;
  };
  Concept id = names.draw(rng_);
  for (int tries = 0; tries < 20 && used(id); ++tries) id = names.draw(rng_);
  return new_np(id);
}

Index TreeBuilder::titled_name() {
  const Index i = new_np(Inventory::instance().category(Category::kFamilyName).draw(rng_));
  s_.np(i).title = any_of({kMister, kMissis});
  s_.np(i).title_node = node();
  return i;
}

Index TreeBuilder::town_or_country() {
  return new_np(
      Inventory::instance().category(percent(65) ? Category::kTown : Category::kCountry).draw(rng_));
}

Index TreeBuilder::person_noun(Weight weight) {
  static const WeightedConcepts people = Inventory::nouns(selections::kPeople);
  return noun(people.draw(rng_), weight);
}

Index TreeBuilder::person(Weight weight) {
  const auto roll = rng_.below(100);
  if (roll < 36) {
    static const WeightedConcepts pronouns = [] {
      WeightedConcepts list;
      list.add(kI, 30);
      list.add(kYou, 13);
      list.add(kHe, 18);
      list.add(kShe, 18);
      list.add(kWe, 14);
      list.add(kThey, 12);
      return list;
    }();
    return pronoun(pronouns.draw(rng_));
  }
  if (roll < 53) return name();
  if (roll < 58) return titled_name();
  if (roll < 60) return new_np(any_of({kSomebody, kEverybody, kNobody}));
  return person_noun(weight);
}

Index TreeBuilder::third_person(Weight weight) {
  if (percent(35)) return name();
  static const WeightedConcepts known = [] {
    WeightedConcepts list;
    for (const Concept c : {kMan, kWoman, kMother, kFather, kGirl, kBoy, kBrother, kSister, kDaughter, kSon,
                            kWife, kHusband, kGrandmother, kGrandfather, kUncle, kAunt, kQueen, kKing}) {
      list.add(c, 10);
    }
    return list;
  }();
  return noun(known.draw(rng_), weight);
}

void TreeBuilder::set_determiner(Index i, Determiner determiner) {
  NounPhrase& np = s_.np(i);
  np.determiner = determiner;
  if (determiner != Determiner::kNone && np.determiner_node == kNoNode) np.determiner_node = node();
}

void TreeBuilder::set_possessor(Index i, Possessor possessor) {
  set_determiner(i, Determiner::kPossessive);
  s_.np(i).possessor = possessor;
}

Index TreeBuilder::definite(Concept head, Number number) {
  const Index i = new_np(head);
  set_determiner(i, Determiner::kDefinite);
  if (facts(head).countability == Countability::kCount) s_.np(i).number = number;
  return i;
}

Index TreeBuilder::indefinite(Concept head) {
  const Index i = new_np(head);
  if (facts(head).countability == Countability::kCount) set_determiner(i, Determiner::kIndefinite);
  if (facts(head).countability == Countability::kPlural) set_determiner(i, Determiner::kDefinite);
  return i;
}

Index TreeBuilder::numeral(Concept head, int count) {
  const Index i = new_np(head);
  set_determiner(i, Determiner::kNumeral);
  s_.np(i).numeral = count;
  s_.np(i).number = count == 1 ? Number::kSingular : Number::kPlural;
  return i;
}

Index TreeBuilder::quantity(Concept content) {
  const Index i = new_np(content);
  const bool drink = facts(content).semantic_class == SemanticClass::kDrink;
  const bool mass = facts(content).countability == Countability::kMass;
  s_.np(i).measure = drink ? any_of({kGlassCup, kBottle, kLitre}) : mass ? any_of({kPiece, kKilo}) : kKilo;
  if (content == kCoffee || content == kTea) s_.np(i).measure = kCup;
  s_.np(i).measure_node = node();
  s_.np(i).measured_number = mass ? Number::kSingular : Number::kPlural;
  if (percent(45)) {
    set_determiner(i, Determiner::kIndefinite);
  } else {
    set_determiner(i, Determiner::kNumeral);
    s_.np(i).numeral = static_cast<std::int32_t>(2 + rng_.below(4));
    s_.np(i).number = Number::kPlural;
  }
  return i;
}

void TreeBuilder::choose_count_determiner(Index i) {
  const Concept head = s_.np(i).head;
  const bool kin = is_kin(head);
  const bool body = facts(head).semantic_class == SemanticClass::kBody;
  const auto roll = rng_.below(100);
  const auto plural_or_not = [&](int p) {
    const int chance = is_paired(head) ? 75 : p;
    if (!is_unique_kin(head) && percent(chance)) s_.np(i).number = Number::kPlural;
  };
  if ((kin && roll < 70) || (body && roll < 80)) {
    static constexpr std::array kPossessors = {Possessor::kMy,   Possessor::kMy,  Possessor::kYour,
                                               Possessor::kHis,  Possessor::kHer, Possessor::kOur,
                                               Possessor::kTheir};
    set_possessor(i, kPossessors[rng_.below(kPossessors.size())]);
    plural_or_not(body ? 50 : 12);
  } else if (roll < 45 || is_unique_kin(head)) {
    set_determiner(i, Determiner::kDefinite);
    plural_or_not(20);
  } else if (roll < 68) {
    set_determiner(i, Determiner::kIndefinite);
  } else if (roll < 80 && !is_nobodys(head)) {
    set_possessor(i, static_cast<Possessor>(1 + rng_.below(6)));
    plural_or_not(12);
  } else if (roll < 87) {
    set_determiner(i, percent(60) ? Determiner::kThis : Determiner::kThat);
    plural_or_not(25);
  } else if (roll < 92) {
    set_determiner(i, Determiner::kNumeral);
    const bool large = percent(12) && facts(head).semantic_class != SemanticClass::kPerson;
    s_.np(i).numeral = static_cast<std::int32_t>(large ? 13 + rng_.below(88) : 2 + rng_.below(6));
    s_.np(i).number = Number::kPlural;
  } else {
    set_determiner(i, Determiner::kQuantifier);
    s_.np(i).quantifier = any_of({kMany, kMany, kSome, kAll, kEvery, kFew, kSeveral});
    s_.np(i).number = s_.np(i).quantifier == kEvery ? Number::kSingular : Number::kPlural;
  }
}

void TreeBuilder::choose_mass_determiner(Index i) {
  const auto roll = rng_.below(100);
  if (is_bare(s_.np(i).head) || roll < 35) return;
  if (roll < 72) {
    set_determiner(i, Determiner::kDefinite);
  } else if (roll < 82) {
    set_possessor(i, static_cast<Possessor>(1 + rng_.below(6)));
  } else if (roll < 86) {
    set_determiner(i, Determiner::kThis);
  } else {
    set_determiner(i, Determiner::kQuantifier);
    s_.np(i).quantifier = percent(50) ? kMuch : kSome;
  }
}

bool TreeBuilder::add_adjective(Index i, const WeightedConcepts& from) {
  NounPhrase& np = s_.np(i);
  if (from.empty() || np.adjective_count == 2) return false;
  const Concept id = from.draw(rng_);
  if (np.adjective_count == 1 && np.adjectives[0].adjective == id) return false;
  np.adjectives[np.adjective_count++] = adjective(id);
  return true;
}

void TreeBuilder::decorate(Index i, Weight weight) {
  const Concept head = s_.np(i).head;
  if (weight == Weight::kPlain || is_bare(head)) return;
  const Determiner d = s_.np(i).determiner;
  if (percent(36) && add_adjective(i, Inventory::instance().attributes(head)) && percent(8)) {
    if (add_adjective(i, Inventory::instance().attributes(head)))
      s_.np(i).adjective_conjunction_node = node();
  }
  if (weight != Weight::kFull || d != Determiner::kDefinite) return;
  const SemanticClass c = facts(head).semantic_class;
  const bool ownable = matches(selections::kPortables | selections::kGoodsOnly, head) || head == kHouse;
  if (ownable && percent(14)) {
    add_owner(i);
  } else if ((c == SemanticClass::kBuilding || c == SemanticClass::kFurniture) && percent(12)) {
    add_place(i);
  }
}

Index TreeBuilder::noun(Concept head, Weight weight) {
  const Index i = new_np(head);
  switch (facts(head).countability) {
    case Countability::kCount:
      choose_count_determiner(i);
      break;
    case Countability::kMass:
      choose_mass_determiner(i);
      break;
    case Countability::kSingular:
      set_determiner(i, Determiner::kDefinite);
      return i;
    case Countability::kPlural:
      if (percent(50)) {
        set_possessor(i, static_cast<Possessor>(1 + rng_.below(6)));
      } else {
        set_determiner(i, percent(75) ? Determiner::kDefinite : Determiner::kThis);
      }
      break;
  }
  decorate(i, weight);
  return i;
}

void TreeBuilder::add_owner(Index i) {
  const Index owner = percent(45) ? name() : person_noun(Weight::kPlain);
  const Determiner d = s_.np(owner).determiner;
  const bool vague =
      d == Determiner::kQuantifier || d == Determiner::kNumeral || d == Determiner::kIndefinite;
  if (vague) {
    set_determiner(owner, Determiner::kDefinite);
    s_.np(owner).number = Number::kSingular;
  }
  s_.np(i).owner = owner;
  s_.np(i).owner_node = node();
}

void TreeBuilder::add_place(Index i) {
  static const WeightedConcepts places = Inventory::nouns(selections::kBuildings | selections::kOutdoors);
  Concept where = places.draw(rng_);
  while (where == s_.np(i).head) where = places.draw(rng_);
  const Index place = definite(where);
  const bool furniture = facts(s_.np(i).head).semantic_class == SemanticClass::kFurniture;
  s_.np(i).place = place;
  s_.np(i).place_relation =
      furniture ? usual_relation(where) : any_of({kNextTo, kBehind, kNear, kOpposite, kInFrontOf});
  s_.np(i).place_node = node();
}

void TreeBuilder::coordinate(Index i, Index second, Concept conjunction) {
  s_.np(i).coordinated = second;
  s_.np(i).conjunction = conjunction;
  s_.np(i).conjunction_node = node();
}

Index TreeBuilder::subject_for(Concept verb, Weight weight) {
  const WeightedConcepts& list = Inventory::instance().subjects(verb);
  const Selection& who = facts(verb).subjects;
  const bool people = (who.classes & selections::kPeople.classes) != 0;
  if (people && (who == selections::kPeople || percent(75))) return person(weight);
  const Concept head = list.draw(rng_);
  const Index i = noun(head, weight);
  return i;
}

Index TreeBuilder::object_for(Concept verb, Weight weight) {
  const Concept head = Inventory::instance().objects(verb).draw(rng_);
  if (facts(head).semantic_class == SemanticClass::kPerson && percent(30)) {
    return percent(75) ? name() : titled_name();
  }
  if (verb == kPlayInstrument || verb == kTell || verb == kAskFor || verb == kKnowFact) return definite(head);
  if (head == kTime && percent(80)) return new_np(head);
  return noun(head, weight);
}

Index TreeBuilder::refer_to(Index i) {
  const Agreement a = agreement_of(s_, i);
  const Countability c = facts(s_.np(i).head).countability;
  Concept which = kIt;
  const NaturalGender g = gender_of(s_, i);
  if (a.number == Number::kPlural || c == Countability::kPlural) {
    which = kThey;
  } else if (g == NaturalGender::kMale) {
    which = kHe;
  } else if (g == NaturalGender::kFemale) {
    which = kShe;
  }
  const Index p = new_np(which);
  // English "they" for scissors stays one thing for the others.
  s_.np(p).number = a.number;
  s_.np(p).antecedent = i;
  return p;
}

}  // namespace calque::phrasebook
