// German verb forms in the clause: tense, passive, modal verbs.
#include "phrasebook/german.h"

namespace calque::phrasebook {
namespace {

using enum Concept;
using Persons = std::array<std::string_view, kGermanPersons>;

constexpr Persons kWerden = {"werde", "wirst", "wird", "werden", "werdet", "werden"};
constexpr Persons kWurde = {"wurde", "wurdest", "wurde", "wurden", "wurdet", "wurden"};
constexpr Persons kHaben = {"habe", "hast", "hat", "haben", "habt", "haben"};
constexpr Persons kSein = {"bin", "bist", "ist", "sind", "seid", "sind"};
constexpr Persons kKoennten = {"könnte", "könntest", "könnte", "könnten", "könntet", "könnten"};
constexpr Persons kSollten = {"sollte", "solltest", "sollte", "sollten", "solltet", "sollten"};
constexpr Persons kHeissen = {"heiße", "heißt", "heißt", "heißen", "heißt", "heißen"};

// German says "ich wohne seit drei Jahren hier" in the present.
bool is_since(const Clause& c) {
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (c.adverbials[i].kind == AdverbialKind::kPhrase && c.adverbials[i].concept_id == kSince) return true;
  }
  return false;
}

}  // namespace

std::size_t GermanWriter::person_of_subject(Index i) const {
  const Agreement a = agreement_of(s_, i);
  const bool plural = a.number == Number::kPlural;
  if (a.person == Person::kFirst) return plural ? 3 : 0;
  if (a.person == Person::kSecond) return s_.address == Address::kPolite ? 5 : plural ? 4 : 1;
  return plural ? 5 : 2;
}

std::size_t GermanWriter::person_of(const Clause& c) const {
  if (c.type == ClauseType::kExistence && !existence_by_place(c)) return 2;
  const Index i = c.passive ? c.object : c.subject;
  return i == kAbsent ? 2 : person_of_subject(i);
}

// The past of speech is the perfect (with I and you, and in questions), that of stories the preterite; sein,
// haben, and verbs of knowing keep the preterite everywhere.
bool GermanWriter::prefers_perfect(const Clause& c) const {
  if (c.type != ClauseType::kVerb || c.passive) return false;
  switch (c.verb) {
    case kHave:
    case kKnowPerson:
    case kKnowFact:
    case kKnowThat:
    case kLike:
    case kThink:
    case kWantTo:
    case kCost:
      return false;
    default:
      break;
  }
  const std::size_t person = person_of(c);
  return person != 2 || c.mood != Mood::kDeclarative;
}

void GermanWriter::set_finite(VerbComplex& v, Concept verb, bool past, std::size_t person,
                              NodeMask nodes) const {
  const GermanVerbForms& f = lexicon_.verb(verb);
  v.finite = {past ? f.past[person] : f.present[person], nodes, verb, true};
  v.finite_joined = past ? f.past_joined[person] : f.present_joined[person];
  v.prefix = f.prefix;
}

void GermanWriter::tensed(const Clause& c, Concept verb, VerbComplex& v) const {
  const GermanVerbForms& f = lexicon_.verb(verb);
  const NodeMask nodes = mask_of(c.verb_node);
  const std::size_t person = person_of(c);
  const auto auxiliary = [&](const Persons& forms) {
    v.finite = {forms[person], nodes, kNone, true};
    v.finite_joined = forms[person];
  };
  const bool since = c.tense == Tense::kPerfect && is_since(c);
  const bool present = c.tense == Tense::kPresent || since;
  if (c.tense == Tense::kFuture) {
    auxiliary(kWerden);
    if (!c.passive) return v.close_with(f.infinitive, nodes, verb);
    v.close_with(f.participle, nodes, verb);
    return v.close_with("werden", nodes);
  }
  if (c.passive) {
    auxiliary(present ? kWerden : c.tense == Tense::kPast ? kWurde : kSein);
    v.close_with(f.participle, nodes, verb);
    if (c.tense == Tense::kPerfect) v.close_with("worden", nodes);
    return;
  }
  const bool perfect =
      (c.tense == Tense::kPerfect && !since) || (c.tense == Tense::kPast && prefers_perfect(c));
  if (!perfect) return set_finite(v, verb, c.tense == Tense::kPast, person, nodes);
  auxiliary(f.with_sein ? kSein : kHaben);
  v.close_with(f.participle, nodes, verb);
}

GermanWriter::VerbComplex GermanWriter::verb_complex(const Clause& c) const {
  VerbComplex v;
  const NodeMask nodes = mask_of(c.verb_node);
  if (c.type == ClauseType::kNaming) {
    const std::string_view form = kHeissen[person_of(c)];
    v.finite = {form, nodes, kBe, true};
    v.finite_joined = form;
    return v;
  }
  if (c.modal == kNone) {
    const bool gives = c.type == ClauseType::kExistence && !existence_by_place(c);
    tensed(c, gives ? kGive : c.verb, v);
    return v;
  }
  const std::size_t person = person_of(c);
  const NodeMask modal_nodes = mask_of(c.modal_node) | (c.modal == kWantTo ? want_to_ : 0);
  const bool past = c.tense == Tense::kPast;
  set_finite(v, c.modal, past, person, modal_nodes);
  if (c.request) v.finite.form = v.finite_joined = kKoennten[person];
  if (c.modal == kShould) v.finite.form = v.finite_joined = kSollten[person];
  const GermanVerbForms& f = lexicon_.verb(c.verb);
  v.close_with(c.passive ? f.participle : f.infinitive, nodes, c.verb);
  if (c.passive) v.close_with("werden", nodes);
  return v;
}

}  // namespace calque::phrasebook
