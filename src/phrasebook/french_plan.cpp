// Who plays which part in a French clause: the verb's reading, its government, and the agreement of its
// subject.
#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

bool is_animate_class(SemanticClass kind) {
  return kind == SemanticClass::kPerson || kind == SemanticClass::kAnimal;
}

}  // namespace

// "I miss my brother" turns round: "Mon frère me manque." Where the tree's subject must stay the subject
// (relative clauses, infinitives, coordination) French says "je m'ennuie de mon frère" instead.
bool Composer::says_manquer(const Clause& c, const ClauseUse& use) const {
  const bool plain_mood = c.mood == Mood::kDeclarative || c.mood == Mood::kYesNoQuestion;
  const bool first_of_two =
      s_.form == SentenceForm::kCoordinated && s_.second != kAbsent && s_.clause(s_.second).subject_shared;
  return plain_mood && !first_of_two && !c.subject_shared && !c.passive && c.gap == Gap::kNone &&
         c.modal == kNone && use.mode != Mode::kInfinitive && c.subject != kAbsent && c.object != kAbsent &&
         !is_negative(s_, c.subject) && !is_negative(s_, c.object);
}

void Composer::plan_verb(const Clause& c, const ClauseUse& use, Plan& plan) const {
  plan.verb = &lex_.verb(c.verb);
  plan.subject = c.subject;
  Index object = c.object;
  const bool asks_who = c.asked == Asked::kObject && c.question_word == kWho;
  if (c.verb == kVisit && (is_person(object) || asks_who)) plan.verb = &lex_.verb(Special::kVisitPerson);
  if (c.verb == kTell && object != kAbsent && s_.np(object).head == kTruth) {
    plan.verb = &lex_.verb(Special::kTellTruth);
  }
  if (c.verb == kStand && c.subject != kAbsent && !is_person(c.subject) &&
      facts(s_.np(c.subject).head).category == Category::kNoun &&
      !is_animate_class(facts(s_.np(c.subject).head).semantic_class)) {
    plan.verb = &lex_.verb(Special::kStandThing);
  }
  // être assis is a state; to come into it is s'asseoir.
  const bool lasting = (c.tense == Tense::kPresent || c.tense == Tense::kPast) && c.modal == kNone;
  if (c.verb == kSit && (!lasting || use.mode == Mode::kImperative || use.mode == Mode::kInfinitive)) {
    plan.verb = &lex_.verb(Special::kSitDown);
  }
  if (c.verb == kMissPerson && says_manquer(c, use)) {
    plan.verb = &lex_.verb(Special::kManquer);
    plan.subject = c.object;
    object = c.subject;
  }
  const Verb& verb = *plan.verb;
  const bool can_be_passive =
      verb.government == Government::kDirect && verb.tail.empty() && verb.infinitive_tail.empty();
  plan.passive = c.passive && can_be_passive;
  plan.unspecified = c.passive && !plan.passive && c.subject == kAbsent;
  if (plan.passive) {
    plan.subject = c.object;
    plan.agent = c.subject;
    object = kAbsent;
  }
  Index& slot = verb.government == Government::kDirect   ? plan.direct
                : verb.government == Government::kDative ? plan.dative
                : verb.government == Government::kTo     ? plan.to_object
                                                         : plan.of_object;
  slot = object;
  if (c.recipient != kAbsent) plan.dative = c.recipient;
}

// The participle agrees with a direct object that stands before it: a clitic, or the head of a relative
// clause.
void Composer::plan_preceding(Plan& plan) const {
  if (plan.direct == kAbsent) return;
  const Clause& c = *plan.clause;
  const Determiner d = s_.np(plan.direct).determiner;
  const bool fronted = c.asked == Asked::kObject && (d == Determiner::kWhich || d == Determiner::kHowMany);
  if (!fronted && plan.direct != plan.gap && !is_pronoun(plan.direct)) return;
  plan.has_preceding = true;
  plan.preceding = concord_of(plan.direct);
}

Plan Composer::plan_of(const Clause& c, const ClauseUse& use) const {
  Plan plan;
  plan.clause = &c;
  plan.verb = &lex_.verb(Special::kEtre);
  plan.subject = c.subject;
  switch (c.type) {
    case ClauseType::kVerb:
      plan_verb(c, use, plan);
      break;
    case ClauseType::kAdjective: {
      const Concept a = c.adjective.adjective;
      const bool has_hunger = (a == kHungry || a == kThirsty) && c.second_adjective.adjective == kNone;
      if (has_hunger && c.adjective.degree != Degree::kSuperlative) plan.verb = &lex_.verb(Special::kAvoir);
      break;
    }
    case ClauseType::kExistence:
      plan.verb = &lex_.verb(Special::kAvoir);
      plan.subject = kAbsent;
      break;
    case ClauseType::kWeatherVerb:
      plan.verb = &lex_.verb(c.verb);
      break;
    case ClauseType::kWeatherAdjective: {
      const bool by_noun = c.adjective.adjective == kWindy || c.adjective.adjective == kSunny;
      plan.verb = &lex_.verb(by_noun ? Special::kAvoir : Special::kFaire);
      break;
    }
    case ClauseType::kNaming:
      plan.verb = &lex_.verb(Special::kSAppeler);
      break;
    case ClauseType::kAge:
      plan.verb = &lex_.verb(Special::kAvoir);
      break;
    default:
      break;
  }
  if (c.gap != Gap::kNone) plan.gap = c.gap == Gap::kSubject ? c.subject : c.object;
  if (plan.subject != kAbsent) {
    plan.subject_concord = concord_of(plan.subject);
    plan.person = person_of(plan.subject);
  }
  plan_preceding(plan);
  return plan;
}

}  // namespace calque::phrasebook::fr
