// Japanese clauses: topic, time, place, recipient, object, manner, predicate.
#include "phrasebook/japanese_composer.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;

// What is made comes into being by (によって) its maker; other agents take に.
bool makes_its_object(Concept verb) {
  return verb == kBuild || verb == kWrite || verb == kPaint || verb == kCook_ || verb == kSolve;
}

bool is_wish(const Clause& c) {
  return c.mood == Mood::kImperative || c.mood == Mood::kSuggestion || c.request;
}

// Adverbs of time that は cannot follow.
bool refuses_topic(const Adverbial& a) {
  return a.kind == AdverbialKind::kAdverb && (a.concept_id == kSoon || a.concept_id == kEveryDay ||
                                              facts(a.concept_id).adverb_class == AdverbClass::kFrequency);
}

}  // namespace

// New to the hearer, so marked by が.
bool Composer::is_new(Index i) const {
  const NounPhrase& np = s_.np(i);
  switch (np.determiner) {
    case Determiner::kIndefinite:
    case Determiner::kNumeral:
    case Determiner::kWhich:
    case Determiner::kHowMany:
      return true;
    case Determiner::kQuantifier:
      return np.quantifier != kAll && np.quantifier != kEvery;
    default:
      return np.head == kSomebody;
  }
}

Situation Composer::situation(const Clause& c) const {
  const auto head_of = [&](Index i) {
    if (i == kAbsent) return kNone;
    const NounPhrase& np = s_.np(i);
    return np.antecedent != kAbsent ? s_.np(np.antecedent).head : np.head;
  };
  Situation what;
  what.subject =
      c.asked == Asked::kSubject && c.question_word != kNone ? c.question_word : head_of(c.subject);
  what.object = c.asked == Asked::kObject && c.question_word != kNone ? c.question_word : head_of(c.object);
  if (c.adverbial_count > 0) {
    const Adverbial& a = c.adverbials[0];
    what.place = a.kind == AdverbialKind::kPhrase ? s_.np(a.np).head : a.concept_id;
  }
  what.to_speaker = c.recipient != kAbsent && agreement_of(s_, c.recipient).person == Person::kFirst;
  what.wish = c.modal != kNone || is_wish(c);
  return what;
}

void Composer::subject(Index np, const Clause& c, const ClauseMode& mode, bool experiencer) {
  if (c.asked == Asked::kSubject && c.question_word != kNone) {
    put(out_, word(c.question_word), mask_of(c.question_node), c.question_word);
    return put_words(out_, experiencer ? "に" : "が", 0);
  }
  if (np == kAbsent || mode.subject == SubjectMark::kOmitted || c.subject_shared || is_wish(c)) return;
  if (c.gap == Gap::kSubject) return;
  const bool topic = mode.subject == SubjectMark::kTopic;
  // Predicates that describe, and questions about something else, take their subject as known.
  const bool described = c.type != ClauseType::kVerb || c.mood == Mood::kWhQuestion;
  const bool about_it = described && s_.np(np).head != kSomebody;
  // A topic that two predicates share suits both.
  const bool two_verbs = s_.form == SentenceForm::kCoordinated && s_.clause(s_.second).subject_shared;
  if (experiencer && !two_verbs) return marked(np, {topic ? "に は" : "に", 0});
  marked(np, {topic && (about_it || !is_new(np)) ? "は" : "が", 0});
}

void Composer::object(const Clause& c, const Verb& v) {
  const bool asked = c.asked == Asked::kObject && c.question_word != kNone;
  if (c.passive || c.gap == Gap::kObject || (c.object == kAbsent && !asked)) return;
  const NodeMask governed = mask_of(c.verb_node);
  Mark mark;
  switch (v.entry.mark) {
    case ObjectMark::kWo:
      mark = {"を", 0};
      break;
    case ObjectMark::kGa:
      mark = {"が", 0};
      break;
    case ObjectMark::kNi:
      mark = {"に", 0};
      break;
    case ObjectMark::kCompanion:
      mark = {"と", governed};
      break;
    case ObjectMark::kAbout:
      mark = {"に ついて", governed};
      break;
    case ObjectMark::kThoughts:
      mark = {"の こと を", governed};
      break;
    case ObjectMark::kVoice:
      mark = {"の 声 を", governed};
      break;
    case ObjectMark::kBare:
      break;
  }
  if (!asked) return marked(c.object, mark, Count::kFloating);
  put(out_, word(c.question_word), mask_of(c.question_node), c.question_word);
  put_words(out_, mark.form, mark.nodes);
}

// Everything between the topic and the predicate, time apart.
void Composer::arguments(const Clause& c, const Verb& v) {
  if (c.passive && c.subject != kAbsent) {
    const NodeMask by = mask_of(s_.np(c.subject).node);
    marked(c.subject, {makes_its_object(c.verb) ? "に よって" : "に", by});
  }
  adverbials(c, Slot::kMiddle);
  if (c.recipient != kAbsent) {
    // English says "to" with "explain" only.
    marked(c.recipient, {"に", c.verb == kExplain ? mask_of(s_.np(c.recipient).node) : 0});
  }
  object(c, v);
  adverbials(c, Slot::kManner);
}

void Composer::complement(const Clause& c) {
  const Clause& inner = s_.clause(c.complement);
  const NodeMask that = mask_of(c.complement_node);
  ClauseMode mode{.shape = Shape::kQuoted, .subject = SubjectMark::kNominative};
  if (inner.subject != kAbsent && same_referent(c.subject, inner.subject))
    mode.subject = SubjectMark::kOmitted;
  if (c.complement_kind == Complement::kIndirectQuestion) {
    mode.shape = Shape::kIndirect;
    clause(inner, mode);
    return put(out_, "か", that);
  }
  const bool fact = c.verb == kKnowThat || c.verb == kHope;
  if (fact) mode.shape = Shape::kBeforeNoun;
  clause(inner, mode);
  put(out_, fact ? "こと" : "と", that, kThat);
  if (fact) put(out_, "を", 0);
}

void Composer::verb_clause(const Clause& c, const ClauseMode& mode) {
  const Verb& v = ja::verb(c.verb, situation(c));
  const bool that =
      c.complement_kind == Complement::kThat || c.complement_kind == Complement::kIndirectQuestion;
  if (that && same_referent(c.subject, s_.clause(c.complement).subject)) {
    topic_ = &s_.np(c.subject);
    shared_ = mask_of(s_.np(s_.clause(c.complement).subject).node);
  }
  const bool fronted = c.fronting != Fronting::kNone && mode.subject == SubjectMark::kTopic;
  if (fronted) adverbials(c, Slot::kTime);
  subject(c.passive ? c.object : c.subject, c, mode, v.entry.experiencer);
  if (!fronted) adverbials(c, Slot::kTime);
  arguments(c, v);
  if (that) complement(c);
  Chain chain(out_);
  predicate(c, v, mode, chain);
  finish(c, mode, chain);
}

void Composer::adjective_clause(const Clause& c, const ClauseMode& mode) {
  const bool fronted = c.fronting != Fronting::kNone && mode.subject == SubjectMark::kTopic;
  if (fronted) adverbials(c, Slot::kTime);
  subject(c.subject, c, mode, false);
  if (!fronted) adverbials(c, Slot::kTime);
  adverbials(c, Slot::kMiddle);
  if (c.standard != kAbsent) marked(c.standard, {"より", mask_of(c.standard_node)});
  Chain chain(out_);
  if (c.second_adjective.adjective != kNone) {
    predicate_adjective(c.adjective, c, {}, chain);
    chain.close({.shape = Shape::kConjunctive, .joint = mask_of(c.adjective_conjunction_node)});
    predicate_adjective(c.second_adjective, c, mode, chain);
  } else {
    predicate_adjective(c.adjective, c, mode, chain);
  }
  finish(c, mode, chain);
}

// Weather, 今日は月曜日です, 名前, age, the time, and nouns as predicates.
void Composer::copular_clause(const Clause& c, const ClauseMode& mode) {
  const NodeMask is = mask_of(c.verb_node);
  const NodeMask question = mask_of(c.question_node);
  const bool asked = c.mood == Mood::kWhQuestion;
  switch (c.type) {
    case ClauseType::kNaming:
      noun_phrase(c.subject);
      put(out_, "の", mask_of(s_.np(c.subject).node));
      put(out_, "名前", is);
      put(out_, mode.subject == SubjectMark::kTopic ? "は" : "が", 0);
      // Nobody calls himself さん.
      if (c.object != kAbsent)
        put(out_, word(s_.np(c.object).head), mask_of(s_.np(c.object).node), s_.np(c.object).head);
      break;
    case ClauseType::kAge:
      subject(c.subject, c, mode, false);
      if (c.object != kAbsent) number(s_.np(c.object).numeral, mask_of(s_.np(c.object).determiner_node));
      if (asked) put(out_, "何", question, c.question_word);
      put(out_, "歳", mask_of(c.adjective.node) | (c.object == kAbsent ? 0 : mask_of(s_.np(c.object).node)),
          c.object == kAbsent ? kNone : s_.np(c.object).head);
      break;
    case ClauseType::kClockTime:
      if (c.adverbial_count > 0) clock(c.adverbials[0]);
      if (asked) put_words(out_, "何 時", question, c.question_word);
      break;
    case ClauseType::kCalendar:
      put(out_, word(kToday), mask_of(c.today_node), kToday);
      put(out_, "は", 0);
      if (c.adverbial_count > 0) calendar(c.adverbials[0]);
      break;
    default:
      subject(c.subject, c, mode, false);
      adverbials(c, Slot::kTime);
      adverbials(c, Slot::kMiddle);
      if (c.object != kAbsent) noun_phrase(c.object);
      break;
  }
  const bool plain_question = asked && (c.asked == Asked::kName || c.asked == Asked::kObject);
  if (plain_question && c.question_word != kNone) put(out_, word(c.question_word), question, c.question_word);
  Chain chain(out_);
  chain.written_nominal(is);
  finish(c, mode, chain);
}

// Being somewhere, existing, and the weather.
void Composer::being_clause(const Clause& c, const ClauseMode& mode) {
  const bool topic = mode.subject == SubjectMark::kTopic;
  if (c.type == ClauseType::kPlace) {
    const bool fronted = c.fronting != Fronting::kNone && topic;
    if (fronted) adverbials(c, Slot::kTime);
    subject(c.subject, c, mode, false);
    if (!fronted) adverbials(c, Slot::kTime);
    adverbials(c, Slot::kMiddle);
  } else {
    adverbials(c, Slot::kTime);
    adverbials(c, Slot::kMiddle);
    bool can_be_topic = topic && c.adverbial_count > 0;
    for (std::size_t i = 0; i < c.adverbial_count; ++i)
      can_be_topic = can_be_topic && !refuses_topic(c.adverbials[i]);
    if (can_be_topic) put(out_, "は", 0);
    if (c.type == ClauseType::kExistence && c.subject != kAbsent)
      marked(c.subject, {"が", 0}, Count::kFloating);
  }
  Chain chain(out_);
  if (c.type == ClauseType::kWeatherAdjective) {
    predicate_adjective(c.adjective, c, mode, chain);
  } else {
    predicate(c, ja::verb(c.verb, situation(c)), mode, chain);
  }
  finish(c, mode, chain);
}

void Composer::clause(const Clause& c, const ClauseMode& mode) {
  switch (c.type) {
    case ClauseType::kVerb:
      return verb_clause(c, mode);
    case ClauseType::kAdjective:
      return adjective_clause(c, mode);
    case ClauseType::kPlace:
    case ClauseType::kExistence:
    case ClauseType::kWeatherVerb:
    case ClauseType::kWeatherAdjective:
      return being_clause(c, mode);
    default:
      return copular_clause(c, mode);
  }
}

}  // namespace calque::phrasebook::ja
