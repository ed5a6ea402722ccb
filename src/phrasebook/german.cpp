#include "phrasebook/german.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

class GermanLineariser final : public Lineariser {
 public:
  Language language() const override { return Language::kGerman; }
  void linearise(const Sentence& sentence, Tokens& out) const override {
    GermanWriter(sentence, out).sentence();
  }
  std::string_view citation(Concept id) const override { return GermanLexicon::instance().word(id); }
};

}  // namespace

const Lineariser& german() {
  static const GermanLineariser lineariser;
  return lineariser;
}

void GermanWriter::comma(NodeMask nodes) {
  comma_pending_ = false;
  write_.mark(",", nodes);
}

void GermanWriter::sentence() {
  switch (s_.form) {
    case SentenceForm::kFormula:
      formula();
      break;
    case SentenceForm::kAnswer:
      words(lexicon_.word(s_.answer), mask_of(s_.answer_node), s_.answer);
      comma(mask_of(s_.comma_node));
      main_clause(s_.clause(s_.first), false);
      break;
    case SentenceForm::kSimple:
      main_clause(s_.clause(s_.first), false);
      break;
    case SentenceForm::kCoordinated:
      main_clause(s_.clause(s_.first), false);
      if (s_.conjunction == kBut) comma(mask_of(s_.comma_node));
      words(lexicon_.word(s_.conjunction), mask_of(s_.conjunction_node), s_.conjunction);
      main_clause(s_.clause(s_.second), false);
      break;
    case SentenceForm::kSubordinated: {
      const Clause& other = s_.clause(s_.second);
      // One event in the past: als. Otherwise wenn.
      const bool once = s_.conjunction == kWhenConj && other.tense == Tense::kPast;
      if (!s_.subordinate_first) {
        main_clause(s_.clause(s_.first), false);
        comma(mask_of(s_.comma_node));
      }
      words(once ? "als" : lexicon_.word(s_.conjunction), mask_of(s_.conjunction_node), s_.conjunction);
      subordinate_clause(other);
      if (s_.subordinate_first) {
        comma(mask_of(s_.comma_node));
        main_clause(s_.clause(s_.first), true);
      }
      break;
    }
  }
  comma_pending_ = false;
  write_.end_mark(s_);
}

void GermanWriter::formula() {
  const bool polite = s_.address == Address::kPolite;
  const bool plural = s_.address == Address::kFamiliarPlural;
  std::string_view form = lexicon_.word(s_.formula);
  if (s_.formula == kThankYouHelp) {
    form = polite ? "danke für Ihre Hilfe" : plural ? "danke für eure Hilfe" : "danke für deine Hilfe";
  }
  if (s_.formula == kHowAreYou)
    form = polite ? "wie geht es Ihnen" : plural ? "wie geht es euch" : "wie geht es dir";
  words(form, mask_of(s_.formula_node), s_.formula);
  if (s_.addressee == kAbsent) return;
  comma(mask_of(s_.comma_node));
  noun_phrase(s_.addressee, GermanCase::kNominative);
}

bool GermanWriter::is_merged(const Clause& c) const {
  return c.complement_kind == Complement::kInfinitive && (c.verb == kWantTo || c.verb == kLikeTo);
}

// The inner clause with the outer one's subject, tense and negation.
Clause GermanWriter::merge(const Clause& c) {
  Clause inner = s_.clause(c.complement);
  const NodeMask outer = mask_of(c.verb_node) | mask_of(c.complement_node);
  inner.subject = c.subject;
  inner.tense = c.tense;
  inner.mood = c.mood;
  inner.negated = c.negated;
  inner.negation_node = c.negation_node;
  inner.subject_shared = c.subject_shared;
  if (c.verb == kWantTo) {
    inner.modal = kWantTo;
    inner.modal_node = c.verb_node;
    want_to_ = mask_of(c.complement_node);
  } else {
    gern_ = outer;
  }
  return inner;
}

bool GermanWriter::is_fronted(const Clause& c, const Adverbial& a) const {
  const std::size_t first = first_time(c);
  return c.fronting != Fronting::kNone && first < c.adverbial_count && &c.adverbials[first] == &a;
}

// "Auf dem Tisch ist ein Messer", but "Es gibt eine Bank in der Stadt".
bool GermanWriter::existence_by_place(const Clause& c) const {
  return c.type == ClauseType::kExistence && c.adverbial_count > 0 &&
         facts(s_.np(c.subject).head).semantic_class != SemanticClass::kBuilding;
}

void GermanWriter::subject(const Clause& c) {
  switch (c.type) {
    case ClauseType::kExistence:
      if (existence_by_place(c)) return;
      return words("es", mask_of(c.expletive_node));
    case ClauseType::kWeatherVerb:
    case ClauseType::kWeatherAdjective:
    case ClauseType::kClockTime:
      return words("es", mask_of(c.expletive_node));
    case ClauseType::kCalendar:
      return words("heute", mask_of(c.today_node), kToday);
    default:
      break;
  }
  const Index i = c.passive ? c.object : c.subject;
  if (i != kAbsent) noun_phrase(i, GermanCase::kNominative);
}

// The first position of a statement.
void GermanWriter::front(const Clause& c) {
  if (existence_by_place(c)) return adverbial(c.adverbials[0], c);
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (is_fronted(c, c.adverbials[i])) return adverbial(c.adverbials[i], c);
  }
  subject(c);
}

void GermanWriter::main_clause(const Clause& c, bool after_subordinate) {
  if (is_merged(c)) {
    const Clause merged = merge(c);
    main_clause(merged, after_subordinate);
    gern_ = 0;
    return;
  }
  if (c.mood == Mood::kImperative || c.mood == Mood::kSuggestion) return command(c);
  if (c.mood == Mood::kYesNoQuestion) return body(c, Order::kFirst, false);
  if (c.mood == Mood::kWhQuestion) return question(c);
  if (after_subordinate) return body(c, Order::kFirst, false);
  if (c.subject_shared) return body(c, Order::kSecond, true);
  front(c);
  body(c, Order::kSecond, c.fronting == Fronting::kNone);
}

void GermanWriter::subordinate_clause(const Clause& c) {
  if (is_merged(c)) {
    const Clause merged = merge(c);
    body(merged, Order::kLast, false);
    gern_ = 0;
    return;
  }
  body(c, Order::kLast, false);
}

void GermanWriter::question_word(const Clause& c) {
  const NodeMask nodes = mask_of(c.question_node);
  const GermanVerbForms* verb = c.type == ClauseType::kVerb ? &lexicon_.verb(c.verb) : nullptr;
  if (c.asked == Asked::kObject && c.question_word == kNone) return noun_phrase(c.object, object_case(c));
  if (c.asked == Asked::kObject && c.question_word == kWho) {
    return words(object_case(c) == GermanCase::kDative ? "wem" : "wen", nodes, kWho);
  }
  if (c.asked == Asked::kObject && verb != nullptr && verb->preposition == "über")
    return words("worüber", nodes, kWhat);
  if (c.asked == Asked::kAge) {
    words("wie", nodes, kHow);
    return words("alt", mask_of(c.adjective.node), kOld);
  }
  if (c.asked == Asked::kClock) return words("wie spät", nodes, kWhat);
  if (c.asked == Asked::kName) return words("wie", nodes, kWhat);
  words(lexicon_.word(c.question_word), nodes, c.question_word);
}

void GermanWriter::question(const Clause& c) {
  question_word(c);
  body(c, Order::kSecond, c.asked == Asked::kSubject);
}

void GermanWriter::command(const Clause& c) {
  const GermanVerbForms& f = lexicon_.verb(c.verb);
  const NodeMask nodes = mask_of(c.verb_node);
  const NounPhrase& who = s_.np(c.subject);
  const bool polite = s_.address == Address::kPolite;
  const bool plural = s_.address == Address::kFamiliarPlural;
  if (c.mood == Mood::kSuggestion) {
    words(polite ? "lassen Sie" : plural ? "lasst" : "lass", nodes);
    words("uns", mask_of(who.node), kWe);
    middle(c, true);
    return words(f.infinitive, nodes, c.verb);
  }
  words(polite ? f.present[3] : plural ? f.present[4] : f.imperative, nodes, c.verb);
  if (polite) words("Sie", mask_of(who.node), kYou);
  middle(c, true);
  words(f.prefix, nodes, c.verb);
}

void GermanWriter::body(const Clause& c, Order order, bool subject_done) {
  const VerbComplex v = verb_complex(c);
  // "hat gelesen und gelacht": the auxiliary is said once.
  const bool shared = c.subject_shared && v.end_count > 0 && v.finite.form == last_finite_;
  if (order != Order::kLast && !shared) words(v.finite.form, v.finite.nodes, v.finite.lemma);
  if (order == Order::kSecond) last_finite_ = v.finite.form;
  middle(c, subject_done);
  for (std::size_t i = 0; i < v.end_count; ++i) words(v.end[i].form, v.end[i].nodes, v.end[i].lemma);
  if (order == Order::kLast) {
    words(v.finite_joined, v.finite.nodes, v.finite.lemma);
  } else {
    words(v.prefix, v.finite.nodes, v.finite.lemma);
  }
  complement(c);
}

void GermanWriter::complement(const Clause& c) {
  if (c.complement_kind == Complement::kNone) return;
  const Clause& inner = s_.clause(c.complement);
  comma(mask_of(c.complement_comma_node));
  if (c.complement_kind == Complement::kInfinitive) {
    zu_infinitive(inner);
  } else if (c.complement_kind == Complement::kIndirectQuestion) {
    question_word(inner);
    body(inner, Order::kLast, inner.asked == Asked::kSubject);
  } else {
    words("dass", mask_of(c.complement_node), kThat);
    subordinate_clause(inner);
  }
  comma_pending_ = true;
}

void GermanWriter::zu_infinitive(const Clause& c) {
  const GermanVerbForms& f = lexicon_.verb(c.verb);
  const NodeMask nodes = mask_of(c.verb_node);
  // The word "zu" belongs to the complement that this clause is.
  NodeMask to = 0;
  for (const Clause& outer : s_.clauses) {
    if (outer.complement != kAbsent && &s_.clause(outer.complement) == &c)
      to = mask_of(outer.complement_node);
  }
  middle(c, true);
  if (!f.zu_infinitive.empty()) return words(f.zu_infinitive, nodes | to, c.verb);
  words("zu", to);
  words(f.infinitive, nodes, c.verb);
}

}  // namespace calque::phrasebook
