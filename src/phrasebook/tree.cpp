#include "phrasebook/tree.h"

#include <utility>

namespace calque::phrasebook {

void Sentence::clear() {
  std::vector<Clause> kept_clauses = std::move(clauses);
  std::vector<NounPhrase> kept_noun_phrases = std::move(noun_phrases);
  *this = Sentence{};
  kept_clauses.clear();
  kept_noun_phrases.clear();
  clauses = std::move(kept_clauses);
  noun_phrases = std::move(kept_noun_phrases);
}

Agreement agreement_of(const Sentence& sentence, Index index) {
  const NounPhrase& np = sentence.np(index);
  Agreement own{Person::kThird, np.number};
  if (np.head == Concept::kI || np.head == Concept::kWe) own.person = Person::kFirst;
  if (np.head == Concept::kYou) own.person = Person::kSecond;
  // "they" for one pair of scissors stays singular in the tree; English makes it plural itself.
  const bool free_they = np.head == Concept::kThey && np.antecedent == kAbsent;
  if (np.head == Concept::kWe || free_they) own.number = Number::kPlural;
  if (np.head == Concept::kYou && sentence.address == Address::kFamiliarPlural) own.number = Number::kPlural;
  if (np.coordinated == kAbsent) return own;
  const Agreement other = agreement_of(sentence, np.coordinated);
  if (np.conjunction == Concept::kOr) return other;  // the verb agrees with the nearer conjunct
  return {own.person < other.person ? own.person : other.person, Number::kPlural};
}

NaturalGender gender_of(const Sentence& sentence, Index index) {
  const NounPhrase& np = sentence.np(index);
  switch (np.head) {
    case Concept::kHe:
      return NaturalGender::kMale;
    case Concept::kShe:
      return NaturalGender::kFemale;
    case Concept::kI:
    case Concept::kWe:
      return sentence.speaker_female ? NaturalGender::kFemale : NaturalGender::kMale;
    case Concept::kYou:
      return sentence.hearer_female ? NaturalGender::kFemale : NaturalGender::kMale;
    default:
      break;
  }
  if (np.title != Concept::kNone) return facts(np.title).gender;
  if (np.antecedent != kAbsent) return gender_of(sentence, np.antecedent);
  return facts(np.head).gender;
}

bool is_time(const Adverbial& adverbial) {
  switch (adverbial.kind) {
    case AdverbialKind::kAdverb:
      return facts(adverbial.concept_id).adverb_class == AdverbClass::kTime;
    case AdverbialKind::kPhrase:
      return facts(adverbial.concept_id).relation == Relation::kTemporal;
    default:
      return true;
  }
}

std::size_t first_time(const Clause& clause) {
  std::size_t i = 0;
  while (i < clause.adverbial_count && !is_time(clause.adverbials[i])) ++i;
  return i;
}

bool is_negative(const Sentence& sentence, Index index) {
  if (index == kAbsent) return false;
  const Concept head = sentence.np(index).head;
  return head == Concept::kNobody || head == Concept::kNothing;
}

}  // namespace calque::phrasebook
