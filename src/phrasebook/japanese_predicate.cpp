// Japanese predicates: from the verb or adjective to the end of its clause.
#include "phrasebook/japanese_composer.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;

NodeMask adverb_negation(const Clause& c) {
  NodeMask nodes = 0;
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    const Adverbial& a = c.adverbials[i];
    if (a.kind == AdverbialKind::kAdverb && (a.concept_id == kNever || a.concept_id == kRarely)) {
      nodes |= mask_of(a.node);
    }
  }
  return nodes;
}

bool lasts_until_now(const Clause& c) {
  if (c.tense != Tense::kPerfect) return false;
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (c.adverbials[i].kind == AdverbialKind::kPhrase && c.adverbials[i].concept_id == kSince) return true;
  }
  return false;
}

}  // namespace

// Negation by a negator, by nobody and nothing, by never and rarely: the verb is negative in all of them.
Ending Composer::ending(const Clause& c, const ClauseMode& mode) const {
  Ending e;
  e.shape = mode.shape;
  e.polite = mode.polite;
  e.joint = mode.joint;
  e.negation = adverb_negation(c) | (c.negated ? mask_of(c.negation_node) : 0);
  for (const Index i : {c.subject, c.object}) {
    if (is_negative(s_, i)) e.negation |= mask_of(s_.np(i).node);
  }
  e.negative = c.negated || e.negation != 0;
  const bool not_yet = c.tense == Tense::kPerfect && c.negated;
  e.past = (c.tense == Tense::kPast || c.tense == Tense::kPerfect) && !not_yet && !lasts_until_now(c) &&
           !mode.before;
  const bool weather = c.type == ClauseType::kWeatherVerb || c.type == ClauseType::kWeatherAdjective;
  if (weather && c.tense == Tense::kFuture && mode.shape == Shape::kFinal && mode.polite)
    e.shape = Shape::kConjecture;
  return e;
}

bool Composer::is_continuous(const Clause& c, const Verb& v, const ClauseMode& mode) const {
  if (c.modal != kNone || v.entry.kind != VerbKind::kVerb || v.entry.aspect == Aspect::kTimeless)
    return false;
  if (mode.before || c.mood == Mood::kImperative || c.mood == Mood::kSuggestion) return false;
  if (c.progressive || lasts_until_now(c)) return true;
  const Ending e = ending(c, mode);
  if (c.tense == Tense::kPerfect && v.entry.aspect != Aspect::kState) return e.negative && !e.past;
  if (c.tense == Tense::kFuture) return false;
  // One who does not know has not come to know: 知らない, not 知っていない.
  if (v.entry.dictionary == "知る" && e.negative) return false;
  if (v.entry.aspect == Aspect::kState) return !c.passive;
  const bool third = c.subject == kAbsent || agreement_of(s_, c.subject).person == Person::kThird;
  return v.entry.aspect == Aspect::kReported && third && c.tense == Tense::kPresent;
}

void Composer::start_verb(const Clause& c, const Verb& v, Chain& chain) {
  const NodeMask nodes = mask_of(c.verb_node);
  put_words(out_, v.entry.prefix, nodes, c.verb);
  if (v.entry.kind == VerbKind::kAdjectivalNoun) {
    chain.nominal(v.entry.dictionary, NominalKind::kNa, nodes, nodes, c.verb);
  } else {
    chain.verb(v.forms, nodes, nodes, c.verb);
  }
}

// The complement's verb and the verb that governs it.
void Composer::infinitive(const Clause& c, const ClauseMode& mode, Chain& chain) {
  const Clause& inner = s_.clause(c.complement);
  const NodeMask nodes = mask_of(c.verb_node);
  const NodeMask to = mask_of(c.complement_node);
  Situation what = situation(inner);
  what.wish = true;
  const Verb& v = ja::verb(inner.verb, what);
  adverbials(inner, Slot::kTime);
  arguments(inner, v);
  start_verb(inner, v, chain);
  const Verb& governing = ja::verb(c.verb, {});
  const bool third = c.subject != kAbsent && agreement_of(s_, c.subject).person == Person::kThird;
  switch (c.verb) {
    case kWantTo:
      // What a third person wants is known from outside only.
      if (!third || c.mood != Mood::kDeclarative) {
        chain.want(nodes | to, c.verb);
        return;
      }
      chain.seem_to_want(nodes | to, c.verb);
      if (!mode.before) chain.continuous(nodes);
      return;
    case kBeginTo:
      return chain.begin(nodes | to, c.verb);
    case kTryTo:
      chain.write_volitional();
      put(out_, "と", to);
      break;
    default:
      chain.write_dictionary();
      put(out_, "の", to);
      put(out_, c.verb == kLikeTo ? "が" : "を", 0);
      break;
  }
  start_verb(c, governing, chain);
  if (is_continuous(c, governing, mode)) chain.continuous(nodes);
}

void Composer::predicate(const Clause& c, const Verb& v, const ClauseMode& mode, Chain& chain) {
  const NodeMask nodes = mask_of(c.verb_node);
  if (c.complement_kind == Complement::kInfinitive) return infinitive(c, mode, chain);
  start_verb(c, v, chain);
  if (c.passive) chain.passive(nodes);
  if (is_continuous(c, v, mode)) {
    const bool moves = v.entry.aspect == Aspect::kMotion && c.tense != Tense::kPerfect && !c.passive;
    if (moves && mode.shape != Shape::kBeforeNoun) {
      chain.on_the_way(nodes);
    } else {
      chain.continuous(nodes);
    }
  }
  if (mode.before) chain.become(nodes);
}

bool Composer::start_adjective(const AdjectivePhrase& a, const Adjective& word, NodeMask ending,
                               Chain& chain) {
  const NodeMask nodes = mask_of(a.node);
  const bool state = word.entry.kind == AdjectiveKind::kStateType;
  switch (word.entry.kind) {
    case AdjectiveKind::kIType:
      chain.adjective(word.forms, nodes, ending, a.adjective);
      break;
    case AdjectiveKind::kNaType:
      chain.nominal(word.entry.dictionary, NominalKind::kNa, nodes, ending, a.adjective);
      break;
    case AdjectiveKind::kNoType:
      chain.nominal(word.entry.dictionary, NominalKind::kNo, nodes, ending, a.adjective);
      break;
    case AdjectiveKind::kStateType:
      chain.verb(word.verb, nodes, ending, a.adjective);
      break;
  }
  if (a.intensifier == kToo) chain.too(mask_of(a.intensifier_node), kToo);
  return state;
}

// Leaves the adjective in the chain, after a first one in its て form if there are two.
void Composer::predicate_adjective(const AdjectivePhrase& a, const Clause& c, const ClauseMode& mode,
                                   Chain& chain) {
  const Concept described = c.subject == kAbsent ? kNone : s_.np(c.subject).head;
  const Concept antecedent = c.subject != kAbsent && s_.np(c.subject).antecedent != kAbsent
                                 ? s_.np(s_.np(c.subject).antecedent).head
                                 : described;
  const Adjective& entry = ja::adjective(a.adjective, antecedent, a.degree != Degree::kPositive);
  degree_words(a, ending(c, mode).negative, c.standard != kAbsent);
  put_words(out_, entry.entry.prefix, mask_of(a.node), a.adjective);
  const bool state = start_adjective(a, entry, mask_of(c.verb_node), chain);
  if (state && !mode.before) chain.continuous(mask_of(a.node));
  if (mode.before) chain.become(mask_of(c.verb_node));
}

void Composer::finish_wish(const Clause& c, const ClauseMode& mode, Chain& chain) {
  const NodeMask nodes = mask_of(c.verb_node);
  const NodeMask please = mask_of(c.please_node);
  if (c.mood == Mood::kSuggestion) {
    return chain.write_let_us(nodes | (c.subject == kAbsent ? 0 : mask_of(s_.np(c.subject).node)));
  }
  chain.make(nodes);
  if (c.request) {
    chain.write_te();
    const NodeMask could = mask_of(c.modal_node) | please;
    if (!mode.polite) return put(out_, "くれる", could, kCan);
    put(out_, "いただけ", could, kCan);
    return put(out_, "ません", mask_of(c.modal_node));
  }
  if (c.negated) {
    chain.write_not_doing(mask_of(c.negation_node));
  } else {
    chain.write_te();
  }
  if (mode.shape == Shape::kConjunctive) return;
  if (mode.polite) {
    put(out_, "ください", please != 0 ? please : nodes, please != 0 ? kPlease : kNone);
  } else if (please != 0) {
    put(out_, "ちょうだい", please, kPlease);
  }
}

void Composer::finish(const Clause& c, const ClauseMode& mode, Chain& chain) {
  if (c.mood == Mood::kImperative || c.mood == Mood::kSuggestion || c.request)
    return finish_wish(c, mode, chain);
  Ending e = ending(c, mode);
  const NodeMask modal = mask_of(c.modal_node);
  switch (c.modal) {
    case kCan:
      if (c.passive) {
        chain.able(modal);
      } else {
        chain.potential(modal);
      }
      break;
    case kMust:
      if (e.negative) {
        // "Nobody must go" denies the duty.
        chain.need_not(modal, e.negation);
        e.negative = false;
      } else {
        chain.must(modal);
        e.negation = modal;
        e.negative = true;
      }
      break;
    case kShould:
      chain.should(modal);
      break;
    case kMay:
      if (e.negative) {
        chain.must_not(modal);
      } else {
        chain.may(modal);
      }
      break;
    default:
      break;
  }
  chain.close(e);
}

}  // namespace calque::phrasebook::ja
