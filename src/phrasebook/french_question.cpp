// French questions: est-ce que, inversion, and the question words with their prepositions.
//
// Hearers addressed as vous are asked with inversion (voyez-vous), everybody else is asked about with est-ce
// que. Short questions of être, avoir and coûter put a noun subject behind the verb (où est la gare).
#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

}  // namespace

void Composer::est_ce_que(NodeMask nodes) {
  w_.word("est-ce", nodes);
  w_.piece(kQue, nodes);
}

// Whether the subject pronoun stands behind the finite verb.
bool Composer::inverts(const Plan& plan) const {
  if (!is_pronoun(plan.subject)) return false;
  const Clause& c = *plan.clause;
  const bool to_vous = plan.person == PersonNumber::kVous && s_.address == Address::kPolite;
  const bool short_question = c.asked == Asked::kName || c.asked == Asked::kAge || c.request ||
                              (c.type == ClauseType::kPlace && c.asked == Asked::kPlace);
  return to_vous || short_question;
}

void Composer::asked_object(Plan& plan, const ClauseUse& use) {
  const Clause& c = *plan.clause;
  const NodeMask nodes = mask_of(c.question_node);
  const Government government = plan.verb->government;
  const bool direct = government == Government::kDirect;
  const bool inverted = plan.order == Order::kSuffix;
  if (c.question_word == kNone) {
    const Piece* preposition = government == Government::kOf ? &kDe : direct ? nullptr : &kA;
    if (preposition != nullptr) w_.piece(*preposition, mask_of(c.verb_node));
    noun_phrase(c.object, {.bare = Bare::kPartitive});
    if (!inverted && !use.indirect) est_ce_que(0);
    return;
  }
  if (direct && c.question_word == kWhat) {
    if (use.indirect) w_.word("ce", nodes);
    w_.piece(kQue, nodes, kWhat);
    if (!inverted && !use.indirect) est_ce_que(nodes);
    return;
  }
  if (!direct) w_.piece(government == Government::kOf ? kDe : kA, mask_of(c.verb_node));
  w_.word(c.question_word == kWho ? "qui" : "quoi", nodes, c.question_word);
  if (!inverted && !use.indirect) est_ce_que(nodes);
}

void Composer::question(Plan& plan, const ClauseUse& use) {
  const Clause& c = *plan.clause;
  const NodeMask nodes = mask_of(c.question_node);
  if (!use.indirect && inverts(plan)) plan.order = Order::kSuffix;
  const bool straight = plan.order == Order::kStraight;
  const bool noun_subject = plan.subject != kAbsent && !is_pronoun(plan.subject);
  const bool place_of_noun = c.asked == Asked::kPlace && c.type == ClauseType::kPlace;
  switch (c.asked) {
    case Asked::kNothing:
      if (straight) est_ce_que(0);
      return clause_body(plan, use);
    case Asked::kSubject:
      w_.word("qui", nodes, kWho);
      return clause_body(plan, use);
    case Asked::kObject:
      if (plan.passive) {
        w_.phrase("qu' est-ce qui", nodes, c.question_word);
      } else {
        asked_object(plan, use);
      }
      return clause_body(plan, use);
    case Asked::kClock:
      w_.phrase("quelle heure", nodes);
      plan.order = use.indirect ? Order::kStraight : Order::kSuffix;
      return clause_body(plan, use);
    case Asked::kAge:
      w_.word("quel", nodes);
      w_.word("âge", nodes | mask_of(c.adjective.node));
      if (noun_subject) plan.order = Order::kNounAfter;
      return clause_body(plan, use);
    case Asked::kName:
      w_.word("comment", nodes, c.question_word);
      if (noun_subject) plan.order = Order::kNounAfter;
      return clause_body(plan, use);
    default:
      break;
  }
  w_.word(lex_.word(c.question_word), nodes, c.question_word);
  const bool may_follow = (place_of_noun || c.asked == Asked::kPrice) && c.modal == kNone && !c.negated;
  if (noun_subject && may_follow && c.tense != Tense::kPerfect) {
    plan.order = Order::kNounAfter;
  } else if (straight && !use.indirect) {
    est_ce_que(nodes);
  }
  clause_body(plan, use);
}

}  // namespace calque::phrasebook::fr
