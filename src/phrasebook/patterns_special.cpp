// Comparisons, prices, dates, ages, weather, greetings.
#include "phrasebook/patterns.h"
#include "phrasebook/selections.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

Index comparative(TreeBuilder& b) {
  static const WeightedConcepts things =
      Inventory::nouns(selections::kGoodsOnly | selections::kPlaces | selections::kFoods |
                       selections::kEvents | selections::kAnimals);
  const bool people = b.percent(45);
  Concept head = people ? kFriend : things.draw(b.rng());
  while (Inventory::instance().gradables(head).empty()) head = things.draw(b.rng());
  const Concept id = Inventory::instance().gradables(head).draw(b.rng());
  const Index c = b.new_clause(ClauseType::kAdjective, kBe);
  Index who = kAbsent;
  Index than = kAbsent;
  if (people) {
    who = b.person(Weight::kPlain);
    if (facts(b.sentence().np(who).head).category == Category::kIndefinite)
      b.sentence().np(who).head = kPeter;
    than = b.percent(50) ? b.name() : b.person_noun(Weight::kPlain);
  } else {
    Concept other = things.draw(b.rng());
    while (other == head || facts(other).semantic_class != facts(head).semantic_class)
      other = things.draw(b.rng());
    who = b.definite(head);
    than = b.definite(other);
  }
  Clause& clause = b.sentence().clause(c);
  clause.subject = who;
  clause.adjective = b.adjective(id);
  clause.adjective.degree = Degree::kComparative;
  clause.standard = than;
  clause.standard_node = b.node();
  b.set_tense(clause, b.percent(80) ? Tense::kPresent : Tense::kPast);
  if (b.percent(10)) b.negate(clause);
  return c;
}

// "This is the ... " is said of a noun phrase: "The church is the oldest building in the city."
Index superlative(TreeBuilder& b) {
  static const WeightedConcepts things =
      Inventory::nouns(selections::kPlaces | selections::kGoodsOnly | selections::kPeople);
  Concept head = things.draw(b.rng());
  while (Inventory::instance().gradables(head).empty() || facts(head).countability != Countability::kCount) {
    head = things.draw(b.rng());
  }
  const Index np = b.definite(head);
  b.add_adjective(np, Inventory::instance().gradables(head));
  b.sentence().np(np).adjectives[0].degree = Degree::kSuperlative;
  const ConceptFacts& f = facts(head);
  if (f.semantic_class == SemanticClass::kPerson) {
    const Index c = b.new_clause(ClauseType::kNominal, kBe);
    const Index who = b.name();
    const Index where = b.definite(b.any_of({kCity, kSchool, kVillage}));
    NounPhrase& what = b.sentence().np(np);
    if (gender_of(b.sentence(), who) == NaturalGender::kFemale && what.head == kMan) what.head = kWoman;
    if (gender_of(b.sentence(), who) == NaturalGender::kMale && f.gender == NaturalGender::kFemale)
      what.head = kMan;
    if (gender_of(b.sentence(), who) == NaturalGender::kFemale && f.gender == NaturalGender::kMale)
      what.head = kWoman;
    what.place = where;
    what.place_relation = kIn;
    what.place_node = b.node();
    b.sentence().clause(c).subject = who;
    b.sentence().clause(c).object = np;
    return c;
  }
  const bool place =
      f.semantic_class == SemanticClass::kBuilding || f.semantic_class == SemanticClass::kOutdoor;
  if (place && head != kCity && head != kVillage) {
    const Index where = b.percent(50) ? b.definite(b.any_of({kCity, kVillage})) : b.town_or_country();
    b.sentence().np(np).place = where;
    b.sentence().np(np).place_relation = kIn;
    b.sentence().np(np).place_node = b.node();
  }
  const Concept verb = place ? b.any_of({kVisit, kSee, kKnowPerson}) : b.any_of({kBuy, kHave, kSell, kNeed});
  const Index c = b.verb_clause(verb, kAbsent, Weight::kLight);
  b.sentence().clause(c).object = np;
  b.sentence().clause(c).adverbial_count = 0;
  return c;
}

Index date(TreeBuilder& b) {
  if (b.percent(35)) {
    const Index c = b.new_clause(ClauseType::kCalendar, kBe);
    Clause& clause = b.sentence().clause(c);
    clause.today_node = b.node();
    b.add_calendar(clause, b.percent(50) ? AdverbialKind::kWeekday : AdverbialKind::kDate);
    return c;
  }
  const bool event = b.percent(40);
  const Index c =
      event ? b.verb_clause(b.any_of({kBegin, kEnd}), kAbsent, Weight::kPlain)
            : b.frame_clause(b.percent(50) ? Frame::kMotion : Frame::kTransitive, kAbsent, Weight::kFull);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = facts(clause.verb).frame == Frame::kMotion ? 1 : 0;
  b.set_tense(clause, b.percent(40) ? Tense::kPast : b.percent(50) ? Tense::kFuture : Tense::kPresent);
  clause.progressive = false;
  const auto roll = b.rng().below(100);
  b.add_calendar(clause, roll < 40   ? AdverbialKind::kDate
                         : roll < 60 ? AdverbialKind::kWeekday
                         : roll < 80 ? AdverbialKind::kMonth
                                     : AdverbialKind::kSeason);
  return c;
}

Index clock_time(TreeBuilder& b) {
  if (b.percent(30)) {
    const Index c = b.new_clause(ClauseType::kClockTime, kBe);
    Clause& clause = b.sentence().clause(c);
    clause.expletive_node = b.node();
    if (b.percent(25)) {
      clause.mood = Mood::kWhQuestion;
      clause.asked = Asked::kClock;
      clause.question_word = kWhat;
      clause.question_node = b.node();
      b.sentence().end = EndMark::kQuestionMark;
    } else {
      b.add_clock(clause);
    }
    return c;
  }
  const Index c =
      b.frame_clause(b.percent(70) ? Frame::kIntransitive : Frame::kMotion, kAbsent, Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = facts(clause.verb).frame == Frame::kMotion ? 1 : 0;
  b.set_tense(clause, b.percent(60) ? Tense::kPresent : Tense::kPast);
  clause.progressive = false;
  b.add_clock(clause);
  return c;
}

Index price(TreeBuilder& b) {
  const Concept head = Inventory::instance().subjects(kCost).draw(b.rng());
  const Index what = b.noun(head, Weight::kFull);
  const Determiner d = b.sentence().np(what).determiner;
  if (d == Determiner::kNone) b.set_determiner(what, Determiner::kDefinite);
  const Index c = b.verb_clause(kCost, what, Weight::kPlain);
  b.set_tense(b.sentence().clause(c), b.percent(70) ? Tense::kPresent : Tense::kPast);
  return c;
}

void greeting(TreeBuilder& b) {
  Sentence& s = b.sentence();
  s.form = SentenceForm::kFormula;
  s.formula = Inventory::instance().category(Category::kFormula).draw(b.rng());
  s.formula_node = b.node();
  s.end = s.formula == kHowAreYou ? EndMark::kQuestionMark
          : b.percent(50)         ? EndMark::kExclamationMark
                                  : EndMark::kFullStop;
  if (facts(s.formula).formula == FormulaUse::kAlone || b.percent(25)) return;
  s.comma_node = b.node();
  const bool titled = b.percent(50);
  s.addressee = titled ? b.titled_name() : b.name();
  s.address = titled ? Address::kPolite : Address::kFamiliar;
  s.hearer_female = gender_of(s, s.addressee) == NaturalGender::kFemale;
}

Index weather(TreeBuilder& b) {
  const bool verb = b.percent(45);
  const Inventory& inventory = Inventory::instance();
  const Index c = b.new_clause(verb ? ClauseType::kWeatherVerb : ClauseType::kWeatherAdjective,
                               verb ? inventory.verbs(Frame::kWeather).draw(b.rng()) : kBe);
  Clause& clause = b.sentence().clause(c);
  clause.expletive_node = b.node();
  if (!verb) {
    clause.adjective = b.adjective(inventory.category(Category::kWeatherAdjective).draw(b.rng()));
    if (b.percent(35)) {
      clause.adjective.intensifier = b.any_of({kVery, kToo, kQuite});
      clause.adjective.intensifier_node = b.node();
    }
  }
  const auto roll = b.rng().below(100);
  clause.tense = roll < 50 ? Tense::kPresent : roll < 80 ? Tense::kPast : Tense::kFuture;
  clause.progressive = verb && clause.tense == Tense::kPresent && b.percent(50);
  if (b.percent(45)) b.add_phrase(clause, kIn, b.town_or_country());
  if (b.percent(60)) b.add_time(clause);
  if (b.percent(12)) b.negate(clause);
  return c;
}

// One known person.
void make_single(TreeBuilder& b, Index who) {
  NounPhrase& np = b.sentence().np(who);
  if (facts(np.head).category != Category::kNoun) return;
  np.number = Number::kSingular;
  if (np.determiner != Determiner::kPossessive) b.set_determiner(who, Determiner::kDefinite);
}

Index naming(TreeBuilder& b) {
  const Index c = b.new_clause(ClauseType::kNaming, kBe);
  if (b.percent(30)) {
    const Index who = b.percent(70) ? b.pronoun(kYou) : b.third_person(Weight::kPlain);
    Clause& clause = b.sentence().clause(c);
    clause.subject = who;
    make_single(b, who);
    if (facts(b.sentence().np(who).head).category == Category::kName) b.sentence().np(who).head = kHe;
    clause.mood = Mood::kWhQuestion;
    clause.asked = Asked::kName;
    clause.question_word = kWhat;
    clause.question_node = b.node();
    b.sentence().end = EndMark::kQuestionMark;
    return c;
  }
  const Index who = b.percent(45) ? b.pronoun(kI) : b.third_person(Weight::kPlain);
  if (facts(b.sentence().np(who).head).category == Category::kName) b.sentence().np(who).head = kShe;
  make_single(b, who);
  const Index called = b.name();
  Clause& clause = b.sentence().clause(c);
  const NaturalGender g = gender_of(b.sentence(), who);
  while (facts(b.sentence().np(called).head).gender != g) {
    b.sentence().np(called).head = Inventory::instance().category(Category::kName).draw(b.rng());
  }
  clause.subject = who;
  clause.object = called;
  return c;
}

Index age(TreeBuilder& b) {
  const Index c = b.new_clause(ClauseType::kAge, kBe);
  const bool question = b.percent(25);
  const Index who = question ? b.pronoun(b.any_of({kYou, kYou, kHe, kShe})) : b.person(Weight::kPlain);
  if (facts(b.sentence().np(who).head).category == Category::kIndefinite) b.sentence().np(who).head = kAnna;
  b.sentence().clause(c).subject = who;
  b.sentence().clause(c).adjective = b.adjective(kOld);
  if (question) {
    Clause& clause = b.sentence().clause(c);
    clause.mood = Mood::kWhQuestion;
    clause.asked = Asked::kAge;
    clause.question_word = kHow;
    clause.question_node = b.node();
    b.sentence().end = EndMark::kQuestionMark;
    return c;
  }
  const Concept head = b.sentence().np(who).head;
  const bool child = head == kChild || head == kBoy || head == kGirl;
  const int youngest = child ? 3 : 18;
  const Index years = b.numeral(kYear, youngest + static_cast<int>(b.rng().below(child ? 11 : 72)));
  b.sentence().clause(c).object = years;
  return c;
}

Index duration(TreeBuilder& b) {
  if (b.percent(40)) return b.verb_clause(kLast, kAbsent, Weight::kLight);
  const bool since = b.percent(40);
  const Concept verb = since ? b.any_of({kLive, kLearn, kWorkVerb, kWaitFor})
                             : b.any_of({kSleep, kWait, kWorkVerb, kStay, kDance, kSwim, kRest});
  const Index who = b.person(Weight::kLight);
  const Index c = b.verb_clause(verb, who, Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = facts(verb).frame == Frame::kLocative ? 1 : 0;
  // "has lived here for two years": Tense::kPerfect with kSince; German and French use the present.
  clause.tense = since ? Tense::kPerfect : b.percent(70) ? Tense::kPast : Tense::kFuture;
  clause.progressive = false;
  const Concept unit = b.any_of({kHour, kDay, kWeek, kYear, kMonth, kMinute, kSecond});
  const int count = static_cast<int>(2 + b.rng().below(8));
  b.add_phrase(clause, since ? kSince : kForDuration, b.numeral(unit, count));
  return c;
}

}  // namespace

void build_special(Pattern pattern, TreeBuilder& b) {
  switch (pattern) {
    case Pattern::kComparative:
      return begin_sentence(b, comparative(b));
    case Pattern::kSuperlative:
      return begin_sentence(b, superlative(b));
    case Pattern::kDate:
      return begin_sentence(b, date(b));
    case Pattern::kClockTime:
      return begin_sentence(b, clock_time(b));
    case Pattern::kPrice:
      return begin_sentence(b, price(b));
    case Pattern::kGreeting:
      return greeting(b);
    case Pattern::kWeather:
      return begin_sentence(b, weather(b));
    case Pattern::kNaming:
      return begin_sentence(b, naming(b));
    case Pattern::kAge:
      return begin_sentence(b, age(b));
    default:
      return begin_sentence(b, duration(b));
  }
}

}  // namespace calque::phrasebook
