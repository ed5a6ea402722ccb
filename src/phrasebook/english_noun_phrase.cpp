// English noun phrases.
#include "phrasebook/english.h"

namespace calque::phrasebook {
namespace {

using enum Concept;

constexpr std::array<std::string_view, 13> kEnglishNumerals = {"zero", "one",    "two",   "three", "four",
                                                               "five", "six",    "seven", "eight", "nine",
                                                               "ten",  "eleven", "twelve"};

std::string_view object_form(Concept pronoun) {
  switch (pronoun) {
    case kI:
      return "me";
    case kHe:
      return "him";
    case kShe:
      return "her";
    case kWe:
      return "us";
    case kThey:
      return "them";
    default:
      return {};
  }
}

std::string_view possessive(Possessor p) {
  constexpr std::array<std::string_view, 7> kForms = {"", "my", "your", "his", "her", "our", "their"};
  return kForms[static_cast<std::size_t>(p)];
}

// Whether "an" stands before the word: by sound, so with exceptions.
bool takes_an(std::string_view word) {
  if (word.starts_with("hour")) return true;
  if (word.starts_with("uni") || word.starts_with("eu") || word.starts_with("one")) return false;
  return !word.empty() && std::string_view("aeiouAEIOU").find(word[0]) != std::string_view::npos;
}

bool uses_who(const NounPhrase& np) {
  return facts(np.head).semantic_class == SemanticClass::kPerson ||
         facts(np.head).category != Category::kNoun;
}

}  // namespace

bool EnglishWriter::is_plural(Index i) const {
  const NounPhrase& np = s_.np(i);
  return agreement_of(s_, i).number == Number::kPlural ||
         (np.measure == kNone && facts(np.head).countability == Countability::kPlural) || np.head == kThey;
}

// The article is written after the word behind it is known ("a house", "an old house").
void EnglishWriter::article(const NounPhrase& np) {
  std::string_view next = lexicon_[np.head].base;
  if (np.measure != kNone) next = lexicon_[np.measure].base;
  if (np.adjective_count > 0) {
    const AdjectivePhrase& a = np.adjectives[0];
    next = lexicon_[a.adjective].base;
    if (a.degree == Degree::kComparative && lexicon_[a.adjective].comparative.empty()) next = "more";
    if (a.intensifier != kNone) next = lexicon_[a.intensifier].base;
  }
  write_.words(takes_an(next) ? "an" : "a", mask_of(np.determiner_node));
}

void EnglishWriter::determiner(const NounPhrase& np) {
  const NodeMask nodes = mask_of(np.determiner_node);
  const bool plural = np.number == Number::kPlural || facts(np.head).countability == Countability::kPlural;
  switch (np.determiner) {
    case Determiner::kNone:
      return;
    case Determiner::kDefinite:
      return write_.words("the", nodes);
    case Determiner::kIndefinite:
      return article(np);
    case Determiner::kThis:
      return write_.words(plural ? "these" : "this", nodes);
    case Determiner::kThat:
      return write_.words(plural ? "those" : "that", nodes);
    case Determiner::kPossessive:
      return write_.words(possessive(np.possessor), nodes);
    case Determiner::kQuantifier:
      if (negated_ && np.quantifier == kSome) return write_.words("any", nodes, kSome);
      if (negated_ && np.quantifier == kMuch) return write_.words("much", nodes, kMuch);
      return write_.words(lexicon_[np.quantifier].base, nodes, np.quantifier);
    case Determiner::kNumeral:
      if (np.numeral < static_cast<int>(kEnglishNumerals.size())) {
        return write_.words(kEnglishNumerals[static_cast<std::size_t>(np.numeral)], nodes);
      }
      return write_.words(digits(np.numeral), nodes);
    case Determiner::kWhich:
      return write_.words("which", nodes, kWhich);
    case Determiner::kHowMany:
      return write_.words("how many", nodes, kHowMany);
  }
}

void EnglishWriter::adjective_phrase(const AdjectivePhrase& a) {
  const EnglishForms& f = lexicon_[a.adjective];
  const NodeMask nodes = mask_of(a.node);
  if (a.intensifier != kNone) {
    write_.words(lexicon_[a.intensifier].base, mask_of(a.intensifier_node), a.intensifier);
  }
  if (a.degree == Degree::kPositive) return write_.words(f.base, nodes, a.adjective);
  const bool comparative = a.degree == Degree::kComparative;
  const std::string_view form = comparative ? f.comparative : f.superlative;
  if (!form.empty()) return write_.words(form, nodes, a.adjective);
  write_.words(comparative ? "more" : "most", nodes);
  write_.words(f.base, nodes, a.adjective);
}

void EnglishWriter::head(const NounPhrase& np, EnglishCase grammatical_case) {
  const EnglishForms& f = lexicon_[np.head];
  const NodeMask nodes = mask_of(np.node);
  if (np.measure != kNone) {
    const EnglishForms& m = lexicon_[np.measure];
    write_.words(np.number == Number::kPlural ? m.plural : m.base, mask_of(np.measure_node), np.measure);
    write_.words("of", mask_of(np.measure_node));
    return write_.words(np.measured_number == Number::kPlural ? f.plural : f.base, nodes, np.head);
  }
  if (np.title != kNone) write_.words(lexicon_[np.title].base, mask_of(np.title_node), np.title);
  const Category category = facts(np.head).category;
  if (category == Category::kPronoun && grammatical_case == EnglishCase::kObject) {
    const std::string_view form = object_form(np.head);
    return write_.words(form.empty() ? f.base : form, nodes, np.head);
  }
  const bool plural = category == Category::kNoun && np.number == Number::kPlural;
  write_.words(plural ? f.plural : f.base, nodes, np.head);
}

void EnglishWriter::single_noun_phrase(const NounPhrase& np, EnglishCase grammatical_case) {
  if (np.owner != kAbsent) {
    // The genitive stands in place of the article, so it expresses both.
    noun_phrase(np.owner, EnglishCase::kSubject);
    const bool bare_s = is_plural(np.owner) && write_.tokens().back().form.ends_with('s');
    write_.mark(bare_s ? "'" : "'s", mask_of(np.owner_node) | mask_of(np.determiner_node));
  } else {
    determiner(np);
  }
  if (np.ordinal != kNone) write_.words(lexicon_[np.ordinal].base, mask_of(np.ordinal_node), np.ordinal);
  for (std::size_t i = 0; i < np.adjective_count; ++i) {
    if (i == 1 && np.adjective_conjunction_node != kNoNode) {
      write_.words("and", mask_of(np.adjective_conjunction_node));
    }
    adjective_phrase(np.adjectives[i]);
  }
  head(np, grammatical_case);
  if (np.place != kAbsent) {
    preposition(np.place_relation, s_.np(np.place).head, mask_of(np.place_node));
    noun_phrase(np.place, EnglishCase::kObject);
  }
  if (np.relative != kAbsent) relative_clause(np);
}

void EnglishWriter::noun_phrase(Index i, EnglishCase grammatical_case) {
  const NounPhrase& np = s_.np(i);
  single_noun_phrase(np, grammatical_case);
  if (np.coordinated == kAbsent) return;
  write_.words(lexicon_[np.conjunction].base, mask_of(np.conjunction_node), np.conjunction);
  noun_phrase(np.coordinated, grammatical_case);
}

void EnglishWriter::relative_clause(const NounPhrase& np) {
  const Clause& c = s_.clause(np.relative);
  write_.words(uses_who(np) ? "who" : "that", mask_of(np.relative_node));
  const bool outer = negated_;
  negated_ = c.negated;
  if (c.gap == Gap::kObject) grammatical_subject(c);
  predicate(c, Order::kStatement);
  negated_ = outer;
}

void EnglishWriter::preposition(Concept id, Concept noun, NodeMask nodes) {
  std::string_view form = lexicon_[id].base;
  if (id == kAt && noun == kBankRiver) form = "on";
  if (id == kAt && (noun == kRiver || noun == kLake || noun == kSea || noun == kWindow)) form = "by";
  write_.words(form, nodes, id);
}

}  // namespace calque::phrasebook
