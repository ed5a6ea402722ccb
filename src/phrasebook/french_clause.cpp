// French clauses: what follows the verb group (objects, predicates, adverbials, complement clauses), and the
// clause as a whole.
#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

// Verbs whose bare objects are meant in general: j'aime les chiens, il apprend le français.
bool takes_generic_object(Concept verb) {
  switch (verb) {
    case kLike:
    case kLove:
    case kLearn:
    case kUnderstand:
    case kKnowPerson:
    case kKnowFact:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Composer::direct_object(const Plan& plan) {
  if (plan.direct == kAbsent || plan.direct == plan.gap || is_pronoun(plan.direct)) return;
  const Clause& c = *plan.clause;
  const NounPhrase& np = s_.np(plan.direct);
  const bool fronted = c.asked == Asked::kObject;
  const bool medial = (np.head == kNothing || np.head == kEverything) && np.coordinated == kAbsent;
  if (fronted || medial) return;
  NounPhraseUse use{.bare = Bare::kPartitive, .negated = is_negated(plan)};
  if (takes_generic_object(c.verb)) use.bare = Bare::kDefinite;
  if (c.verb == kSpeak) use.bare = np.head == kLanguageNoun ? Bare::kPartitive : Bare::kZero;
  use.to_let = c.verb == kBookVerb;
  noun_phrase(plan.direct, use);
}

void Composer::objects(const Plan& plan) {
  const auto absent = [&](Index np) { return np == kAbsent || np == plan.gap; };
  const bool object_asked = plan.clause->asked == Asked::kObject;
  const NodeMask verb = mask_of(plan.clause->verb_node);
  const auto dative = [&] {
    const bool asked = object_asked && plan.dative == plan.clause->object;
    if (absent(plan.dative) || is_pronoun(plan.dative) || asked) return;
    const NodeMask nodes = mask_of(s_.np(plan.dative).node);
    w_.piece(kA, nodes);
    noun_phrase(plan.dative, {.repeated = &kA, .repeated_nodes = nodes});
  };
  // A long object stands last: "il donne à Anna le livre que ...".
  const bool heavy = plan.direct != kAbsent && s_.np(plan.direct).relative != kAbsent;
  if (heavy) dative();
  direct_object(plan);
  if (!heavy) dative();
  if (object_asked) return;
  const auto behind = [&](Index np, const Piece& preposition, Bare bare) {
    if (absent(np) || (is_pronoun(np) && !is_person(np))) return;
    // "besoin d'eau": de swallows the partitive article.
    const bool swallows = bare == Bare::kAfterDe && s_.np(np).quantifier == kSome;
    w_.piece(preposition, swallows ? verb | mask_of(s_.np(np).determiner_node) : verb);
    noun_phrase(np, {.bare = bare, .repeated = &preposition, .repeated_nodes = verb});
  };
  behind(plan.to_object, kA, Bare::kDefinite);
  behind(plan.of_object, kDe, Bare::kAfterDe);
}

void Composer::predicate_adjectives(const Plan& plan) {
  const Clause& c = *plan.clause;
  const Concept noun = plan.subject == kAbsent ? kNone : s_.np(plan.subject).head;
  if (plan.verb == &lex_.verb(Special::kAvoir)) {
    const AdjectivePhrase& a = c.adjective;
    if (a.intensifier != kNone) w_.word(lex_.word(a.intensifier), mask_of(a.intensifier_node), a.intensifier);
    if (a.degree == Degree::kComparative) w_.word("plus", mask_of(a.node));
    w_.word(a.adjective == kHungry ? "faim" : "soif", mask_of(a.node), a.adjective);
  } else {
    adjective_phrase(c.adjective, plan.subject_concord, noun, AdjectivePlace::kBehind);
    if (c.second_adjective.adjective != kNone) {
      w_.word("et", mask_of(c.adjective_conjunction_node), kAnd);
      adjective_phrase(c.second_adjective, plan.subject_concord, noun, AdjectivePlace::kBehind);
    }
  }
  if (c.standard == kAbsent) return;
  w_.piece(kQue, mask_of(c.standard_node));
  noun_phrase(c.standard, {});
}

void Composer::weather(const Plan& plan) {
  const AdjectivePhrase& a = plan.clause->adjective;
  const NodeMask nodes = mask_of(a.node);
  const NodeMask degree = mask_of(a.intensifier_node);
  if (plan.verb != &lex_.verb(Special::kAvoir)) {
    if (a.intensifier != kNone) w_.word(lex_.word(a.intensifier), degree, a.intensifier);
    if (a.degree == Degree::kComparative) w_.word("plus", nodes);
    return w_.word(lex_.adjective(a.adjective).forms[0], nodes, a.adjective);
  }
  if (a.intensifier != kNone) {
    w_.word(a.intensifier == kVery ? "beaucoup" : lex_.word(a.intensifier), degree, a.intensifier);
    w_.piece(kDe, degree);
  } else {
    if (a.degree == Degree::kComparative) w_.word("plus", nodes);
    w_.piece(kDe, nodes);
    if (!is_negated(plan) && a.degree == Degree::kPositive) w_.piece(kLe, nodes);
  }
  w_.word(lex_.adjective(a.adjective).forms[0], nodes, a.adjective);
}

// What the copular clause types say of their subject.
void Composer::predicate(const Plan& plan) {
  const Clause& c = *plan.clause;
  switch (c.type) {
    case ClauseType::kAdjective:
      return predicate_adjectives(plan);
    case ClauseType::kNominal: {
      if (c.object == kAbsent) return;
      const NounPhrase& what = s_.np(c.object);
      const bool title =
          lex_.noun(what.head).profession && what.adjective_count == 0 && what.relative == kAbsent;
      const bool woman = plan.subject_concord.gender == Gender::kFeminine;
      return noun_phrase(c.object, {.bare = title ? Bare::kZero : Bare::kPartitive, .of_woman = woman});
    }
    case ClauseType::kExistence:
      return noun_phrase(c.subject, {.bare = Bare::kPartitive, .negated = is_negated(plan)});
    case ClauseType::kWeatherAdjective:
      return weather(plan);
    case ClauseType::kNaming:
    case ClauseType::kAge:
      // "years old" is ans.
      if (c.object != kAbsent) noun_phrase(c.object, {.head_nodes = mask_of(c.adjective.node)});
      return;
    default:
      return;
  }
}

void Composer::complement_clause(const Plan& plan) {
  const Clause& c = *plan.clause;
  if (c.complement == kAbsent) return;
  const NodeMask nodes = mask_of(c.complement_node);
  switch (c.complement_kind) {
    case Complement::kNone:
      return;
    case Complement::kThat: {
      // What one does not think, believe or hope stands in the subjunctive.
      const bool doubted = is_negated(plan) && (c.verb == kThink || c.verb == kBelieve || c.verb == kHope);
      w_.piece(kQue, nodes, kThat);
      return clause(c.complement, {.mode = doubted ? Mode::kSubjunctive : Mode::kIndicative,
                                   .under_past = c.tense == Tense::kPast});
    }
    case Complement::kInfinitive: {
      const Government government = plan.verb->government;
      const bool bare = government == Government::kDirect;
      if (!bare) w_.piece(government == Government::kOf ? kDe : kA, nodes);
      return clause(c.complement, {.mode = Mode::kInfinitive, .verb_nodes = bare ? nodes : 0});
    }
    case Complement::kIndirectQuestion:
      return clause(c.complement, {.indirect = true, .under_past = c.tense == Tense::kPast});
  }
}

void Composer::please(const Clause& c) {
  if (c.please_node == kNoNode) return;
  const NodeMask nodes = mask_of(c.please_node);
  w_.suffix(",", 0);
  w_.phrase("s' il", nodes, kPlease);
  w_.word(s_.address == Address::kFamiliar ? "te" : "vous", nodes, kPlease);
  w_.word("plaît", nodes, kPlease);
}

void Composer::complements(const Plan& plan) {
  const Clause& c = *plan.clause;
  const bool bare_time = c.type == ClauseType::kCalendar || c.type == ClauseType::kClockTime;
  if (bare_time) {
    if (c.adverbial_count == 0) return;
    const Adverbial& a = c.adverbials[0];
    if (a.kind == AdverbialKind::kClock) return clock(a);
    if (a.kind == AdverbialKind::kDate) return date(a);
    return adverbial(a, plan);
  }
  adverbials(plan, Rank::kManner);
  objects(plan);
  predicate(plan);
  if (plan.agent != kAbsent) {
    w_.word("par", mask_of(s_.np(plan.agent).node));
    noun_phrase(plan.agent, {.bare = Bare::kPartitive});
  }
  adverbials(plan, Rank::kPlace);
  if (c.fronting != Fronting::kTime) adverbials(plan, Rank::kTime);
  complement_clause(plan);
  please(c);
}

void Composer::clause_body(const Plan& plan, const ClauseUse& use) {
  const Clause& c = *plan.clause;
  // A shared subject is left out, but a pronoun is repeated: il a mangé et il est parti.
  const bool shared = c.subject_shared && !is_pronoun(plan.subject);
  const bool silent = shared || use.mode == Mode::kImperative || use.mode == Mode::kInfinitive ||
                      (plan.gap != kAbsent && plan.subject == plan.gap);
  if (c.fronting == Fronting::kTime && !silent) {
    if (adverbials(plan, Rank::kTime) > 0) w_.suffix(",", 0);
  }
  if (!silent && plan.order == Order::kStraight) subject(plan);
  verb_group(plan, use);
  if (plan.order == Order::kNounAfter && plan.subject != kAbsent) noun_phrase(plan.subject, {});
  complements(plan);
}

void Composer::clause(Index index, const ClauseUse& outer) {
  const Clause& c = s_.clause(index);
  ClauseUse use = outer;
  if (c.mood == Mood::kImperative || c.mood == Mood::kSuggestion) {
    use.mode = Mode::kImperative;
    // "Let us": the person is in the verb form.
    if (c.mood == Mood::kSuggestion && c.subject != kAbsent) use.verb_nodes |= mask_of(s_.np(c.subject).node);
  }
  Plan plan = plan_of(c, use);
  if (c.mood == Mood::kYesNoQuestion || c.mood == Mood::kWhQuestion) return question(plan, use);
  clause_body(plan, use);
}

void Composer::relative_clause(const NounPhrase& head, Index head_index) {
  const Clause& c = s_.clause(head.relative);
  const Plan plan = plan_of(c, {});
  const NodeMask nodes = mask_of(head.relative_node);
  if (plan.subject == head_index) {
    w_.word("qui", nodes);
  } else if (plan.of_object == head_index) {
    w_.word("dont", nodes);
  } else if (plan.dative == head_index || plan.to_object == head_index) {
    constexpr FourForms kWhom = {"auquel", "à laquelle", "auxquels", "auxquelles"};
    w_.phrase(is_person(head_index) ? "à qui" : kWhom[form_index(own_concord(head))], nodes);
  } else {
    w_.piece(kQue, nodes);
  }
  clause_body(plan, {});
}

}  // namespace calque::phrasebook::fr
