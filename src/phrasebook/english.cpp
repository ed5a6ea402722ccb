#include "phrasebook/english.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

std::string_view be_form(Agreement a, bool past) {
  if (a.number == Number::kPlural || a.person == Person::kSecond) return past ? "were" : "are";
  if (past) return "was";
  return a.person == Person::kFirst ? "am" : "is";
}

bool is_third_singular(Agreement a) {
  return a.person == Person::kThird && a.number == Number::kSingular;
}

class EnglishLineariser final : public Lineariser {
 public:
  Language language() const override { return Language::kEnglish; }
  void linearise(const Sentence& sentence, Tokens& out) const override {
    EnglishWriter(sentence, out).sentence();
  }
  std::string_view citation(Concept id) const override { return EnglishLexicon::instance()[id].base; }
};

}  // namespace

const Lineariser& english() {
  static const EnglishLineariser lineariser;
  return lineariser;
}

void EnglishWriter::sentence() {
  switch (s_.form) {
    case SentenceForm::kFormula:
      formula();
      break;
    case SentenceForm::kAnswer:
      write_.words(lexicon_[s_.answer].base, mask_of(s_.answer_node), s_.answer);
      write_.mark(",", mask_of(s_.comma_node));
      clause(s_.clause(s_.first));
      break;
    case SentenceForm::kSimple:
      clause(s_.clause(s_.first));
      break;
    case SentenceForm::kCoordinated:
      clause(s_.clause(s_.first));
      if (s_.comma_node != kNoNode) write_.mark(",", mask_of(s_.comma_node));
      write_.words(lexicon_[s_.conjunction].base, mask_of(s_.conjunction_node), s_.conjunction);
      clause(s_.clause(s_.second));
      break;
    case SentenceForm::kSubordinated:
      if (!s_.subordinate_first) clause(s_.clause(s_.first));
      write_.words(lexicon_[s_.conjunction].base, mask_of(s_.conjunction_node), s_.conjunction);
      clause(s_.clause(s_.second));
      if (s_.subordinate_first) {
        write_.mark(",", mask_of(s_.comma_node));
        clause(s_.clause(s_.first));
      }
      break;
  }
  write_.end_mark(s_);
}

void EnglishWriter::formula() {
  write_.words(lexicon_[s_.formula].base, mask_of(s_.formula_node), s_.formula);
  if (s_.addressee == kAbsent) return;
  write_.mark(",", mask_of(s_.comma_node));
  noun_phrase(s_.addressee, EnglishCase::kSubject);
}

// In the passive the object is the grammatical subject.
Index EnglishWriter::grammatical_subject_index(const Clause& c) const {
  return c.passive ? c.object : c.subject;
}

Agreement EnglishWriter::agreement(const Clause& c) const {
  const Index i = grammatical_subject_index(c);
  if (i == kAbsent) return {};
  Agreement a = agreement_of(s_, i);
  if (is_plural(i)) a.number = Number::kPlural;
  return a;
}

void EnglishWriter::grammatical_subject(const Clause& c) {
  if (c.subject_shared) return;
  switch (c.type) {
    case ClauseType::kExistence:
      return write_.words("there", mask_of(c.expletive_node));
    case ClauseType::kWeatherVerb:
    case ClauseType::kWeatherAdjective:
    case ClauseType::kClockTime:
      return write_.words("it", mask_of(c.expletive_node));
    case ClauseType::kCalendar:
      return write_.words("today", mask_of(c.today_node), kToday);
    default:
      break;
  }
  const Index i = grammatical_subject_index(c);
  if (i != kAbsent) noun_phrase(i, EnglishCase::kSubject);
}

void EnglishWriter::add_main_verb(const Clause& c, VerbGroup& group, bool needs_auxiliary) const {
  const EnglishForms& f = lexicon_[c.verb];
  const NodeMask nodes = mask_of(c.verb_node);
  const Agreement a = agreement(c);
  const bool past = c.tense == Tense::kPast;
  const bool third = is_third_singular(a);
  if (c.tense == Tense::kFuture) {
    group.finite_auxiliary = true;
    group.add("will", nodes);
    if (c.passive) group.add("be", nodes);
    group.add(c.passive ? f.participle : f.base, nodes, c.verb);
  } else if (c.tense == Tense::kPerfect) {
    group.finite_auxiliary = true;
    group.add(third ? "has" : "have", nodes);
    if (c.passive) group.add("been", nodes);
    group.add(f.participle, nodes, c.verb);
  } else if (c.passive || c.progressive) {
    group.finite_auxiliary = true;
    group.add(be_form(a, past), nodes);
    group.add(c.passive ? f.participle : f.gerund, nodes, c.verb);
  } else if (c.verb == kBe) {
    group.finite_auxiliary = true;
    group.add(be_form(a, past), nodes, kBe);
  } else if (needs_auxiliary) {
    group.finite_auxiliary = true;
    group.add(past ? "did" : third ? "does" : "do", nodes);
    group.add(f.base, nodes, c.verb);
  } else {
    group.add(past ? f.past : third ? f.third : f.base, nodes, c.verb);
  }
}

EnglishWriter::VerbGroup EnglishWriter::verb_group(const Clause& c, bool needs_auxiliary) const {
  VerbGroup group;
  const NodeMask nodes = mask_of(c.verb_node);
  group.particle = lexicon_[c.verb].particle;
  if (c.modal == kNone) {
    add_main_verb(c, group, needs_auxiliary);
    return group;
  }
  const NodeMask modal = mask_of(c.modal_node);
  const bool past = c.tense == Tense::kPast;
  if (c.modal == kMust && past && needs_auxiliary) {
    group.add("did", modal);
    group.add("have", modal, kMust);
    group.add("to", modal);
  } else if (c.modal == kMust && past) {
    group.add("had", modal, kMust);
    group.add("to", modal);
  } else {
    group.add(c.request || past ? lexicon_[c.modal].past : lexicon_[c.modal].base, modal, c.modal);
  }
  group.finite_auxiliary = true;
  if (c.passive) group.add("be", nodes);
  group.add(c.passive ? lexicon_[c.verb].participle : lexicon_[c.verb].base, nodes, c.verb);
  return group;
}

void EnglishWriter::predicate(const Clause& c, Order order) {
  const bool inverted = order == Order::kInverted;
  VerbGroup group = verb_group(c, inverted || c.negated);
  const bool cannot = c.negated && !inverted && c.modal == kCan && c.tense == Tense::kPresent;
  if (cannot) {
    group.tokens[0].form = "cannot";
    group.tokens[0].nodes |= mask_of(c.negation_node);
  }
  std::size_t next = 0;
  if (group.finite_auxiliary) write_.tokens().push_back(group.tokens[next++]);
  if (inverted) grammatical_subject(c);
  if (c.request) write_.words("please", mask_of(c.please_node), kPlease);
  if (c.negated && !cannot) write_.words("not", mask_of(c.negation_node));
  // Adverbs of frequency stand before the main verb, after the first auxiliary.
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    const Adverbial& a = c.adverbials[i];
    if (a.kind == AdverbialKind::kAdverb && facts(a.concept_id).adverb_class == AdverbClass::kFrequency)
      adverbial(a);
  }
  while (next < group.count) write_.tokens().push_back(group.tokens[next++]);
  after_verb(c);
}

void EnglishWriter::after_verb(const Clause& c) {
  const EnglishForms& f = lexicon_[c.verb];
  const NodeMask nodes = mask_of(c.verb_node);
  const bool object_asked = c.asked == Asked::kObject;
  const bool object_here = c.object != kAbsent && !object_asked && c.gap != Gap::kObject && !c.passive;
  // "turn it on" but "turn on the lamp".
  const bool pronoun = object_here && facts(s_.np(c.object).head).category == Category::kPronoun;
  if (!pronoun) write_.words(f.particle, nodes);
  if (c.type == ClauseType::kExistence) noun_phrase(c.subject, EnglishCase::kObject);
  const bool direct_recipient = c.recipient != kAbsent && c.verb != kExplain;
  if (direct_recipient && !c.passive) noun_phrase(c.recipient, EnglishCase::kObject);
  write_.words(f.preposition, nodes);
  if (object_here) noun_phrase(c.object, EnglishCase::kObject);
  if (pronoun) write_.words(f.particle, nodes);
  if (c.recipient != kAbsent && !direct_recipient) {
    write_.words("to", mask_of(s_.np(c.recipient).node));
    noun_phrase(c.recipient, EnglishCase::kObject);
  }
  if (c.type == ClauseType::kAge) write_.words("old", mask_of(c.adjective.node), kOld);
  if (c.type == ClauseType::kAdjective || c.type == ClauseType::kWeatherAdjective) {
    adjective_phrase(c.adjective);
    if (c.second_adjective.adjective != kNone) {
      write_.words("and", mask_of(c.adjective_conjunction_node), kAnd);
      adjective_phrase(c.second_adjective);
    }
    if (c.standard != kAbsent) {
      write_.words("than", mask_of(c.standard_node));
      noun_phrase(c.standard, EnglishCase::kObject);
    }
  }
  if (c.passive && c.subject != kAbsent) {
    write_.words("by", mask_of(s_.np(c.subject).node));
    noun_phrase(c.subject, EnglishCase::kObject);
  }
  adverbials(c);
  complement(c);
}

void EnglishWriter::complement(const Clause& c) {
  if (c.complement_kind == Complement::kNone) return;
  const Clause& inner = s_.clause(c.complement);
  if (c.complement_kind == Complement::kInfinitive) {
    write_.words("to", mask_of(c.complement_node));
    return infinitive_phrase(inner);
  }
  if (c.complement_kind == Complement::kThat) write_.words("that", mask_of(c.complement_node), kThat);
  if (c.complement_kind == Complement::kIndirectQuestion) {
    const bool outer = negated_;
    negated_ = inner.negated;
    question_word(inner);
    grammatical_subject(inner);
    predicate(inner, Order::kStatement);
    negated_ = outer;
    return;
  }
  clause(inner);
}

void EnglishWriter::infinitive_phrase(const Clause& c) {
  write_.words(lexicon_[c.verb].base, mask_of(c.verb_node), c.verb);
  after_verb(c);
}

void EnglishWriter::imperative(const Clause& c) {
  const NodeMask nodes = mask_of(c.verb_node);
  if (c.mood == Mood::kSuggestion) {
    write_.words("let", nodes);
    write_.words("us", mask_of(s_.np(c.subject).node), kWe);
    return infinitive_phrase(c);
  }
  if (c.please_node != kNoNode) write_.words("please", mask_of(c.please_node), kPlease);
  if (c.negated) {
    write_.words("do", nodes);
    write_.words("not", mask_of(c.negation_node));
  }
  infinitive_phrase(c);
}

void EnglishWriter::question_word(const Clause& c) {
  const NodeMask nodes = mask_of(c.question_node);
  if (c.asked == Asked::kObject && c.question_word == kNone)
    return noun_phrase(c.object, EnglishCase::kObject);
  write_.words(lexicon_[c.question_word].base, nodes, c.question_word);
  if (c.asked == Asked::kClock) write_.words("time", nodes);
  if (c.asked == Asked::kAge) write_.words("old", mask_of(c.adjective.node), kOld);
}

void EnglishWriter::clause(const Clause& c) {
  const bool outer = negated_;
  negated_ = c.negated;
  if (c.type == ClauseType::kNaming) {
    naming(c);
  } else if (c.mood == Mood::kImperative || c.mood == Mood::kSuggestion) {
    imperative(c);
  } else if (c.mood == Mood::kYesNoQuestion) {
    predicate(c, Order::kInverted);
  } else if (c.mood == Mood::kWhQuestion) {
    question_word(c);
    if (c.asked == Asked::kSubject) {
      predicate(c, Order::kStatement);
    } else if (c.type == ClauseType::kAge) {
      write_.words(be_form(agreement(c), false), mask_of(c.verb_node), kBe);
      grammatical_subject(c);
    } else {
      predicate(c, Order::kInverted);
    }
  } else {
    const std::size_t time = first_time(c);
    if (c.fronting == Fronting::kTime && time < c.adverbial_count) adverbial(c.adverbials[time]);
    grammatical_subject(c);
    predicate(c, Order::kStatement);
  }
  negated_ = outer;
}

// "My name is Anna", "My brother's name is Peter", "What is your name?"
void EnglishWriter::naming(const Clause& c) {
  const NounPhrase& who = s_.np(c.subject);
  const NodeMask nodes = mask_of(c.verb_node);
  const auto whose_name = [&] {
    const bool pronoun = facts(who.head).category == Category::kPronoun;
    if (pronoun) {
      const std::string_view form = who.head == kI     ? "my"
                                    : who.head == kYou ? "your"
                                    : who.head == kHe  ? "his"
                                    : who.head == kShe ? "her"
                                    : who.head == kWe  ? "our"
                                                       : "their";
      write_.words(form, mask_of(who.node), who.head);
    } else {
      noun_phrase(c.subject, EnglishCase::kSubject);
      write_.mark("'s", mask_of(who.node));
    }
    write_.words("name", nodes);
  };
  if (c.mood == Mood::kWhQuestion) {
    write_.words("what", mask_of(c.question_node), kWhat);
    write_.words("is", nodes, kBe);
    return whose_name();
  }
  whose_name();
  write_.words("is", nodes, kBe);
  noun_phrase(c.object, EnglishCase::kSubject);
}

}  // namespace calque::phrasebook
