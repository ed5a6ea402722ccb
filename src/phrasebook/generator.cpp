#include "phrasebook/generator.h"

#include <array>

#include "phrasebook/patterns.h"

namespace calque::phrasebook {
namespace {

using Build = void (*)(Pattern, TreeBuilder&);

Build builder_of(Pattern pattern) {
  switch (pattern) {
    case Pattern::kIntransitive:
    case Pattern::kTransitive:
    case Pattern::kDitransitive:
    case Pattern::kPrepositionalObject:
    case Pattern::kMotion:
    case Pattern::kLocative:
    case Pattern::kPredicateAdjective:
    case Pattern::kTwoAdjectives:
    case Pattern::kPredicateNoun:
    case Pattern::kPredicatePlace:
    case Pattern::kExistence:
    case Pattern::kModal:
    case Pattern::kPerfect:
    case Pattern::kPast:
    case Pattern::kFuture:
    case Pattern::kPassive:
    case Pattern::kNegation:
    case Pattern::kCoordinatedNouns:
    case Pattern::kPossessive:
    case Pattern::kQuantity:
    case Pattern::kCollocation:
      return build_statement;
    case Pattern::kYesNoQuestion:
    case Pattern::kWhoQuestion:
    case Pattern::kWhatQuestion:
    case Pattern::kWhereQuestion:
    case Pattern::kWhenQuestion:
    case Pattern::kWhyQuestion:
    case Pattern::kWhichQuestion:
    case Pattern::kHowManyQuestion:
    case Pattern::kHowMuchQuestion:
      return build_question;
    case Pattern::kImperative:
    case Pattern::kRequest:
    case Pattern::kSuggestion:
    case Pattern::kDirections:
      return build_command;
    case Pattern::kComparative:
    case Pattern::kSuperlative:
    case Pattern::kDate:
    case Pattern::kClockTime:
    case Pattern::kPrice:
    case Pattern::kGreeting:
    case Pattern::kWeather:
    case Pattern::kNaming:
    case Pattern::kAge:
    case Pattern::kDuration:
      return build_special;
    default:
      return build_complex;
  }
}

Pattern draw_pattern(Rng& rng) {
  static const auto cumulative = [] {
    std::array<std::uint32_t, kPatternCount> sums{};
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kPatternCount; ++i) {
      sum += static_cast<std::uint32_t>(weight_of(static_cast<Pattern>(i)));
      sums[i] = sum;
    }
    return sums;
  }();
  const auto value = rng.below(cumulative.back());
  std::size_t i = 0;
  while (cumulative[i] <= value) ++i;
  return static_cast<Pattern>(i);
}

// Decides for main declarative clauses with a time adverbial whether it opens the clause.
void choose_fronting(Rng& rng, Sentence& s) {
  const auto roll = rng.below(100);
  if (s.first == kAbsent || s.form == SentenceForm::kAnswer) return;
  Clause& clause = s.clause(s.first);
  if (clause.mood != Mood::kDeclarative || clause.type == ClauseType::kCalendar ||
      clause.type == ClauseType::kClockTime) {
    return;
  }
  for (std::size_t i = 0; i < clause.adverbial_count; ++i) {
    if (!is_time(clause.adverbials[i])) continue;
    clause.fronting = roll < 20 ? Fronting::kTime : roll < 60 ? Fronting::kTimeIfCommon : Fronting::kNone;
  }
}

// Adds a reason to some short statements, so that length varies inside a pattern.
void maybe_extend(TreeBuilder& b) {
  Sentence& s = b.sentence();
  const bool extend = b.percent(30);
  if (!extend || s.form != SentenceForm::kSimple || s.end != EndMark::kFullStop || s.last_node > 22) return;
  const Clause& first = s.clause(s.first);
  if (first.mood != Mood::kDeclarative || first.complement_kind != Complement::kNone ||
      first.subject == kAbsent)
    return;
  if (first.passive || first.tense == Tense::kPerfect) return;
  const Tense tense = first.tense;
  const Index second = b.simple_clause(kAbsent);
  Clause& clause = s.clause(second);
  const Frame frame = facts(clause.verb).frame;
  const bool needed =
      clause.type == ClauseType::kVerb && (frame == Frame::kMotion || frame == Frame::kLocative);
  clause.adverbial_count = needed ? 1 : 0;
  clause.tense = tense;
  clause.progressive = false;
  s.second = second;
  s.conjunction = b.any_of({Concept::kBecause, Concept::kAnd, Concept::kBut, Concept::kAlthough});
  const bool coordinating = facts(s.conjunction).conjunction == ConjunctionKind::kCoordinating;
  s.form = coordinating ? SentenceForm::kCoordinated : SentenceForm::kSubordinated;
  s.conjunction_node = b.node();
  s.comma_node = b.node();
}

// False if the sentence grew beyond the number of nodes that a mask holds (very rare).
bool try_generate(Pattern pattern, Rng& rng, Sentence& sentence) {
  sentence.clear();
  sentence.pattern = pattern;
  const auto roll = rng.below(100);
  sentence.address = roll < 48 ? Address::kFamiliar : roll < 92 ? Address::kPolite : Address::kFamiliarPlural;
  sentence.speaker_female = rng.below(2) == 0;
  sentence.hearer_female = rng.below(2) == 0;
  TreeBuilder builder(rng, sentence);
  sentence.end_node = builder.node();
  builder_of(pattern)(pattern, builder);
  maybe_extend(builder);
  choose_fronting(rng, sentence);
  return !builder.overflowed();
}

}  // namespace

void generate(Pattern pattern, Rng& rng, Sentence& sentence) {
  while (!try_generate(pattern, rng, sentence)) {
  }
}

void generate(Rng& rng, Sentence& sentence) {
  const Pattern pattern = draw_pattern(rng);
  generate(pattern, rng, sentence);
}

}  // namespace calque::phrasebook
