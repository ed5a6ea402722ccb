// German noun phrases: articles, adjective declension, pronouns, relative clauses.
#include "phrasebook/german.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

constexpr std::size_t kBare = 0, kE = 1, kEm = 2, kEn = 3, kEr = 4, kEs = 5;
constexpr std::array<std::string_view, kGermanEndings> kDefiniteForms = {"",    "die", "dem",
                                                                         "den", "der", "das"};
using EndingForms = std::array<std::string_view, kGermanEndings>;

constexpr EndingForms kEin = {"ein", "eine", "einem", "einen", "einer", "eines"};
constexpr EndingForms kKein = {"kein", "keine", "keinem", "keinen", "keiner", "keines"};
constexpr EndingForms kMein = {"mein", "meine", "meinem", "meinen", "meiner", "meines"};
constexpr EndingForms kDein = {"dein", "deine", "deinem", "deinen", "deiner", "deines"};
constexpr EndingForms kEuer = {"euer", "eure", "eurem", "euren", "eurer", "eures"};
constexpr EndingForms kIhrPolite = {"Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer", "Ihres"};
constexpr EndingForms kSeinPossessive = {"sein", "seine", "seinem", "seinen", "seiner", "seines"};
constexpr EndingForms kIhr = {"ihr", "ihre", "ihrem", "ihren", "ihrer", "ihres"};
constexpr EndingForms kUnser = {"unser", "unsere", "unserem", "unseren", "unserer", "unseres"};
constexpr EndingForms kDieser = {"", "diese", "diesem", "diesen", "dieser", "dieses"};
constexpr EndingForms kJener = {"", "jene", "jenem", "jenen", "jener", "jenes"};
constexpr EndingForms kWelcher = {"", "welche", "welchem", "welchen", "welcher", "welches"};
constexpr EndingForms kJeder = {"", "jede", "jedem", "jeden", "jeder", "jedes"};
constexpr EndingForms kViele = {"viel", "viele", "vielem", "vielen", "vieler", "vieles"};
constexpr EndingForms kWenige = {"", "wenige", "wenigem", "wenigen", "weniger", "weniges"};
constexpr EndingForms kEinige = {"", "einige", "einigem", "einigen", "einiger", "einiges"};
constexpr EndingForms kAlle = {"", "alle", "allem", "allen", "aller", "alles"};
constexpr EndingForms kMehrere = {"", "mehrere", "mehrerem", "mehreren", "mehrerer", "mehreres"};

constexpr std::array<std::string_view, 13> kGermanNumerals = {
    "null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"};

// Pronouns by case: nominative, accusative, dative.
using Cases = std::array<std::string_view, 3>;
Cases personal(Concept which, const Sentence& s) {
  switch (which) {
    case kI:
      return {"ich", "mich", "mir"};
    case kHe:
      return {"er", "ihn", "ihm"};
    case kShe:
      return {"sie", "sie", "ihr"};
    case kIt:
      return {"es", "es", "ihm"};
    case kWe:
      return {"wir", "uns", "uns"};
    case kThey:
      return {"sie", "sie", "ihnen"};
    case kSomebody:
      return {"jemand", "jemanden", "jemandem"};
    case kEverybody:
      return {"jeder", "jeden", "jedem"};
    case kNobody:
      return {"niemand", "niemanden", "niemandem"};
    case kSomething:
      return {"etwas", "etwas", "etwas"};
    case kNothing:
      return {"nichts", "nichts", "nichts"};
    case kEverything:
      return {"alles", "alles", "allem"};
    default:
      break;
  }
  if (s.address == Address::kPolite) return {"Sie", "Sie", "Ihnen"};
  if (s.address == Address::kFamiliarPlural) return {"ihr", "euch", "euch"};
  return {"du", "dich", "dir"};
}

const EndingForms& possessive_forms(Possessor p, const Sentence& s) {
  switch (p) {
    case Possessor::kMy:
      return kMein;
    case Possessor::kHis:
      return kSeinPossessive;
    case Possessor::kOur:
      return kUnser;
    case Possessor::kYour:
      return s.address == Address::kPolite           ? kIhrPolite
             : s.address == Address::kFamiliarPlural ? kEuer
                                                     : kDein;
    default:
      return kIhr;
  }
}

const EndingForms& quantifier_forms(Concept q) {
  switch (q) {
    case kSome:
      return kEinige;
    case kAll:
      return kAlle;
    case kEvery:
      return kJeder;
    case kFew:
      return kWenige;
    case kSeveral:
      return kMehrere;
    default:
      return kViele;
  }
}

}  // namespace

std::size_t german_der_ending(GermanCase c, GermanGender g, bool plural) {
  if (plural) return c == GermanCase::kDative ? kEn : c == GermanCase::kGenitive ? kEr : kE;
  if (g == GermanGender::kFeminine)
    return c == GermanCase::kNominative || c == GermanCase::kAccusative ? kE : kEr;
  if (c == GermanCase::kDative) return kEm;
  if (c == GermanCase::kGenitive) return kEs;
  if (g == GermanGender::kNeuter) return kEs;
  return c == GermanCase::kNominative ? kEr : kEn;
}

std::size_t german_ein_ending(GermanCase c, GermanGender g, bool plural) {
  const bool bare =
      !plural &&
      ((g == GermanGender::kMasculine && c == GermanCase::kNominative) ||
       (g == GermanGender::kNeuter && (c == GermanCase::kNominative || c == GermanCase::kAccusative)));
  return bare ? kBare : german_der_ending(c, g, plural);
}

std::string_view german_definite(GermanCase c, GermanGender g, bool plural) {
  // The article "das" and genitive "des" differ where "dieses" does not.
  const std::size_t ending = german_der_ending(c, g, plural);
  if (ending == kEs && c == GermanCase::kGenitive) return "des";
  return kDefiniteForms[ending];
}

void GermanWriter::words(std::string_view form, NodeMask nodes, Concept lemma) {
  if (form.empty()) return;
  if (comma_pending_) {
    comma_pending_ = false;
    write_.mark(",", 0);
  }
  write_.words(form, nodes, lemma);
}

GermanGender GermanWriter::gender(const NounPhrase& np) const {
  if (np.measure != kNone) return lexicon_.noun(np.measure).gender;
  if (feminine_job_) return GermanGender::kFeminine;
  if (facts(np.head).category == Category::kNoun) return lexicon_.noun(np.head).gender;
  const Concept who = np.title != kNone ? np.title : np.head;
  return facts(who).gender == NaturalGender::kFemale || np.head == kShe ? GermanGender::kFeminine
                                                                        : GermanGender::kMasculine;
}

GermanWriter::Slot GermanWriter::slot_of(const NounPhrase& np, GermanCase c) const {
  return {c, gender(np), np.number == Number::kPlural};
}

bool GermanWriter::is_pronoun(Index i) const {
  return i != kAbsent && facts(s_.np(i).head).category == Category::kPronoun &&
         s_.np(i).coordinated == kAbsent;
}

void GermanWriter::determiner(const NounPhrase& np, const Slot& slot) {
  const NodeMask nodes = mask_of(np.determiner_node);
  const std::size_t der = german_der_ending(slot.c, slot.gender, slot.plural);
  const std::size_t ein = german_ein_ending(slot.c, slot.gender, slot.plural);
  if (kein_ != 0) return words(kKein[ein], nodes | kein_);
  switch (np.determiner) {
    case Determiner::kNone:
      return;
    case Determiner::kDefinite:
      return words(german_definite(slot.c, slot.gender, slot.plural), nodes);
    case Determiner::kIndefinite:
      return words(kEin[ein], nodes);
    case Determiner::kThis:
      return words(kDieser[der], nodes);
    case Determiner::kThat:
      return words(kJener[der], nodes);
    case Determiner::kPossessive:
      return words(possessive_forms(np.possessor, s_)[ein], nodes);
    case Determiner::kQuantifier:
      if (np.quantifier == kMuch) return words("viel", nodes, kMuch);
      if (np.quantifier == kSome && !slot.plural) return words("etwas", nodes, kSome);
      return words(quantifier_forms(np.quantifier)[der], nodes, np.quantifier);
    case Determiner::kNumeral:
      if (np.numeral == 1) return words(kEin[ein], nodes);
      if (np.numeral < static_cast<int>(kGermanNumerals.size())) {
        return words(kGermanNumerals[static_cast<std::size_t>(np.numeral)], nodes);
      }
      return words(digits(np.numeral), nodes);
    case Determiner::kWhich:
      return words(kWelcher[der], nodes, kWhich);
    case Determiner::kHowMany:
      words("wie", nodes, kHowMany);
      return words(kViele[der], nodes, kHowMany);
  }
}

GermanWriter::Declension GermanWriter::declension_of(const NounPhrase& np) const {
  if (kein_ != 0) return Declension::kMixed;
  switch (np.determiner) {
    case Determiner::kDefinite:
    case Determiner::kThis:
    case Determiner::kThat:
    case Determiner::kWhich:
      return Declension::kWeak;
    case Determiner::kIndefinite:
    case Determiner::kPossessive:
      return Declension::kMixed;
    case Determiner::kQuantifier:
      return np.quantifier == kAll || np.quantifier == kEvery ? Declension::kWeak : Declension::kStrong;
    default:
      return Declension::kStrong;
  }
}

void GermanWriter::adjective(const AdjectivePhrase& a, const Slot& slot, Declension declension) {
  std::size_t ending = kEn;
  const bool direct = slot.c == GermanCase::kNominative || slot.c == GermanCase::kAccusative;
  const bool masculine_accusative =
      slot.gender == GermanGender::kMasculine && slot.c == GermanCase::kAccusative;
  if (declension == Declension::kStrong) {
    ending = german_der_ending(slot.c, slot.gender, slot.plural);
    if (slot.c == GermanCase::kGenitive && !slot.plural && slot.gender != GermanGender::kFeminine)
      ending = kEn;
  } else if (!slot.plural && direct && !masculine_accusative) {
    // After "ein" and "mein" without ending the adjective shows the gender itself.
    ending = declension == Declension::kMixed && slot.gender == GermanGender::kMasculine ? kEr
             : declension == Declension::kMixed && slot.gender == GermanGender::kNeuter  ? kEs
                                                                                         : kE;
  }
  if (a.intensifier != kNone) words(lexicon_.word(a.intensifier), mask_of(a.intensifier_node), a.intensifier);
  words(lexicon_.adjective(a.adjective).by_degree[static_cast<std::size_t>(a.degree)][ending],
        mask_of(a.node), a.adjective);
}

void GermanWriter::predicative(const AdjectivePhrase& a) {
  if (a.intensifier != kNone) words(lexicon_.word(a.intensifier), mask_of(a.intensifier_node), a.intensifier);
  words(lexicon_.adjective(a.adjective).by_degree[static_cast<std::size_t>(a.degree)][kBare], mask_of(a.node),
        a.adjective);
}

void GermanWriter::adjectives(const NounPhrase& np, const Slot& slot) {
  const Declension declension = np.owner != kAbsent && !lexicon_.genitive_name(s_.np(np.owner).head).empty()
                                    ? Declension::kStrong
                                    : declension_of(np);
  if (np.ordinal != kNone) {
    AdjectivePhrase ordinal;
    ordinal.adjective = np.ordinal;
    ordinal.node = np.ordinal_node;
    adjective(ordinal, slot, declension);
  }
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (i == 1 && np.adjective_conjunction_node != kNoNode)
      words("und", mask_of(np.adjective_conjunction_node), kAnd);
    adjective(np.adjectives[i], slot, declension);
  }
}

void GermanWriter::head(const NounPhrase& np, const Slot& slot) {
  const std::size_t c = static_cast<std::size_t>(slot.c);
  if (np.measure != kNone) {
    const GermanNounForms& m = lexicon_.noun(np.measure);
    words(slot.plural ? m.plural[c] : m.singular[c], mask_of(np.measure_node), np.measure);
    const GermanNounForms& h = lexicon_.noun(np.head);
    return words(np.measured_number == Number::kPlural ? h.plural[0] : h.singular[0], mask_of(np.node),
                 np.head);
  }
  if (np.title != kNone) {
    const bool weak = np.title == kMister && slot.c != GermanCase::kNominative;
    words(weak ? "Herrn" : lexicon_.word(np.title), mask_of(np.title_node), np.title);
  }
  if (feminine_job_) {
    feminine_job_ = false;
    return words(lexicon_.feminine(np.head), mask_of(np.node), np.head);
  }
  if (facts(np.head).category == Category::kNoun) {
    const GermanNounForms& f = lexicon_.noun(np.head);
    return words(slot.plural ? f.plural[c] : f.singular[c], mask_of(np.node), np.head);
  }
  words(lexicon_.word(np.head), mask_of(np.node), np.head);
}

// The pronoun for a thing takes the gender of the noun it stands for.
void GermanWriter::pronoun(const NounPhrase& np, GermanCase c) {
  Concept which = np.head;
  if (np.antecedent != kAbsent && np.number == Number::kSingular) {
    const GermanGender g = gender(s_.np(np.antecedent));
    const bool person = which == kHe || which == kShe;
    if (!person) which = g == GermanGender::kMasculine ? kHe : g == GermanGender::kFeminine ? kShe : kIt;
  }
  const std::size_t column = c == GermanCase::kGenitive ? 2 : static_cast<std::size_t>(c);
  words(personal(which, s_)[column], mask_of(np.node), np.head);
}

void GermanWriter::single_noun_phrase(const NounPhrase& np, GermanCase c, bool article_done) {
  const Category category = facts(np.head).category;
  if (category == Category::kPronoun || category == Category::kIndefinite) return pronoun(np, c);
  const Slot slot = slot_of(np, c);
  const bool owned = np.owner != kAbsent;
  const std::string_view genitive = owned ? lexicon_.genitive_name(s_.np(np.owner).head) : std::string_view();
  if (!genitive.empty()) {
    const NounPhrase& owner = s_.np(np.owner);
    words(genitive, mask_of(owner.node) | mask_of(np.owner_node) | mask_of(np.determiner_node), owner.head);
  } else if (!article_done) {
    determiner(np, slot);
  }
  const NodeMask kein = kein_;
  adjectives(np, slot);
  kein_ = 0;
  head(np, slot);
  if (owned && genitive.empty()) {
    const NounPhrase& owner = s_.np(np.owner);
    // Without an article to show it, the genitive is said with "von".
    const bool show = owner.determiner != Determiner::kNone && owner.determiner != Determiner::kNumeral;
    if (show) {
      noun_phrase(np.owner, GermanCase::kGenitive);
    } else {
      with_preposition("von", GermanCase::kDative, np.owner, mask_of(np.owner_node), kNone);
    }
  }
  if (np.place != kAbsent) prepositional(np.place_relation, np.place, mask_of(np.place_node));
  kein_ = kein;
}

void GermanWriter::noun_phrase(Index i, GermanCase c) {
  const NounPhrase& np = s_.np(i);
  single_noun_phrase(np, c, false);
  kein_ = 0;
  if (np.relative != kAbsent) relative_clause(i);
  if (np.coordinated == kAbsent) return;
  words(lexicon_.word(np.conjunction), mask_of(np.conjunction_node), np.conjunction);
  noun_phrase(np.coordinated, c);
}

void GermanWriter::relative_clause(Index i) {
  const NounPhrase& np = s_.np(i);
  const Clause& c = s_.clause(np.relative);
  const GermanCase role = c.gap == Gap::kSubject ? GermanCase::kNominative : object_case(c);
  const Slot slot = slot_of(np, role);
  comma(mask_of(np.relative_comma_node));
  const GermanVerbForms& verb = lexicon_.verb(c.verb);
  if (c.gap == Gap::kObject) words(verb.preposition, mask_of(c.verb_node));
  const bool dative_plural = slot.plural && role == GermanCase::kDative;
  words(dative_plural ? "denen" : german_definite(role, slot.gender, slot.plural), mask_of(np.relative_node));
  body(c, Order::kLast, c.gap == Gap::kSubject);
  comma_pending_ = true;
}

}  // namespace calque::phrasebook
