// Word pairs that belong together. They make sure that each meaning of an ambiguous word occurs in a context
// that tells which meaning it is ("stand in the queue", "the snake bites").
#pragma once

#include <span>

#include "phrasebook/concept.h"

namespace calque::phrasebook {

enum class CollocationKind : std::uint8_t {
  kObject,     // somebody `word`s the noun
  kSubject,    // the noun `word`s
  kPredicate,  // the noun is `word` (an adjective)
  kPlace,      // somebody `word`s `relation` the noun
};

struct Collocation {
  CollocationKind kind;
  Concept word;
  Concept noun;
  Concept relation = Concept::kNone;
};

std::span<const Collocation> collocations();

}  // namespace calque::phrasebook
