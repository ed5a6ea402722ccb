// French noun phrases: articles, possessives, quantities, adjectives before and after the noun, complements.
#include <array>

#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

constexpr int kLastNumberInWords = 12;
constexpr std::array<std::string_view, kLastNumberInWords + 1> kNumbers = {
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"};

bool is_feminine(Concord concord) {
  return concord.gender == Gender::kFeminine;
}
bool is_plural(Concord concord) {
  return concord.number == Number::kPlural;
}

bool is_superlative(const NounPhrase& np) {
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (np.adjectives[i].degree == Degree::kSuperlative) return true;
  }
  return false;
}

// Both adjectives of a pair stand on the same side: before the noun only if each of them can.
bool stands_before(const Lexicon& lex, const NounPhrase& np, std::size_t which) {
  const auto can = [&](const AdjectivePhrase& a) {
    // "la nouvelle maison" but "la maison la plus neuve".
    if (a.adjective == kNew && a.degree != Degree::kPositive) return false;
    return lex.adjective(a.adjective).precedes_noun;
  };
  if (np.adjective_conjunction_node == kNoNode) return can(np.adjectives[which]);
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (!can(np.adjectives[i])) return false;
  }
  return true;
}

bool has_adjective_before(const Lexicon& lex, const NounPhrase& np) {
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (stands_before(lex, np, i)) return true;
  }
  return np.ordinal != kNone;
}

bool has_adjective_after(const Lexicon& lex, const NounPhrase& np) {
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (!stands_before(lex, np, i)) return true;
  }
  return false;
}

}  // namespace

bool Composer::is_pronoun(Index index) const {
  if (index == kAbsent) return false;
  const NounPhrase& np = s_.np(index);
  return facts(np.head).category == Category::kPronoun && np.coordinated == kAbsent;
}

bool Composer::is_person(Index index) const {
  if (index == kAbsent) return false;
  const NounPhrase& np = s_.np(index);
  if (np.antecedent != kAbsent) return is_person(np.antecedent);
  switch (facts(np.head).category) {
    case Category::kName:
    case Category::kFamilyName:
      return true;
    case Category::kPronoun:
      return np.head != kIt;
    case Category::kIndefinite:
      return np.head == kSomebody || np.head == kEverybody || np.head == kNobody;
    default:
      return facts(np.head).semantic_class == SemanticClass::kPerson;
  }
}

Number Composer::number_of(const NounPhrase& np) const {
  if (np.measure != kNone) return np.number;
  const Counting counting = lex_.noun(np.head).counting;
  if (counting == Counting::kPlural) return Number::kPlural;
  if (counting == Counting::kSingular) {
    const bool counted = np.determiner == Determiner::kNumeral || np.determiner == Determiner::kQuantifier;
    return counted ? np.number : Number::kSingular;
  }
  return np.number;
}

Concord Composer::own_concord(const NounPhrase& np) const {
  const auto of_gender = [](bool female) { return female ? Gender::kFeminine : Gender::kMasculine; };
  const ConceptFacts& f = facts(np.head);
  switch (f.category) {
    case Category::kPronoun:
      if (np.antecedent != kAbsent) return concord_of(np.antecedent);
      if (np.head == kI) return {of_gender(s_.speaker_female), Number::kSingular};
      if (np.head == kWe) return {of_gender(s_.speaker_female), Number::kPlural};
      if (np.head == kYou) {
        const bool several = s_.address == Address::kFamiliarPlural;
        return {of_gender(s_.hearer_female), several ? Number::kPlural : Number::kSingular};
      }
      return {of_gender(np.head == kShe), np.head == kThey ? Number::kPlural : Number::kSingular};
    case Category::kName:
      return {of_gender(f.gender == NaturalGender::kFemale), Number::kSingular};
    case Category::kFamilyName:
      return {of_gender(np.title != kNone && facts(np.title).gender == NaturalGender::kFemale),
              Number::kSingular};
    case Category::kNoun:
    case Category::kCountry: {
      // "Two years" counts in ans, which is masculine; "the last year" in années.
      if (np.head == kYear && np.determiner == Determiner::kNumeral)
        return {Gender::kMasculine, number_of(np)};
      return {lex_.noun(np.measure != kNone ? np.measure : np.head).gender, number_of(np)};
    }
    default:
      return {};
  }
}

Concord Composer::concord_of(Index index) const {
  const NounPhrase& np = s_.np(index);
  const Concord own = own_concord(np);
  if (np.coordinated == kAbsent) return own;
  const Concord other = concord_of(np.coordinated);
  const bool women = is_feminine(own) && is_feminine(other);
  const Number number = np.conjunction == kOr ? other.number : Number::kPlural;
  return {women ? Gender::kFeminine : Gender::kMasculine, number};
}

PersonNumber Composer::person_of(Index index) const {
  const Agreement agreement = agreement_of(s_, index);
  const bool alone = s_.np(index).coordinated == kAbsent;
  const bool plural = alone ? is_plural(concord_of(index)) : agreement.number == Number::kPlural;
  switch (agreement.person) {
    case Person::kFirst:
      return plural ? PersonNumber::kNous : PersonNumber::kJe;
    case Person::kSecond:
      return plural || s_.address != Address::kFamiliar ? PersonNumber::kVous : PersonNumber::kTu;
    default:
      return plural ? PersonNumber::kIls : PersonNumber::kIl;
  }
}

std::string_view Composer::disjunctive(const NounPhrase& np) const {
  switch (np.head) {
    case kI:
      return "moi";
    case kYou:
      return s_.address == Address::kFamiliar ? "toi" : "vous";
    case kWe:
      return "nous";
    default: {
      constexpr FourForms kThird = {"lui", "elle", "eux", "elles"};
      return kThird[form_index(own_concord(np))];
    }
  }
}

void Composer::noun_phrase(Index index, const NounPhraseUse& use) {
  const NounPhrase& np = s_.np(index);
  single_noun_phrase(index, use);
  if (np.coordinated == kAbsent) return;
  w_.word(lex_.word(np.conjunction), mask_of(np.conjunction_node), np.conjunction);
  if (use.repeated != nullptr) w_.piece(*use.repeated, use.repeated_nodes);
  noun_phrase(np.coordinated, use);
}

void Composer::single_noun_phrase(Index index, const NounPhraseUse& use) {
  const NounPhrase& np = s_.np(index);
  const NodeMask nodes = mask_of(np.node);
  switch (facts(np.head).category) {
    case Category::kPronoun:
      return w_.word(disjunctive(np), nodes, np.head);
    case Category::kFamilyName:
      if (np.title != kNone) w_.word(lex_.word(np.title), mask_of(np.title_node), np.title);
      return w_.word(lex_.word(np.head), nodes, np.head);
    case Category::kCountry:
      if (use.bare != Bare::kZero) article({lex_.noun(np.head).gender, Number::kSingular}, nodes);
      return w_.word(lex_.word(np.head), nodes, np.head);
    case Category::kNoun:
      return common_noun(index, use);
    default:
      return w_.phrase(lex_.word(np.head), nodes, np.head);
  }
}

void Composer::common_noun(Index index, const NounPhraseUse& use) {
  const NounPhrase& np = s_.np(index);
  Concord concord = own_concord(np);
  const bool feminine = use.of_woman && !lex_.noun(np.head).feminine.empty();
  if (feminine) concord.gender = Gender::kFeminine;
  determiner(np, concord, use);
  if (np.measure != kNone) {
    const Noun& measure = lex_.noun(np.measure);
    w_.phrase(is_plural(concord) ? measure.plural : measure.singular, mask_of(np.measure_node), np.measure);
    w_.piece(kDe, mask_of(np.measure_node));
    concord = {lex_.noun(np.head).gender, np.measured_number};
  }
  adjectives_before(np, concord);
  head_noun(np, concord, use);
  const bool far =
      np.determiner == Determiner::kThat && !has_adjective_after(lex_, np) && np.measure == kNone;
  if (far) w_.suffix("-là", mask_of(np.determiner_node));
  adjectives_after(np, concord);
  noun_complements(np);
  if (np.relative != kAbsent) relative_clause(np, index);
}

void Composer::head_noun(const NounPhrase& np, Concord concord, const NounPhraseUse& use) {
  const bool chambre = use.to_let && np.head == kRoom;
  const Noun& noun = lex_.noun(chambre ? kBedroom : np.head);
  std::string_view form = is_plural(concord) ? noun.plural : noun.singular;
  if (use.of_woman && !noun.feminine.empty())
    form = is_plural(concord) ? noun.feminine_plural : noun.feminine;
  if (np.head == kYear && np.determiner == Determiner::kNumeral) form = is_plural(concord) ? "ans" : "an";
  w_.phrase(form, mask_of(np.node) | use.head_nodes, np.head);
}

void Composer::noun_complements(const NounPhrase& np) {
  if (np.owner != kAbsent) {
    w_.piece(kDe, mask_of(np.owner_node));
    noun_phrase(np.owner, {.repeated = &kDe, .repeated_nodes = mask_of(np.owner_node)});
  }
  if (np.place == kAbsent) return;
  // "The oldest church in the town": French takes de after a superlative.
  const bool of = np.place_relation == kIn && is_superlative(np);
  prepositional(of ? kFrom : np.place_relation, np.place_node, np.place, kNone);
}

void Composer::article(Concord concord, NodeMask nodes) {
  w_.piece(is_plural(concord) ? kLes : is_feminine(concord) ? kLa : kLe, nodes);
}

void Composer::possessive(const NounPhrase& np, Concord concord) {
  constexpr FourForms kMine = {"mon", "ma", "mes", "mes"};
  constexpr FourForms kThine = {"ton", "ta", "tes", "tes"};
  constexpr FourForms kHis = {"son", "sa", "ses", "ses"};
  constexpr FourForms kOurs = {"notre", "notre", "nos", "nos"};
  constexpr FourForms kYours = {"votre", "votre", "vos", "vos"};
  constexpr FourForms kTheirs = {"leur", "leur", "leurs", "leurs"};
  const FourForms* forms = &kHis;
  if (np.possessor == Possessor::kMy) forms = &kMine;
  if (np.possessor == Possessor::kYour) forms = s_.address == Address::kFamiliar ? &kThine : &kYours;
  if (np.possessor == Possessor::kOur) forms = &kOurs;
  if (np.possessor == Possessor::kTheir) forms = &kTheirs;
  const std::string_view form = (*forms)[form_index(concord)];
  const bool changes = form == "ma" || form == "ta" || form == "sa";
  w_.piece({form, changes ? (*forms)[0] : std::string_view{}}, mask_of(np.determiner_node));
}

void Composer::numeral(int number, Gender gender, NodeMask nodes) {
  if (number == 1 && gender == Gender::kFeminine) return w_.word("une", nodes);
  const bool in_words = number >= 0 && number <= kLastNumberInWords;
  w_.word(in_words ? kNumbers[static_cast<std::size_t>(number)] : digits(number), nodes);
}

void Composer::partitive(const NounPhrase& np, Concord concord, const NounPhraseUse& use) {
  const NodeMask nodes = mask_of(np.determiner_node);
  if (use.bare == Bare::kAfterDe) return;
  if (use.negated || (is_plural(concord) && has_adjective_before(lex_, np))) return w_.piece(kDe, nodes);
  if (is_plural(concord)) return w_.word("des", nodes);
  w_.piece(kDe, nodes);
  article(concord, nodes);
}

void Composer::quantifier(const NounPhrase& np, Concord concord, const NounPhraseUse& use) {
  const NodeMask nodes = mask_of(np.determiner_node);
  if (np.quantifier == kAll) {
    w_.word(is_feminine(concord) ? "toutes" : "tous", nodes, kAll);
    return article(concord, nodes);
  }
  if (np.quantifier == kSome && (use.negated || !is_plural(concord))) {
    const bool counted = facts(np.head).countability == Countability::kCount && !use.negated;
    if (counted) return w_.word(is_feminine(concord) ? "une" : "un", nodes, kSome);
    return partitive(np, concord, use);
  }
  w_.phrase(lex_.word(np.quantifier), nodes, np.quantifier);
}

void Composer::determiner(const NounPhrase& np, Concord concord, const NounPhraseUse& use) {
  constexpr FourForms kThis = {"ce", "cette", "ces", "ces"};
  constexpr FourForms kWhichForms = {"quel", "quelle", "quels", "quelles"};
  const NodeMask nodes = mask_of(np.determiner_node);
  const std::size_t form = form_index(concord);
  switch (np.determiner) {
    case Determiner::kNone:
      if (use.bare == Bare::kDefinite) return article(concord, nodes);
      if (use.bare == Bare::kPartitive) return partitive(np, concord, use);
      return;
    case Determiner::kDefinite:
      return article(concord, nodes);
    case Determiner::kIndefinite:
      if (use.bare == Bare::kZero) return;
      if (use.negated) return w_.piece(kDe, nodes);
      if (is_plural(concord)) return partitive(np, concord, use);
      return w_.word(is_feminine(concord) ? "une" : "un", nodes);
    case Determiner::kThis:
    case Determiner::kThat:
      return w_.piece({kThis[form], form == 0 ? "cet" : std::string_view{}}, nodes);
    case Determiner::kPossessive:
      return possessive(np, concord);
    case Determiner::kQuantifier:
      return quantifier(np, concord, use);
    case Determiner::kNumeral:
      return numeral(np.numeral, concord.gender, nodes);
    case Determiner::kWhich:
      return w_.word(kWhichForms[form], nodes, Concept::kWhich);
    case Determiner::kHowMany:
      return w_.phrase("combien de", nodes, Concept::kHowMany);
  }
}

// Machines are en panne rather than cassés; what is new is nouveau before the noun and neuf behind it.
const Adjective& Composer::adjective_entry(Concept adjective, Concept noun, AdjectivePlace place) const {
  const SemanticClass kind = facts(noun).semantic_class;
  const bool machine = kind == SemanticClass::kMachine || kind == SemanticClass::kVehicle;
  if (adjective == kBroken && machine) return lex_.out_of_order();
  if (adjective == kNew && place == AdjectivePlace::kBehind && kind != SemanticClass::kAbstract)
    return lex_.brand_new();
  return lex_.adjective(adjective);
}

void Composer::adjective_phrase(const AdjectivePhrase& ap, Concord concord, Concept noun,
                                AdjectivePlace place) {
  const NodeMask nodes = mask_of(ap.node);
  const Adjective& entry = adjective_entry(ap.adjective, noun, place);
  if (ap.intensifier != kNone)
    w_.word(lex_.word(ap.intensifier), mask_of(ap.intensifier_node), ap.intensifier);
  const bool compared = ap.degree != Degree::kPositive;
  if (ap.degree == Degree::kSuperlative && place == AdjectivePlace::kBehind) article(concord, nodes);
  if (compared && !entry.comparative_word.empty()) w_.word(entry.comparative_word, nodes);
  const std::string_view form = (compared ? entry.comparative : entry.forms)[form_index(concord)];
  if (entry.invariable) return w_.phrase(form, nodes, ap.adjective);
  const bool changes = place == AdjectivePlace::kBeforeNoun && form_index(concord) == 0;
  w_.piece({form, changes ? entry.before_vowel : std::string_view{}}, nodes, ap.adjective);
}

void Composer::adjectives_before(const NounPhrase& np, Concord concord) {
  if (np.ordinal != kNone) {
    w_.word(lex_.adjective(np.ordinal).forms[form_index(concord)], mask_of(np.ordinal_node), np.ordinal);
  }
  const bool joined = np.adjective_conjunction_node != kNoNode;
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (!stands_before(lex_, np, i)) continue;
    if (joined && i > 0) w_.word("et", mask_of(np.adjective_conjunction_node), kAnd);
    // "un beau et grand jardin": the form before a vowel belongs to the noun only.
    const bool next_is_and = joined && i == 0;
    adjective_phrase(np.adjectives[i], concord, np.head,
                     next_is_and ? AdjectivePlace::kBeforeAnd : AdjectivePlace::kBeforeNoun);
  }
}

void Composer::adjectives_after(const NounPhrase& np, Concord concord) {
  bool first = true;
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (stands_before(lex_, np, i)) continue;
    const bool joined = np.adjective_conjunction_node != kNoNode;
    if (joined && !first) w_.word("et", mask_of(np.adjective_conjunction_node), kAnd);
    adjective_phrase(np.adjectives[i], concord, np.head, AdjectivePlace::kBehind);
    first = false;
  }
}

}  // namespace calque::phrasebook::fr
