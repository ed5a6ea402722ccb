// The French verb group: tense, auxiliaries, clitic pronouns, negation, and the adverbs that stand inside it.
#include <array>

#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

// A form of the group in its order: auxiliary, participle, infinitive.
struct VerbWord {
  std::string_view form;
  NodeMask nodes = 0;
  Concept lemma = kNone;
  bool after_de = false;  // "vient de manger": de stands before this word, even before its clitics
};

struct VerbWords {
  std::array<VerbWord, 5> words;
  std::size_t count = 0;
  std::size_t clitic_host = 0;  // the clitics stand before this word

  void add(std::string_view form, NodeMask nodes, Concept lemma) { words[count++] = {form, nodes, lemma}; }
};

// Which simple tense the finite verb (or its auxiliary) takes.
enum class Simple : std::uint8_t { kPresent, kImperfect, kFuture, kConditional, kSubjunctive };
struct FiniteTense {
  Simple simple = Simple::kPresent;
  bool compound = false;
};

const SixForms& table(const Conjugation& c, Simple simple) {
  switch (simple) {
    case Simple::kImperfect:
      return c.imperfect;
    case Simple::kFuture:
      return c.future;
    case Simple::kConditional:
      return c.conditional;
    case Simple::kSubjunctive:
      return c.subjunctive;
    default:
      return c.present;
  }
}

const Adverbial* find(const Clause& c, Concept id) {
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    const Adverbial& a = c.adverbials[i];
    const bool worded = a.kind == AdverbialKind::kAdverb || a.kind == AdverbialKind::kPhrase;
    if (worded && a.concept_id == id) return &a;
  }
  return nullptr;
}

// A habit in the past is told in the imparfait.
bool is_habitual(const Clause& c) {
  for (const Concept id : {kOften, kAlways, kSometimes, kUsually, kRarely, kEveryDay}) {
    if (find(c, id) != nullptr) return true;
  }
  return false;
}

FiniteTense finite_tense(const Clause& c, const Verb& finite, const ClauseUse& use) {
  if (c.request) return {Simple::kConditional, false};
  if (c.modal == kShould) return {Simple::kConditional, false};
  Tense tense = c.tense;
  // "has lived here for two years": habite ici depuis deux ans; venir de takes the present as well.
  const bool still_going = find(c, kSince) != nullptr || find(c, kJustNow) != nullptr;
  if (tense == Tense::kPerfect && still_going) tense = Tense::kPresent;
  if (use.future && tense == Tense::kPresent) tense = Tense::kFuture;
  if (use.mode == Mode::kSubjunctive) {
    const bool past = tense == Tense::kPast || tense == Tense::kPerfect;
    // A state at the time of the main verb: je ne croyais pas qu'il soit malade.
    const bool simultaneous = use.under_past && finite.state && tense == Tense::kPast;
    return {Simple::kSubjunctive, past && !use.tenseless && !simultaneous};
  }
  switch (tense) {
    case Tense::kPresent:
      return {Simple::kPresent, false};
    case Tense::kFuture:
      return {use.under_past ? Simple::kConditional : Simple::kFuture, false};
    case Tense::kPerfect:
      return {use.under_past ? Simple::kImperfect : Simple::kPresent, true};
    case Tense::kPast:
      break;
  }
  if (finite.state || c.progressive || is_habitual(c)) return {Simple::kImperfect, false};
  return {use.under_past ? Simple::kImperfect : Simple::kPresent, true};
}

const Verb* modal_verb(const Lexicon& lex, const Clause& c) {
  // What one has learnt to do is said with savoir: il sait nager.
  const bool learnt = c.verb == kSwim || c.verb == kDance || c.verb == kPlayInstrument;
  if (c.modal == kCan && learnt && !c.request) return &lex.verb(Special::kSavoir);
  return &lex.verb(c.modal);
}

constexpr Piece kObjectPronouns[] = {{"me", "m'"}, {"te", "t'"}, {}, {"nous"}, {"vous"}, {}};

}  // namespace

std::string_view Composer::reflexive(const Plan& plan) const {
  constexpr SixForms kForms = {"me", "te", "se", "nous", "vous", "se"};
  return kForms[static_cast<std::size_t>(plan.person)];
}

bool Composer::is_negated(const Plan& plan) const {
  const Clause& c = *plan.clause;
  return c.negated || find(c, kNever) != nullptr || is_negative(s_, c.subject) || is_negative(s_, c.object);
}

NodeMask Composer::negation_nodes(const Plan& plan) const {
  const Clause& c = *plan.clause;
  NodeMask nodes = mask_of(c.negation_node);
  if (const Adverbial* never = find(c, kNever)) nodes |= mask_of(never->node);
  for (const Index np : {c.subject, c.object}) {
    if (is_negative(s_, np)) nodes |= mask_of(s_.np(np).node);
  }
  return nodes;
}

void Composer::subject(const Plan& plan) {
  const Clause& c = *plan.clause;
  switch (c.type) {
    case ClauseType::kExistence:
    case ClauseType::kWeatherVerb:
    case ClauseType::kWeatherAdjective:
    case ClauseType::kClockTime:
      return w_.word("il", mask_of(c.expletive_node));
    case ClauseType::kCalendar:
      w_.word("aujourd'hui", mask_of(c.today_node), kToday);
      w_.suffix(",", 0);
      return w_.piece(kCe, mask_of(c.verb_node));
    default:
      break;
  }
  if (plan.unspecified) return w_.word("on", mask_of(c.verb_node));
  if (plan.subject == kAbsent) return;
  if (!is_pronoun(plan.subject)) return noun_phrase(plan.subject, {});
  const NounPhrase& np = s_.np(plan.subject);
  const NodeMask nodes = mask_of(np.node);
  const bool third = plan.person == PersonNumber::kIl || plan.person == PersonNumber::kIls;
  const bool identified =
      c.type == ClauseType::kNominal && c.object != kAbsent &&
      s_.np(c.object).determiner != Determiner::kNone &&
      (!lex_.noun(s_.np(c.object).head).profession || s_.np(c.object).adjective_count > 0);
  if (third && identified) return w_.piece(kCe, nodes, np.head);
  constexpr std::array<Piece, 6> kForms = {Piece{"je", "j'"}, {"tu"}, {"il"}, {"nous"}, {"vous"}, {"ils"}};
  Piece form = kForms[static_cast<std::size_t>(plan.person)];
  if (third && plan.subject_concord.gender == Gender::kFeminine) {
    form.form = plan.person == PersonNumber::kIl ? "elle" : "elles";
  }
  w_.piece(form, nodes, np.head);
}

// Before the verb: me te se nous vous, then le la les, then lui leur, y, en.
void Composer::clitics(const Plan& plan, NodeMask verb_nodes) {
  const auto is_clitic = [&](Index np) { return np != plan.gap && is_pronoun(np); };
  const bool direct = is_clitic(plan.direct);
  const bool dative = is_clitic(plan.dative);
  const auto personal = [&](Index np) {
    const Piece& form = kObjectPronouns[static_cast<std::size_t>(person_of(np))];
    if (!form.form.empty()) w_.piece(form, mask_of(s_.np(np).node), s_.np(np).head);
  };
  if (plan.verb->auxiliary == Auxiliary::kReflexive && !plan.passive) {
    const std::string_view form = reflexive(plan);
    const std::string_view elided = form == "me"   ? "m'"
                                    : form == "te" ? "t'"
                                    : form == "se" ? "s'"
                                                   : std::string_view{};
    w_.piece({form, elided}, verb_nodes);
  }
  if (dative) personal(plan.dative);
  if (direct) personal(plan.direct);
  if (direct && agreement_of(s_, plan.direct).person == Person::kThird) {
    const Concord c = concord_of(plan.direct);
    const NodeMask nodes = mask_of(s_.np(plan.direct).node);
    const std::string_view form = c.number == Number::kPlural     ? "les"
                                  : c.gender == Gender::kFeminine ? "la"
                                                                  : "le";
    w_.piece({form, c.number == Number::kPlural ? std::string_view{} : "l'"}, nodes, s_.np(plan.direct).head);
  }
  if (dative && agreement_of(s_, plan.dative).person == Person::kThird) {
    const bool plural = concord_of(plan.dative).number == Number::kPlural;
    w_.word(plural ? "leur" : "lui", mask_of(s_.np(plan.dative).node), s_.np(plan.dative).head);
  }
  const bool existence = plan.clause->type == ClauseType::kExistence;
  const bool weather_noun =
      plan.clause->type == ClauseType::kWeatherAdjective && plan.verb == &lex_.verb(Special::kAvoir);
  if (existence || weather_noun) w_.word("y", mask_of(plan.clause->expletive_node));
  if (is_clitic(plan.to_object) && !is_person(plan.to_object)) {
    w_.word("y", mask_of(s_.np(plan.to_object).node), s_.np(plan.to_object).head);
  }
  if (is_clitic(plan.of_object) && !is_person(plan.of_object)) {
    w_.word("en", mask_of(s_.np(plan.of_object).node), s_.np(plan.of_object).head);
  }
}

// Behind an affirmative imperative: donne-le-moi, lève-toi.
void Composer::enclitics(const Plan& plan, NodeMask verb_nodes) {
  constexpr SixForms kStrong = {"-moi", "-toi", "", "-nous", "-vous", ""};
  if (plan.verb->auxiliary == Auxiliary::kReflexive) {
    w_.suffix(kStrong[static_cast<std::size_t>(plan.person)], verb_nodes);
  }
  const auto add = [&](Index np, std::string_view singular_m, std::string_view singular_f,
                       std::string_view plural) {
    if (!is_pronoun(np)) return;
    std::string_view form = kStrong[static_cast<std::size_t>(person_of(np))];
    const Concord c = concord_of(np);
    if (form.empty()) {
      form = c.number == Number::kPlural ? plural : c.gender == Gender::kFeminine ? singular_f : singular_m;
    }
    w_.suffix(form, mask_of(s_.np(np).node), s_.np(np).head);
  };
  add(plan.direct, "-le", "-la", "-les");
  add(plan.dative, "-lui", "-lui", "-leur");
  if (!is_person(plan.to_object)) add(plan.to_object, "-y", "-y", "-y");
  if (!is_person(plan.of_object)) add(plan.of_object, "-en", "-en", "-en");
}

void Composer::inverted_pronoun(const Plan& plan, std::string_view finite) {
  constexpr SixForms kForms = {"-je", "-tu", "-il", "-nous", "-vous", "-ils"};
  const bool impersonal = plan.subject == kAbsent;
  const NodeMask nodes =
      impersonal ? mask_of(plan.clause->expletive_node) : mask_of(s_.np(plan.subject).node);
  const Concept lemma = impersonal ? kNone : s_.np(plan.subject).head;
  std::string_view form = kForms[static_cast<std::size_t>(plan.person)];
  const bool feminine = plan.subject_concord.gender == Gender::kFeminine;
  const bool vowel = finite.ends_with('a') || finite.ends_with('e');
  if (plan.person == PersonNumber::kIl)
    form = vowel ? (feminine ? "-t-elle" : "-t-il") : (feminine ? "-elle" : "-il");
  if (plan.person == PersonNumber::kIls && feminine) form = "-elles";
  w_.suffix(form, nodes, lemma);
}

void Composer::negative_word(const Plan& plan) {
  const Clause& c = *plan.clause;
  if (const Adverbial* never = find(c, kNever)) return w_.word("jamais", mask_of(never->node), kNever);
  if (c.negated && !is_negative(s_, c.subject) && !is_negative(s_, c.object)) {
    w_.word("pas", mask_of(c.negation_node));
  }
}

// souvent, déjà, bien; the objects rien and tout, which stand before a participle or an infinitive.
void Composer::medial_words(const Plan& plan, Mode mode) {
  adverbials(plan, Rank::kMedial);
  const Clause& c = *plan.clause;
  const bool likes = c.type == ClauseType::kVerb && c.verb == kLike && c.mood == Mood::kDeclarative &&
                     !c.passive && mode != Mode::kInfinitive && c.modal == kNone;
  if (likes && !is_negated(plan) && c.gap == Gap::kNone) w_.word("bien", mask_of(c.verb_node), kLike);
  if (plan.direct == kAbsent || s_.np(plan.direct).coordinated != kAbsent) return;
  const NounPhrase& np = s_.np(plan.direct);
  if (np.head == kNothing || np.head == kEverything) w_.word(lex_.word(np.head), mask_of(np.node), np.head);
}

namespace {

// The chain of verbs: modal or venir de, the main verb (être and participle in the passive), chercher of
// aller chercher.
void add_infinitive(const Lexicon& lex, const Plan& plan, NodeMask nodes, VerbWords& words) {
  const Concept lemma = plan.clause->verb;
  words.clitic_host = words.count;
  const Verb& etre = lex.verb(Special::kEtre);
  words.add((plan.passive ? etre : *plan.verb).conjugation->infinitive, nodes, lemma);
  if (plan.passive) {
    words.add(plan.verb->conjugation->participle[form_index(plan.subject_concord)], nodes, lemma);
  }
}

std::string_view participle_of(const Plan& plan, const Verb& verb) {
  const FourForms& forms = verb.conjugation->participle;
  if (&verb != plan.verb) return forms[0];
  if (verb.auxiliary != Auxiliary::kAvoir) return forms[form_index(plan.subject_concord)];
  if (plan.has_preceding && verb.infinitive_tail.empty()) return forms[form_index(plan.preceding)];
  return forms[0];
}

void add_finite(const Lexicon& lex, const Plan& plan, const ClauseUse& use, NodeMask nodes,
                VerbWords& words) {
  const Clause& c = *plan.clause;
  const Adverbial* just_now = c.tense == Tense::kPerfect ? find(c, kJustNow) : nullptr;
  const Verb& etre = lex.verb(Special::kEtre);
  const Verb* finite = plan.passive ? &etre : plan.verb;
  NodeMask finite_nodes = nodes;
  Concept lemma = c.verb;
  if (c.modal != kNone) {
    finite = modal_verb(lex, c);
    finite_nodes = mask_of(c.modal_node);
    lemma = c.modal;
  } else if (just_now != nullptr) {
    finite = &lex.verb(Special::kVenir);
    finite_nodes = mask_of(just_now->node);
    lemma = kJustNow;
  }
  const FiniteTense tense = finite_tense(c, plan.passive && c.modal == kNone ? *plan.verb : *finite, use);
  const auto person = static_cast<std::size_t>(plan.person);
  if (tense.compound) {
    const bool with_avoir = finite->auxiliary == Auxiliary::kAvoir;
    const Verb& auxiliary = lex.verb(with_avoir ? Special::kAvoir : Special::kEtre);
    words.add(table(*auxiliary.conjugation, tense.simple)[person], finite_nodes, lemma);
    words.add(participle_of(plan, *finite), finite_nodes, lemma);
  } else {
    words.add(table(*finite->conjugation, tense.simple)[person], finite_nodes, lemma);
  }
  if (c.modal != kNone || just_now != nullptr) {
    add_infinitive(lex, plan, nodes, words);
    words.words[words.clitic_host].after_de = just_now != nullptr;
  } else if (plan.passive) {
    words.add(plan.verb->conjugation->participle[form_index(plan.subject_concord)], nodes, lemma);
  }
}

}  // namespace

void Composer::verb_group(const Plan& plan, const ClauseUse& use) {
  const Clause& c = *plan.clause;
  const NodeMask nodes = mask_of(c.verb_node) | use.verb_nodes;
  VerbWords words;
  const bool imperative = use.mode == Mode::kImperative;
  const bool negated = is_negated(plan);
  if (use.mode == Mode::kInfinitive) {
    add_infinitive(lex_, plan, nodes, words);
  } else if (imperative) {
    const std::size_t form = plan.person == PersonNumber::kTu     ? 0
                             : plan.person == PersonNumber::kNous ? 1
                                                                  : 2;
    words.add(plan.verb->conjugation->imperative[form], nodes, c.verb);
  } else {
    add_finite(lex_, plan, use, nodes, words);
  }
  if (!plan.verb->infinitive_tail.empty()) {
    words.clitic_host = words.count;
    words.add(plan.verb->infinitive_tail, nodes, c.verb);
  }
  if (negated) w_.piece(kNe, negation_nodes(plan));
  if (use.mode == Mode::kInfinitive && negated) negative_word(plan);
  const bool enclitic = imperative && !negated && words.clitic_host == 0;
  for (std::size_t i = 0; i < words.count; ++i) {
    const VerbWord& word = words.words[i];
    if (word.after_de) {
      const Adverbial* just_now = find(c, kJustNow);
      w_.piece(kDe, just_now == nullptr ? 0 : mask_of(just_now->node));
    }
    if (i == words.clitic_host && !enclitic) clitics(plan, nodes);
    w_.word(word.form, word.nodes, word.lemma);
    if (i != 0) continue;
    if (enclitic) enclitics(plan, nodes);
    if (plan.order == Order::kSuffix) inverted_pronoun(plan, word.form);
    if (use.mode != Mode::kInfinitive) negative_word(plan);
    medial_words(plan, use.mode);
  }
  if (!plan.verb->tail.empty()) w_.phrase(plan.verb->tail, nodes, c.verb);
  if (!plan.verb->predicate[0].empty()) {
    w_.word(plan.verb->predicate[form_index(plan.subject_concord)], nodes, c.verb);
  }
}

}  // namespace calque::phrasebook::fr
