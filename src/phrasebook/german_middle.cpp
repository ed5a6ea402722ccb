// What stands between the finite verb and the end of a German clause.
#include "phrasebook/german.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

bool is_frequency(const Adverbial& a) {
  return a.kind == AdverbialKind::kAdverb && facts(a.concept_id).adverb_class == AdverbClass::kFrequency;
}

bool is_goal(const Adverbial& a) {
  if (a.kind == AdverbialKind::kAdverb)
    return facts(a.concept_id).adverb_class == AdverbClass::kDirectionAdverb;
  return a.kind == AdverbialKind::kPhrase && facts(a.concept_id).relation == Relation::kGoal;
}

bool is_place(const Adverbial& a) {
  if (a.kind == AdverbialKind::kAdverb) return facts(a.concept_id).adverb_class == AdverbClass::kPlaceAdverb;
  return a.kind == AdverbialKind::kPhrase && facts(a.concept_id).relation == Relation::kStatic;
}

bool has_no_article(const NounPhrase& np) {
  const Category category = facts(np.head).category;
  if (category != Category::kNoun || np.owner != kAbsent) return false;
  if (np.determiner == Determiner::kNone || np.determiner == Determiner::kIndefinite) return true;
  return np.determiner == Determiner::kQuantifier && np.quantifier == kSome;
}

}  // namespace

GermanCase GermanWriter::object_case(const Clause& c) const {
  const GermanVerbForms& f = lexicon_.verb(c.verb);
  if (!f.preposition.empty()) return f.preposition_case;
  return f.dative ? GermanCase::kDative : GermanCase::kAccusative;
}

bool GermanWriter::object_in_middle(const Clause& c) const {
  return c.object != kAbsent && c.asked != Asked::kObject && c.gap != Gap::kObject && !c.passive;
}

bool GermanWriter::negated_by_kein(const Clause& c) const {
  if (!c.negated) return false;
  if (c.type == ClauseType::kExistence) return has_no_article(s_.np(c.subject));
  if (!object_in_middle(c) || (c.type != ClauseType::kVerb && c.type != ClauseType::kNominal)) return false;
  if (c.type == ClauseType::kVerb && !lexicon_.verb(c.verb).preposition.empty()) return false;
  return has_no_article(s_.np(c.object)) || c.verb == kPlayInstrument;
}

void GermanWriter::reflexive_pronoun(const Clause& c) {
  if (c.type != ClauseType::kVerb || !lexicon_.verb(c.verb).reflexive) return;
  constexpr std::array<std::string_view, kGermanPersons> kForms = {"mich", "dich", "sich",
                                                                   "uns",  "euch", "sich"};
  std::size_t person = person_of(c);
  if (c.mood == Mood::kSuggestion) person = 3;
  words(kForms[person], mask_of(c.verb_node));
}

void GermanWriter::objects(const Clause& c, bool pronouns) {
  if (c.type != ClauseType::kVerb) return;
  const bool prepositional_object = !lexicon_.verb(c.verb).preposition.empty();
  const bool object = object_in_middle(c) && !prepositional_object && is_pronoun(c.object) == pronouns;
  const bool recipient = c.recipient != kAbsent && is_pronoun(c.recipient) == pronouns;
  // Pronouns: accusative before dative; nouns: dative before accusative.
  if (object && pronouns) noun_phrase(c.object, object_case(c));
  if (recipient) noun_phrase(c.recipient, GermanCase::kDative);
  if (!object || pronouns) return;
  const NounPhrase& np = s_.np(c.object);
  if (negated_by_kein(c)) {
    kein_ = mask_of(c.negation_node);
  } else if (c.verb == kPlayInstrument && np.determiner == Determiner::kDefinite && np.adjective_count == 0 &&
             np.relative == kAbsent && np.number == Number::kSingular) {
    // Klavier spielen: no article.
    single_noun_phrase(np, GermanCase::kAccusative, true);
    if (np.coordinated == kAbsent) return;
    words(lexicon_.word(np.conjunction), mask_of(np.conjunction_node), np.conjunction);
    return single_noun_phrase(s_.np(np.coordinated), GermanCase::kAccusative, true);
  }
  noun_phrase(c.object, object_case(c));
}

void GermanWriter::frequency(const Clause& c) {
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (is_frequency(c.adverbials[i])) adverbial(c.adverbials[i], c);
  }
}

void GermanWriter::negation(const Clause& c) {
  if (c.negated && !negated_by_kein(c)) words("nicht", mask_of(c.negation_node));
}

// Manner, company, place, direction: in this order.
void GermanWriter::adverbials_after_negation(const Clause& c) {
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < c.adverbial_count; ++i) {
      const Adverbial& a = c.adverbials[i];
      if (is_time(a) || is_frequency(a)) continue;
      const int turn = is_goal(a) ? 2 : is_place(a) ? 1 : 0;
      if (turn != round || (existence_by_place(c) && i == 0)) continue;
      adverbial(a, c);
    }
  }
}

void GermanWriter::predicate_complement(const Clause& c) {
  switch (c.type) {
    case ClauseType::kVerb: {
      const GermanVerbForms& f = lexicon_.verb(c.verb);
      if (f.preposition.empty() || !object_in_middle(c)) return;
      return with_preposition(f.preposition, f.preposition_case, c.object, mask_of(c.verb_node), c.verb);
    }
    case ClauseType::kAdjective:
    case ClauseType::kWeatherAdjective:
      predicative(c.adjective);
      if (c.second_adjective.adjective != kNone) {
        words("und", mask_of(c.adjective_conjunction_node), kAnd);
        predicative(c.second_adjective);
      }
      if (c.standard != kAbsent) {
        words("als", mask_of(c.standard_node));
        noun_phrase(c.standard, GermanCase::kNominative);
      }
      return;
    case ClauseType::kNominal: {
      const NounPhrase& np = s_.np(c.object);
      if (negated_by_kein(c)) kein_ = mask_of(c.negation_node);
      const bool woman = gender_of(s_, c.subject) == NaturalGender::kFemale && np.number == Number::kSingular;
      feminine_job_ = woman && !lexicon_.feminine(np.head).empty();
      // Er ist Arzt: professions without an adjective take no article.
      const bool bare = np.determiner == Determiner::kIndefinite && np.adjective_count == 0 && kein_ == 0;
      if (bare) return single_noun_phrase(np, GermanCase::kNominative, true);
      return noun_phrase(c.object, GermanCase::kNominative);
    }
    case ClauseType::kExistence:
      if (negated_by_kein(c)) kein_ = mask_of(c.negation_node);
      return noun_phrase(c.subject,
                         existence_by_place(c) ? GermanCase::kNominative : GermanCase::kAccusative);
    case ClauseType::kNaming:
      if (c.object != kAbsent) noun_phrase(c.object, GermanCase::kNominative);
      return;
    case ClauseType::kAge:
      if (c.object == kAbsent) return;
      noun_phrase(c.object, GermanCase::kNominative);
      return words("alt", mask_of(c.adjective.node), kOld);
    default:
      return;
  }
}

void GermanWriter::middle(const Clause& c, bool subject_done) {
  if (!subject_done && c.asked != Asked::kSubject) subject(c);
  reflexive_pronoun(c);
  objects(c, true);
  if (c.please_node != kNoNode) words("bitte", mask_of(c.please_node), kPlease);
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (is_time(c.adverbials[i]) && !is_fronted(c, c.adverbials[i])) adverbial(c.adverbials[i], c);
  }
  const NodeMask gern = gern_;
  gern_ = 0;
  words(gern == 0 ? std::string_view() : "gern", gern, kLikeTo);
  if (!c.negated) frequency(c);
  objects(c, false);
  if (c.passive && c.subject != kAbsent) {
    with_preposition("von", GermanCase::kDative, c.subject, mask_of(s_.np(c.subject).node), kNone);
  }
  if (c.type == ClauseType::kExistence) predicate_complement(c);
  negation(c);
  if (c.negated) frequency(c);
  const bool weather = c.type == ClauseType::kWeatherAdjective;
  adverbials_after_negation(c);
  if (weather || c.type != ClauseType::kExistence) predicate_complement(c);
}

}  // namespace calque::phrasebook
