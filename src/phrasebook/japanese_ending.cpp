// The endings of Japanese predicates: tense, negation, politeness, and what the following word asks for.
#include "phrasebook/japanese_chain.h"

namespace calque::phrasebook::ja {
namespace {

// ない after a verb's irrealis or an adjective's adverbial form.
std::string_view plain_negative(const Ending& e) {
  switch (e.shape) {
    case Shape::kConjunctive:
      return "なくて";
    case Shape::kConditional:
      return "なかったら";
    default:
      return e.past ? "なかった" : "ない";
  }
}

bool is_polite(const Ending& e) {
  return e.polite && e.shape == Shape::kFinal;
}

NodeMask negation_nodes(const Ending& e) {
  const bool joins = e.shape == Shape::kConjunctive || e.shape == Shape::kConditional;
  return e.negation | (joins ? e.joint : 0);
}

}  // namespace

void Chain::close(const Ending& ending) {
  switch (kind_) {
    case Kind::kVerb:
      close_verb(ending);
      break;
    case Kind::kAdjective:
      close_adjective(ending);
      break;
    case Kind::kNominal:
      close_nominal(ending);
      break;
  }
  if (ending.shape == Shape::kConjecture) put(out_, "でしょう", ending_);
}

void Chain::close_verb(const Ending& e) {
  if (is_polite(e)) {
    put_held(verb_.continuative);
    if (!e.negative) return put(out_, e.past ? "ました" : "ます", ending_);
    // A copula that the adjective's verb swallows (疲れていません) has no other word to show it.
    put(out_, "ません", negation_nodes(e) | (e.past || ending_ == nodes_ ? 0 : ending_));
    if (e.past) put(out_, "でした", ending_);
    return;
  }
  if (e.negative) {
    put_held(verb_.irrealis);
    return put(out_, plain_negative(e),
               negation_nodes(e) | (verb_.irrealis.empty() ? nodes_ : ending_ & ~nodes_));
  }
  // Without ました the word itself says what its ending would: "is" in 疲れている.
  if (e.shape == Shape::kConjunctive || e.shape == Shape::kConditional || !e.past) nodes_ |= ending_;
  if (e.shape == Shape::kConjunctive) return te(e.joint != 0 ? e.joint : ending_);
  if (e.shape == Shape::kConditional) {
    put_held(verb_.te_stem);
    return put(out_, verb_.voiced ? "だら" : "たら", e.joint);
  }
  if (!e.past) return put_held(verb_.dictionary);
  put_held(verb_.te_stem);
  put(out_, verb_.voiced ? "だ" : "た", ending_);
}

void Chain::close_adjective(const Ending& e) {
  if (e.negative) {
    put_held(adjective_->adverbial);
    put(out_, plain_negative(e), negation_nodes(e) | (is_polite(e) ? 0 : ending_));
  } else if (e.shape == Shape::kConjunctive) {
    nodes_ |= ending_;
    return te(e.joint != 0 ? e.joint : ending_);
  } else if (e.shape == Shape::kConditional) {
    nodes_ |= e.joint | ending_;
    return put_held(adjective_->conditional);
  } else {
    // Without です the adjective itself says "is".
    if (!is_polite(e)) nodes_ |= ending_;
    put_held(e.past ? adjective_->past : adjective_->dictionary);
  }
  if (is_polite(e)) put(out_, "です", ending_);
}

void Chain::close_nominal_negative(const Ending& e) {
  put(out_, "では", ending_);
  if (!is_polite(e)) return put(out_, plain_negative(e), negation_nodes(e));
  put(out_, "ありません", negation_nodes(e));
  if (e.past) put(out_, "でした", ending_);
}

void Chain::close_nominal(const Ending& e) {
  put_held(nominal_);
  if (e.negative) return close_nominal_negative(e);
  if (e.shape == Shape::kConjunctive) return put(out_, "で", e.joint | ending_);
  if (e.shape == Shape::kConditional) return put(out_, "だったら", e.joint | ending_);
  if (is_polite(e)) return put(out_, e.past ? "でした" : "です", ending_);
  if (e.past) return put(out_, "だった", ending_);
  switch (e.shape) {
    case Shape::kBeforeNoun:
      if (nominal_kind_ == NominalKind::kNoun) return put_words(out_, "で ある", ending_);
      return put(out_, nominal_kind_ == NominalKind::kNa ? "な" : "の", ending_);
    case Shape::kExplanatory:
      return put(out_, "な", ending_);
    case Shape::kIndirect:
    case Shape::kConjecture:
      return;
    default:
      return put(out_, "だ", ending_);
  }
}

}  // namespace calque::phrasebook::ja
