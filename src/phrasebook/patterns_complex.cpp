// Sentences of more than one clause.
#include "phrasebook/patterns.h"
#include "phrasebook/selections.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

// A noun phrase with a relative clause in which it is subject or object.
Index relative_noun(TreeBuilder& b, Gap gap) {
  const Concept verb =
      gap == Gap::kSubject
          ? b.any_of({kBuy, kRead, kSpeak, kLearn, kSell, kRepair, kVisit, kWrite, kPlayInstrument, kLive,
                      kFind, kHelp, kInvite, kLove, kSteal, kDrink, kWear})
          : b.any_of({kBuy, kRead, kSee, kFind, kVisit, kLike, kWrite, kSell, kLose, kRepair, kNeed, kMeet,
                      kInvite, kWear, kForget, kCook_, kLove, kSteal});
  static const WeightedConcepts people = Inventory::nouns(selections::kPeople);
  const WeightedConcepts& heads = gap == Gap::kSubject ? people : Inventory::instance().objects(verb);
  const Concept noun = heads.draw(b.rng());
  const Index head = b.definite(noun, b.percent(15) ? Number::kPlural : Number::kSingular);
  const Index subject = gap == Gap::kSubject ? head : b.person(Weight::kLight);
  const Index c = b.verb_clause(verb, subject, Weight::kLight);
  Clause& clause = b.sentence().clause(c);
  clause.adverbial_count = facts(verb).frame == Frame::kLocative ? 1 : 0;
  clause.gap = gap;
  if (gap == Gap::kObject) clause.object = head;
  b.set_tense(clause, b.percent(50) ? Tense::kPast : Tense::kPresent);
  clause.progressive = false;
  if (b.percent(35)) b.add_time(clause);
  b.sentence().np(head).relative = c;
  b.sentence().np(head).relative_node = b.node();
  b.sentence().np(head).relative_comma_node = b.node();
  return head;
}

Index with_relative(TreeBuilder& b, Gap gap) {
  const Index head = relative_noun(b, gap);
  const bool person = facts(b.sentence().np(head).head).semantic_class == SemanticClass::kPerson;
  if (b.percent(45)) {
    const Index c = b.adjective_clause(head);
    return c;
  }
  if (person && b.percent(40)) {
    const Index c = b.any_verb_clause(head, Weight::kPlain);
    return c;
  }
  const Concept verb = person ? b.any_of({kKnowPerson, kSee, kMeet, kThank, kLookFor})
                              : b.any_of({kLookFor, kTake, kSee, kFind, kNeed});
  const Index c = b.verb_clause(verb, kAbsent, Weight::kPlain);
  b.sentence().clause(c).object = head;
  b.sentence().clause(c).adverbial_count = 0;
  return c;
}

void subordinate(TreeBuilder& b, Concept conjunction) {
  Sentence& s = b.sentence();
  s.form = SentenceForm::kSubordinated;
  const Index first = b.simple_clause(kAbsent);
  const Index who = s.clause(first).subject;
  const bool weather = b.percent(20);
  Index second = kAbsent;
  if (weather) {
    second = b.new_clause(ClauseType::kWeatherVerb, b.percent(70) ? kRain : kSnow);
    s.clause(second).expletive_node = b.node();
  } else {
    const ConceptFacts& head = facts(s.np(who).head);
    const bool person = head.category == Category::kName ||
                        (head.category == Category::kNoun && head.gender != NaturalGender::kNeutral);
    Index subject = kAbsent;
    if (person && b.percent(60)) {
      subject = b.refer_to(who);
    } else if (head.category == Category::kPronoun && b.percent(60)) {
      subject = b.pronoun(s.np(who).head);
    }
    second = b.simple_clause(subject);
  }
  Clause& main = s.clause(first);
  Clause& other = s.clause(second);
  // A pronoun points back, so its clause stands second.
  const bool points_back = other.subject != kAbsent && s.np(other.subject).antecedent != kAbsent;
  s.subordinate_first = !points_back && b.percent(conjunction == kBecause ? 20 : 50);
  for (Clause* clause : {&main, &other}) {
    const Frame frame = facts(clause->verb).frame;
    const bool needed = frame == Frame::kMotion || frame == Frame::kLocative;
    clause->adverbial_count = clause->type == ClauseType::kVerb && needed ? 1 : 0;
    clause->progressive = false;
  }
  if (conjunction == kIf) {
    other.tense = Tense::kPresent;
    main.tense = b.percent(50) ? Tense::kFuture : Tense::kPresent;
  } else {
    const Tense tense = b.percent(50) ? Tense::kPast : Tense::kPresent;
    main.tense = tense;
    other.tense = tense;
  }
  if (conjunction != kWhenConj && b.percent(20)) b.negate(b.percent(50) ? main : other);
  s.first = first;
  s.second = second;
  s.conjunction = conjunction;
  s.conjunction_node = b.node();
  s.comma_node = b.node();
}

// Something that people do on purpose.
Concept wanted_verb(TreeBuilder& b) {
  const Inventory& inventory = Inventory::instance();
  while (true) {
    const auto roll = b.rng().below(100);
    const Frame frame = roll < 15   ? Frame::kIntransitive
                        : roll < 60 ? Frame::kTransitive
                        : roll < 75 ? Frame::kDitransitive
                        : roll < 92 ? Frame::kMotion
                                    : Frame::kPrepObject;
    const Concept verb = inventory.verbs(frame).draw(b.rng());
    const bool people = (facts(verb).subjects.classes & selections::kPeople.classes) != 0;
    if (people && !is_stative(verb) && verb != kSteal && verb != kLieFalse) return verb;
  }
}

void with_complement(TreeBuilder& b, Concept verb, Complement kind) {
  Sentence& s = b.sentence();
  const Index c = b.new_clause(ClauseType::kVerb, verb);
  const Index who = b.person(Weight::kPlain);
  s.clause(c).subject = who;
  s.clause(c).tense = b.percent(65) ? Tense::kPresent : Tense::kPast;
  Index inner = kAbsent;
  if (kind == Complement::kInfinitive) {
    inner = b.verb_clause(wanted_verb(b), who, Weight::kLight);
    Clause& clause = s.clause(inner);
    clause.tense = Tense::kPresent;
    clause.progressive = false;
    const Frame frame = facts(clause.verb).frame;
    clause.adverbial_count = frame == Frame::kMotion || frame == Frame::kLocative ? 1 : 0;
    if (verb == kWantTo && s.clause(c).tense == Tense::kPresent && b.percent(50))
      b.add_adverb(clause, b.any_of({kToday, kTomorrow, kNow, kSoon}));
  } else if (kind == Complement::kIndirectQuestion) {
    Sentence& same = s;
    const bool place = b.percent(50);
    build_question(place           ? Pattern::kWhereQuestion
                   : b.percent(50) ? Pattern::kWhenQuestion
                                   : Pattern::kWhyQuestion,
                   b);
    inner = same.first;
    same.end = EndMark::kFullStop;
    same.clause(inner).progressive = false;
    if (same.clause(c).tense == Tense::kPast) same.clause(inner).tense = Tense::kPast;
  } else {
    inner = b.simple_clause(kAbsent);
  }
  Clause& clause = s.clause(c);
  if (kind == Complement::kThat && clause.tense == Tense::kPast) s.clause(inner).tense = Tense::kPast;
  if (kind == Complement::kThat && clause.tense == Tense::kPast)
    s.clause(inner).adverbial_count = facts(s.clause(inner).verb).frame == Frame::kMotion ||
                                              facts(s.clause(inner).verb).frame == Frame::kLocative
                                          ? 1
                                          : 0;
  clause.complement_kind = kind;
  clause.complement = inner;
  clause.complement_node = b.node();
  clause.complement_comma_node = b.node();
  if (b.percent(10) && verb != kLikeTo) b.negate(clause);
  s.first = c;
}

void coordinated(TreeBuilder& b, bool shared_subject) {
  Sentence& s = b.sentence();
  s.form = SentenceForm::kCoordinated;
  const Index first =
      shared_subject ? b.any_verb_clause(b.person(Weight::kLight), Weight::kLight) : b.simple_clause(kAbsent);
  const Index second =
      shared_subject ? b.any_verb_clause(s.clause(first).subject, Weight::kLight) : b.simple_clause(kAbsent);
  s.conjunction = shared_subject || b.percent(55) ? kAnd : kBut;
  s.conjunction_node = b.node();
  if (!shared_subject) s.comma_node = b.node();
  s.clause(second).subject_shared = shared_subject;
  if (shared_subject) {
    Clause& one = s.clause(first);
    Clause& two = s.clause(second);
    for (Clause* clause : {&one, &two}) {
      const Frame frame = facts(clause->verb).frame;
      clause->adverbial_count = frame == Frame::kMotion || frame == Frame::kLocative ? 1 : 0;
      clause->progressive = false;
      clause->tense = Tense::kPast;
    }
    if (b.percent(45)) b.add_time(one);
  } else {
    // Both happen at the same time, so they share the tense; what was said of another time is dropped.
    Clause& one = s.clause(first);
    Clause& two = s.clause(second);
    if (one.tense != two.tense) {
      const Frame frame = facts(two.verb).frame;
      const bool needed = frame == Frame::kMotion || frame == Frame::kLocative;
      two.adverbial_count = two.type == ClauseType::kVerb && needed ? 1 : 0;
      two.tense = one.tense;
      two.progressive = one.progressive && two.type == ClauseType::kVerb && !is_stative(two.verb);
    }
    if (b.percent(15)) b.negate(two);
  }
  s.first = first;
  s.second = second;
}

// "Anna has a car, but it is slow."
void pronoun_reference(TreeBuilder& b) {
  Sentence& s = b.sentence();
  s.form = SentenceForm::kCoordinated;
  static const WeightedConcepts things = Inventory::nouns(selections::kGoodsOnly | selections::kReadables);
  const Index first =
      b.verb_clause(b.any_of({kBuy, kHave, kFind, kSee, kTake, kLike}), kAbsent, Weight::kPlain);
  Concept head = things.draw(b.rng());
  while (Inventory::instance().predicates(head).empty()) head = things.draw(b.rng());
  const Index what = b.noun(head, Weight::kPlain);
  if (s.np(what).determiner == Determiner::kQuantifier && s.np(what).quantifier == kEvery)
    b.set_determiner(what, Determiner::kDefinite);
  s.clause(first).object = what;
  if (is_negative(s, s.clause(first).subject)) s.np(s.clause(first).subject).head = kEverybody;
  s.clause(first).adverbial_count = 0;
  const Index it = b.refer_to(what);
  const Index second = b.new_clause(ClauseType::kAdjective, kBe);
  Clause& clause = s.clause(second);
  clause.subject = it;
  clause.adjective = b.adjective(Inventory::instance().predicates(head).draw(b.rng()));
  if (facts(clause.adjective.adjective).gradable && b.percent(45)) {
    clause.adjective.intensifier = b.any_of({kVery, kToo, kQuite});
    clause.adjective.intensifier_node = b.node();
  }
  clause.tense = s.clause(first).tense == Tense::kPast ? Tense::kPast : Tense::kPresent;
  s.conjunction = b.percent(70) ? kBut : kAnd;
  s.conjunction_node = b.node();
  s.comma_node = b.node();
  s.first = first;
  s.second = second;
}

void answer(TreeBuilder& b) {
  Sentence& s = b.sentence();
  s.form = SentenceForm::kAnswer;
  s.answer = b.any_of({kYes, kNo});
  s.answer_node = b.node();
  s.comma_node = b.node();
  s.first = b.simple_clause(b.pronoun(b.any_of({kI, kI, kWe, kHe, kShe, kThey})));
  if (s.answer == kNo) b.negate(s.clause(s.first));
}

}  // namespace

void build_complex(Pattern pattern, TreeBuilder& b) {
  switch (pattern) {
    case Pattern::kSubjectRelative:
      b.sentence().first = with_relative(b, Gap::kSubject);
      return;
    case Pattern::kObjectRelative:
      b.sentence().first = with_relative(b, Gap::kObject);
      return;
    case Pattern::kBecause:
      return subordinate(b, kBecause);
    case Pattern::kIf:
      return subordinate(b, kIf);
    case Pattern::kWhen:
      return subordinate(b, b.percent(70) ? kWhenConj : kBeforeConj);
    case Pattern::kAlthough:
      return subordinate(b, kAlthough);
    case Pattern::kThatClause:
      return with_complement(b, b.any_of({kSay, kThink, kKnowThat, kBelieve, kHope}), Complement::kThat);
    case Pattern::kIndirectQuestion:
      return with_complement(b, kKnowThat, Complement::kIndirectQuestion);
    case Pattern::kInfinitive:
      return with_complement(b, b.any_of({kWantTo, kWantTo, kTryTo, kBeginTo, kForgetTo}),
                             Complement::kInfinitive);
    case Pattern::kLikeTo:
      return with_complement(b, kLikeTo, Complement::kInfinitive);
    case Pattern::kCoordinatedClauses:
      return coordinated(b, false);
    case Pattern::kCoordinatedVerbs:
      return coordinated(b, true);
    case Pattern::kPronounReference:
      return pronoun_reference(b);
    default:
      return answer(b);
  }
}

}  // namespace calque::phrasebook
