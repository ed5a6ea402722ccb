// Japanese sentences: subordinate clauses first, then the main clause with its particle and mark.
#include "phrasebook/japanese_composer.h"

namespace calque::phrasebook {
namespace ja {
namespace {

using enum Concept;

bool mentions_hearer(const Sentence& s, const Clause& c);

// The tree may hold noun phrases that no clause uses, so the search follows the links.
bool mentions_hearer(const Sentence& s, Index i) {
  if (i == kAbsent) return false;
  const NounPhrase& np = s.np(i);
  if (np.head == kYou) return true;
  if (np.determiner == Determiner::kPossessive && np.possessor == Possessor::kYour) return true;
  return mentions_hearer(s, np.owner) || mentions_hearer(s, np.place) || mentions_hearer(s, np.coordinated) ||
         (np.relative != kAbsent && mentions_hearer(s, s.clause(np.relative)));
}

bool mentions_hearer(const Sentence& s, const Clause& c) {
  if (c.mood == Mood::kImperative) return true;
  // The gap of a relative clause is the noun phrase that the search came from.
  if (c.gap != Gap::kSubject && mentions_hearer(s, c.subject)) return true;
  if (c.gap != Gap::kObject && mentions_hearer(s, c.object)) return true;
  if (mentions_hearer(s, c.recipient) || mentions_hearer(s, c.standard)) return true;
  for (std::size_t i = 0; i < c.adverbial_count; ++i) {
    if (mentions_hearer(s, c.adverbials[i].np)) return true;
  }
  return c.complement != kAbsent && mentions_hearer(s, s.clause(c.complement));
}

// A friend is spoken to in plain forms; sentences that do not speak to the hearer stay polite.
bool speaks_to_friend(const Sentence& s) {
  if (s.address != Address::kFamiliar) return false;
  return (s.first != kAbsent && mentions_hearer(s, s.clause(s.first))) ||
         (s.second != kAbsent && mentions_hearer(s, s.clause(s.second)));
}

bool is_past(Tense t) {
  return t == Tense::kPast || t == Tense::kPerfect;
}

}  // namespace

Composer::Composer(const Sentence& sentence, Tokens& out)
    : s_(sentence), out_(out), plain_(speaks_to_friend(sentence)) {}

bool Composer::same_referent(Index a, Index b) const {
  if (a == kAbsent || b == kAbsent) return false;
  if (a == b || s_.np(a).antecedent == b || s_.np(b).antecedent == a) return true;
  const NounPhrase& one = s_.np(a);
  const NounPhrase& two = s_.np(b);
  if (one.head != two.head || one.coordinated != kAbsent || two.coordinated != kAbsent) return false;
  const Category category = facts(one.head).category;
  return category == Category::kName || (category == Category::kPronoun && one.antecedent == two.antecedent);
}

void Composer::end_mark(bool question) {
  const NodeMask nodes = mask_of(s_.end_node);
  switch (s_.end) {
    case EndMark::kExclamationMark:
      return put(out_, "！", nodes);
    case EndMark::kQuestionMark:
      // か asks already, so the full stop is enough behind it.
      return put(out_, question ? "？" : "。", nodes);
    case EndMark::kFullStop:
      return put(out_, "。", nodes);
  }
}

// The clause that ends the sentence, with the particle of a question.
void Composer::main_clause(const Clause& c, SubjectMark subject) {
  const bool asks = c.mood == Mood::kYesNoQuestion || c.mood == Mood::kWhQuestion;
  ClauseMode mode{.polite = !plain_, .subject = subject};
  // なぜ ... のですか asks for a reason; なぜ ... ませんか would be an invitation.
  const bool reason = asks && c.asked == Asked::kReason;
  if (asks && (plain_ || reason)) mode.shape = Shape::kExplanatory;
  clause(c, mode);
  const NodeMask nodes = mask_of(s_.end_node);
  if (reason && !plain_) put_words(out_, "の です", nodes);
  if (asks && !plain_) put(out_, "か", nodes);
  if (asks && plain_ && !c.request) put(out_, "の", nodes);
  end_mark(plain_);
}

void Composer::formula() {
  if (s_.addressee != kAbsent) {
    noun_phrase(s_.addressee);
    put(out_, "、", mask_of(s_.comma_node));
  }
  std::string_view words = word(s_.formula);
  // Among friends the polite tail falls off: おはよう.
  if (s_.addressee != kAbsent && s_.address == Address::kFamiliar) {
    for (const std::string_view tail : {" ございます", " なさい", " ください"}) {
      if (words.ends_with(tail)) words.remove_suffix(tail.size());
    }
  }
  put_words(out_, words, mask_of(s_.formula_node), s_.formula);
  end_mark(false);
}

// て joins clauses of one time ("and"), し those of two; が is "but".
void Composer::coordinated() {
  const Clause& first = s_.clause(s_.first);
  const Clause& second = s_.clause(s_.second);
  const NodeMask nodes = mask_of(s_.conjunction_node);
  if (s_.conjunction == kAnd && is_past(first.tense) == is_past(second.tense)) {
    clause(first, {.shape = Shape::kConjunctive, .joint = nodes});
  } else if (s_.conjunction == kBut) {
    clause(first, {.shape = Shape::kFinal, .polite = !plain_});
    put(out_, plain_ ? "けど" : "が", nodes, kBut);
  } else {
    clause(first, {.shape = s_.conjunction == kOr ? Shape::kIndirect : Shape::kQuoted});
    put(out_, s_.conjunction == kOr ? "か" : "し", nodes, s_.conjunction);
  }
  put(out_, "、", mask_of(s_.comma_node));
  main_clause(second, second.subject_shared ? SubjectMark::kOmitted : SubjectMark::kTopic);
}

void Composer::subordinate_clause(const Clause& c, SubjectMark subject) {
  const NodeMask nodes = mask_of(s_.conjunction_node);
  ClauseMode mode{.subject = subject};
  switch (s_.conjunction) {
    case kIf:
      mode.shape = Shape::kConditional;
      mode.joint = nodes;
      return clause(c, mode);
    case kWhenConj:
      mode.shape = Shape::kBeforeNoun;
      break;
    case kBeforeConj:
      mode.shape = Shape::kBeforeNoun;
      mode.before = true;
      break;
    case kBecause:
      mode.shape = Shape::kExplanatory;
      break;
    default:
      mode.shape = Shape::kQuoted;
      break;
  }
  clause(c, mode);
  put_words(out_, word(s_.conjunction), nodes, s_.conjunction);
}

// The subordinate clause always comes first. One topic serves both clauses if they speak of the same person.
void Composer::subordinated() {
  const Clause& main = s_.clause(s_.first);
  const Clause& other = s_.clause(s_.second);
  const bool shared = main.mood == Mood::kDeclarative && !main.passive && !other.passive &&
                      main.type != ClauseType::kExistence && same_referent(main.subject, other.subject);
  if (shared) {
    const bool back = s_.np(main.subject).antecedent == other.subject;
    const Index topic = back ? other.subject : main.subject;
    topic_ = &s_.np(topic);
    shared_ = mask_of(s_.np(back ? main.subject : other.subject).node);
    marked(topic, {"は", 0});
  }
  subordinate_clause(other, shared ? SubjectMark::kOmitted : SubjectMark::kNominative);
  put(out_, "、", mask_of(s_.comma_node));
  main_clause(main, shared ? SubjectMark::kOmitted : SubjectMark::kTopic);
}

void Composer::sentence() {
  if (s_.form == SentenceForm::kFormula) return formula();
  if (s_.addressee != kAbsent) {
    noun_phrase(s_.addressee);
    put(out_, "、", mask_of(s_.comma_node));
  }
  switch (s_.form) {
    case SentenceForm::kCoordinated:
      return coordinated();
    case SentenceForm::kSubordinated:
      return subordinated();
    case SentenceForm::kAnswer:
      put(out_, word(s_.answer), mask_of(s_.answer_node), s_.answer);
      put(out_, "、", mask_of(s_.comma_node));
      break;
    default:
      break;
  }
  main_clause(s_.clause(s_.first), SubjectMark::kTopic);
}

}  // namespace ja

namespace {

class JapaneseLineariser final : public Lineariser {
 public:
  Language language() const override { return Language::kJapanese; }
  void linearise(const Sentence& sentence, Tokens& out) const override {
    ja::Composer(sentence, out).sentence();
  }
  std::string_view citation(Concept id) const override { return ja::citation(id); }
};

}  // namespace

const Lineariser& japanese() {
  static const JapaneseLineariser lineariser;
  return lineariser;
}

}  // namespace calque::phrasebook
