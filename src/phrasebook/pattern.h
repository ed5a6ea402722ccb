// The sentence patterns that the generator draws from. Each has a name and a weight; tests check that all
// occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace calque::phrasebook {

// PATTERN(id, weight): the weight is the relative frequency among sentences.
#define CALQUE_PATTERNS(PATTERN)   \
  PATTERN(Intransitive, 30)        \
  PATTERN(Transitive, 70)          \
  PATTERN(Ditransitive, 40)        \
  PATTERN(PrepositionalObject, 30) \
  PATTERN(Motion, 35)              \
  PATTERN(Locative, 25)            \
  PATTERN(PredicateAdjective, 30)  \
  PATTERN(TwoAdjectives, 12)       \
  PATTERN(PredicateNoun, 15)       \
  PATTERN(PredicatePlace, 18)      \
  PATTERN(Existence, 18)           \
  PATTERN(Modal, 40)               \
  PATTERN(Perfect, 30)             \
  PATTERN(Past, 45)                \
  PATTERN(Future, 30)              \
  PATTERN(Passive, 20)             \
  PATTERN(Negation, 40)            \
  PATTERN(YesNoQuestion, 30)       \
  PATTERN(WhoQuestion, 12)         \
  PATTERN(WhatQuestion, 18)        \
  PATTERN(WhereQuestion, 15)       \
  PATTERN(WhenQuestion, 12)        \
  PATTERN(WhyQuestion, 12)         \
  PATTERN(WhichQuestion, 10)       \
  PATTERN(HowManyQuestion, 8)      \
  PATTERN(HowMuchQuestion, 8)      \
  PATTERN(Imperative, 20)          \
  PATTERN(Request, 18)             \
  PATTERN(Suggestion, 10)          \
  PATTERN(Directions, 15)          \
  PATTERN(SubjectRelative, 35)     \
  PATTERN(ObjectRelative, 35)      \
  PATTERN(Because, 30)             \
  PATTERN(If, 25)                  \
  PATTERN(When, 25)                \
  PATTERN(Although, 18)            \
  PATTERN(ThatClause, 35)          \
  PATTERN(IndirectQuestion, 15)    \
  PATTERN(Infinitive, 30)          \
  PATTERN(LikeTo, 18)              \
  PATTERN(CoordinatedClauses, 30)  \
  PATTERN(CoordinatedVerbs, 25)    \
  PATTERN(CoordinatedNouns, 25)    \
  PATTERN(Comparative, 20)         \
  PATTERN(Superlative, 15)         \
  PATTERN(Date, 12)                \
  PATTERN(ClockTime, 10)           \
  PATTERN(Price, 15)               \
  PATTERN(Greeting, 5)             \
  PATTERN(Answer, 12)              \
  PATTERN(Possessive, 25)          \
  PATTERN(Quantity, 25)            \
  PATTERN(Weather, 12)             \
  PATTERN(Naming, 8)               \
  PATTERN(Age, 8)                  \
  PATTERN(Duration, 15)            \
  PATTERN(PronounReference, 15)    \
  PATTERN(Collocation, 45)

enum class Pattern : std::uint8_t {
#define CALQUE_PATTERN_ID(id, weight) k##id,
  CALQUE_PATTERNS(CALQUE_PATTERN_ID)
#undef CALQUE_PATTERN_ID
      kCount
};

inline constexpr std::size_t kPatternCount = static_cast<std::size_t>(Pattern::kCount);

// "Intransitive", ...
std::string_view name_of(Pattern pattern);
// Relative frequency.
int weight_of(Pattern pattern);

}  // namespace calque::phrasebook
