// Japanese noun phrases: everything stands before its noun, and particles follow.
#include <array>

#include "phrasebook/japanese_composer.h"
#include "phrasebook/japanese_numbers.h"

namespace calque::phrasebook::ja {
namespace {

using enum Concept;

bool is_unit(Concept noun) {
  const SemanticClass c = facts(noun).semantic_class;
  return facts(noun).category == Category::kNoun &&
         (c == SemanticClass::kTimeUnit || c == SemanticClass::kCurrency);
}

bool is_person_noun(Concept noun) {
  return facts(noun).category == Category::kNoun && facts(noun).semantic_class == SemanticClass::kPerson;
}

bool is_known(Determiner d) {
  return d == Determiner::kDefinite || d == Determiner::kThis || d == Determiner::kThat ||
         d == Determiner::kPossessive;
}

std::string_view possessor_form(Possessor p, std::string_view you) {
  switch (p) {
    case Possessor::kMy:
      return "私";
    case Possessor::kYour:
      return you;
    case Possessor::kHis:
      return "彼";
    case Possessor::kHer:
      return "彼女";
    case Possessor::kOur:
      return "私たち";
    default:
      return "彼ら";
  }
}

}  // namespace

std::string_view Composer::you() const {
  switch (s_.address) {
    case Address::kFamiliar:
      return "君";
    case Address::kFamiliarPlural:
      return "あなたたち";
    case Address::kPolite:
      break;
  }
  return "あなた";
}

Counter Composer::counter_of(const NounPhrase& np) const {
  return facts(np.head).category == Category::kNoun ? noun(np.head).counter : Counter::kPerson;
}

bool Composer::is_counted(const NounPhrase& np) const {
  return np.determiner == Determiner::kNumeral || np.determiner == Determiner::kHowMany ||
         (np.measure != kNone && np.determiner == Determiner::kIndefinite);
}

void Composer::number(int value, NodeMask nodes) {
  put(out_, value <= kLargestSpelt ? kanji(value) : digits(value), nodes);
}

// 二冊, 三つ, 何人, 一杯.
void Composer::count(const NounPhrase& np) {
  const NodeMask nodes = mask_of(np.determiner_node);
  const bool asked = np.determiner == Determiner::kHowMany;
  if (np.measure != kNone) {
    if (asked) {
      put(out_, "何", nodes, kHowMany);
    } else {
      number(np.determiner == Determiner::kNumeral ? np.numeral : 1, nodes);
    }
    return put(out_, noun(np.measure).form, mask_of(np.measure_node), np.measure);
  }
  const Counter counter = counter_of(np);
  if (counter == Counter::kThing && asked) return put(out_, "いくつ", nodes, kHowMany);
  if (counter == Counter::kThing && np.numeral < 10) return put(out_, native_count(np.numeral), nodes);
  if (asked) {
    put(out_, "何", nodes, kHowMany);
  } else {
    number(np.numeral, nodes);
  }
  put(out_, form_of(counter), nodes);
}

void Composer::quantifier(const NounPhrase& np, Every every) {
  const NodeMask nodes = mask_of(np.determiner_node);
  const Counter counter = counter_of(np);
  const bool things = counter == Counter::kThing;
  const auto write = [&](std::string_view words) { put_words(out_, words, nodes, np.quantifier); };
  switch (np.quantifier) {
    case kSome:
      if (np.number == Number::kSingular) return write("少し の");
      if (things) return write("いくつ か の");
      write("何");
      write(form_of(counter));
      return write("か の");
    case kSeveral:
      if (things) return write("いくつも の");
      write("数");
      write(form_of(counter));
      return write("の");
    case kEvery:
      return write(every == Every::kDistributive ? "どの" : "すべて の");
    default:
      return write(word(np.quantifier));
  }
}

void Composer::determiner(const NounPhrase& np, Every every) {
  const NodeMask nodes = mask_of(np.determiner_node);
  switch (np.determiner) {
    case Determiner::kThis:
      return put(out_, "この", nodes);
    case Determiner::kThat:
      return put(out_, "あの", nodes);
    case Determiner::kPossessive:
      put(out_, possessor_form(np.possessor, you()), nodes);
      return put(out_, "の", nodes);
    case Determiner::kQuantifier:
      return quantifier(np, every);
    case Determiner::kWhich:
      return put(out_, "どの", nodes, kWhich);
    default:
      return;
  }
}

void Composer::degree_words(const AdjectivePhrase& a, bool negated, bool compared) {
  const NodeMask nodes = mask_of(a.node);
  if (a.degree == Degree::kSuperlative) put(out_, "一番", nodes);
  if (a.degree == Degree::kComparative && !compared) put(out_, "もっと", nodes);
  if (a.intensifier == kNone || a.intensifier == kToo) return;
  const bool not_very = negated && a.intensifier == kVery;
  put(out_, not_very ? std::string_view("あまり") : word(a.intensifier), mask_of(a.intensifier_node),
      a.intensifier);
}

// An adjective before a noun; with `joint` (the node of "and") another adjective follows.
void Composer::attribute(const AdjectivePhrase& a, Concept described, NodeMask joint) {
  const Adjective& entry = ja::adjective(a.adjective, described, a.degree != Degree::kPositive);
  const NodeMask nodes = mask_of(a.node);
  degree_words(a, false, false);
  if (!entry.entry.prefix.empty()) {
    put(out_, entry.entry.prefix.substr(0, entry.entry.prefix.find(' ')), nodes, a.adjective);
    put(out_, joint == 0 ? "の" : "が", nodes);
  }
  Chain chain(out_);
  const bool state = start_adjective(a, entry, nodes, chain);
  Ending e;
  e.shape = joint != 0 ? Shape::kConjunctive : Shape::kBeforeNoun;
  e.joint = joint;
  if (state && entry.entry.finished && joint == 0) {
    e.past = true;
  } else if (state) {
    chain.continuous(nodes);
  }
  chain.close(e);
}

void Composer::attributes(const NounPhrase& np) {
  if (np.ordinal != kNone) put_words(out_, word(np.ordinal), mask_of(np.ordinal_node), np.ordinal);
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    const bool last = i + 1 == np.adjective_count;
    attribute(np.adjectives[i], np.head, last ? 0 : mask_of(np.adjective_conjunction_node));
  }
}

void Composer::head(const NounPhrase& np) {
  const NodeMask nodes = mask_of(np.node) | (&np == topic_ ? shared_ : 0);
  switch (facts(np.head).category) {
    case Category::kNoun: {
      const NounEntry& entry = noun(np.head);
      const bool own = np.determiner == Determiner::kPossessive &&
                       (np.possessor == Possessor::kMy || np.possessor == Possessor::kOur);
      put(out_, own || entry.honoured.empty() ? entry.form : entry.honoured, nodes, np.head);
      if (np.number == Number::kPlural && is_person_noun(np.head) && is_known(np.determiner) &&
          np.head != kFriend) {
        put(out_, "たち", nodes);
      }
      return;
    }
    case Category::kName:
      put(out_, word(np.head), nodes, np.head);
      return put(out_, "さん", nodes);
    case Category::kFamilyName:
      put(out_, word(np.head), nodes, np.head);
      return put(out_, "さん", np.title == kNone ? nodes : mask_of(np.title_node), np.title);
    case Category::kPronoun:
      if (np.head == kYou) return put(out_, you(), nodes, np.head);
      if (np.head == kThey && np.antecedent != kAbsent && !is_person_noun(s_.np(np.antecedent).head) &&
          facts(s_.np(np.antecedent).head).category == Category::kNoun) {
        return put(out_, "それら", nodes, np.head);
      }
      [[fallthrough]];
    default:
      return put_words(out_, word(np.head), nodes, np.head);
  }
}

// 私が昨日買った 父の この 二冊の 次の 新しい 本.
void Composer::single(const NounPhrase& np, Count where, Every every) {
  if (np.relative != kAbsent) {
    clause(s_.clause(np.relative), {.shape = Shape::kBeforeNoun, .subject = SubjectMark::kNominative});
  }
  if (np.place != kAbsent) {
    noun_phrase(np.place);
    relation(np.place_relation, s_.np(np.place).head, mask_of(np.place_node), "");
    put(out_, "の", mask_of(np.place_node));
  }
  if (np.owner != kAbsent) {
    noun_phrase(np.owner);
    put(out_, "の", mask_of(np.owner_node) | mask_of(np.determiner_node));
  } else {
    determiner(np, every);
  }
  if (is_unit(np.head)) {
    if (np.determiner == Determiner::kNumeral) number(np.numeral, mask_of(np.determiner_node));
    if (np.determiner == Determiner::kIndefinite) number(1, mask_of(np.determiner_node));
  } else if (where == Count::kBefore && is_counted(np)) {
    count(np);
    put(out_, "の", mask_of(np.measure != kNone ? np.measure_node : np.determiner_node));
  } else if (np.measure != kNone && !is_counted(np)) {
    put(out_, noun(np.measure).form, mask_of(np.measure_node), np.measure);
    put(out_, "の", mask_of(np.measure_node));
  }
  attributes(np);
  head(np);
}

void Composer::noun_phrase(Index i) {
  const NounPhrase& np = s_.np(i);
  single(np, Count::kBefore, Every::kAll);
  if (np.coordinated == kAbsent) return;
  put_words(out_, word(np.conjunction), mask_of(np.conjunction_node), np.conjunction);
  noun_phrase(np.coordinated);
}

void Composer::marked(Index i, Mark mark, Count where) {
  const NounPhrase& np = s_.np(i);
  const bool grammatical = mark.form == "は" || mark.form == "が" || mark.form == "を";
  const std::string_view particle = mark.form == "に は" ? std::string_view("に") : mark.form;
  if (np.coordinated != kAbsent) {
    noun_phrase(i);
    return put_words(out_, mark.form, mark.nodes);
  }
  if (np.head == kNobody || np.head == kNothing) {
    put(out_, np.head == kNobody ? "誰" : "何", mask_of(np.node), np.head);
    if (!grammatical) put_words(out_, particle, mark.nodes);
    return put(out_, "も", mask_of(np.node));
  }
  if (np.determiner == Determiner::kQuantifier && np.quantifier == kEvery) {
    single(np, Count::kBefore, Every::kDistributive);
    if (!grammatical) put_words(out_, particle, mark.nodes);
    return put(out_, "も", mask_of(np.determiner_node));
  }
  const bool floating = where == Count::kFloating && is_counted(np) && !is_unit(np.head);
  single(np, floating ? Count::kFloating : Count::kBefore, Every::kAll);
  put_words(out_, mark.form, mark.nodes);
  if (floating) count(np);
}

}  // namespace calque::phrasebook::ja
