// French sentences: formulas, answers, coordination, subordination, end marks.
#include "phrasebook/french_composer.h"

namespace calque::phrasebook::fr {
namespace {

using enum Concept;

std::string_view formula_words(const Lexicon& lex, const Sentence& s) {
  const bool familiar = s.address == Address::kFamiliar;
  switch (s.formula) {
    case kHello:
      return s.address == Address::kPolite ? "bonjour" : "salut";
    case kThankYouHelp:
      return familiar ? "merci pour ton aide" : "merci pour votre aide";
    case kYouAreWelcome:
      return s.address == Address::kPolite ? "je vous en prie" : "de rien";
    case kExcuseMe:
      return familiar ? "excuse -moi" : "excusez -moi";
    case kSorry:
      return s.speaker_female ? "je suis désolée" : "je suis désolé";
    case kNiceToMeetYou:
      return s.speaker_female ? "enchantée" : "enchanté";
    case kHowAreYou:
      return familiar ? "comment vas -tu" : "comment allez -vous";
    default:
      return lex.word(s.formula);
  }
}

}  // namespace

void Composer::end_mark() {
  const NodeMask nodes = mask_of(s_.end_node);
  switch (s_.end) {
    case EndMark::kFullStop:
      return w_.suffix(".", nodes);
    case EndMark::kQuestionMark:
      return w_.word("?", nodes);
    case EndMark::kExclamationMark:
      return w_.word("!", nodes);
  }
}

void Composer::formula() {
  w_.phrase(formula_words(lex_, s_), mask_of(s_.formula_node), s_.formula);
}

void Composer::coordinated() {
  clause(s_.first, {});
  // French writes a comma before mais, not before et and ou.
  if (s_.conjunction == kBut && s_.comma_node != kNoNode) w_.suffix(",", mask_of(s_.comma_node));
  w_.word(lex_.word(s_.conjunction), mask_of(s_.conjunction_node), s_.conjunction);
  clause(s_.second, {});
}

// "Before he eats, he works": one subject, so French says avant de manger.
bool Composer::same_subject_before() const {
  if (s_.conjunction != kBeforeConj) return false;
  const Index main = s_.clause(s_.first).subject;
  const Index other = s_.clause(s_.second).subject;
  if (main == kAbsent || !is_pronoun(other) || s_.clause(s_.second).modal != kNone) return false;
  return s_.np(other).antecedent == main || (is_pronoun(main) && s_.np(main).head == s_.np(other).head);
}

void Composer::subordinate_clause(Index index) {
  const NodeMask nodes = mask_of(s_.conjunction_node);
  if (same_subject_before()) {
    w_.phrase("avant de", nodes, kBeforeConj);
    const NodeMask who = mask_of(s_.np(s_.clause(index).subject).node);
    return clause(index, {.mode = Mode::kInfinitive, .verb_nodes = who});
  }
  ClauseUse use;
  if (s_.conjunction == kAlthough || s_.conjunction == kBeforeConj) use.mode = Mode::kSubjunctive;
  // What comes before something else has not happened yet: present subjunctive, even in the past.
  use.tenseless = s_.conjunction == kBeforeConj;
  use.future = s_.conjunction == kWhenConj && s_.clause(s_.first).tense == Tense::kFuture;
  w_.phrase(lex_.word(s_.conjunction), nodes, s_.conjunction);
  clause(index, use);
}

void Composer::subordinated() {
  if (s_.subordinate_first) {
    subordinate_clause(s_.second);
    w_.suffix(",", mask_of(s_.comma_node));
    return clause(s_.first, {});
  }
  clause(s_.first, {});
  subordinate_clause(s_.second);
}

void Composer::sentence() {
  switch (s_.form) {
    case SentenceForm::kSimple:
      clause(s_.first, {});
      break;
    case SentenceForm::kCoordinated:
      coordinated();
      break;
    case SentenceForm::kSubordinated:
      subordinated();
      break;
    case SentenceForm::kFormula:
      formula();
      break;
    case SentenceForm::kAnswer:
      w_.word(lex_.word(s_.answer), mask_of(s_.answer_node), s_.answer);
      w_.suffix(",", mask_of(s_.comma_node));
      clause(s_.first, {});
      break;
  }
  if (s_.addressee != kAbsent) {
    w_.suffix(",", mask_of(s_.comma_node));
    noun_phrase(s_.addressee, {});
  }
  end_mark();
}

}  // namespace calque::phrasebook::fr
