// Draws random sentence trees: sensible by selectional restrictions, with Zipf-like word frequencies.
//
// Immutable and shareable between threads; the caller's Rng is the only state, so the same Rng state gives
// the same tree on every machine.
#pragma once

#include "base/rng.h"
#include "phrasebook/tree.h"

namespace calque::phrasebook {

// Fills `sentence` (emptied first) with a random tree of a pattern drawn by weight.
void generate(Rng& rng, Sentence& sentence);
// The same for a given pattern.
void generate(Pattern pattern, Rng& rng, Sentence& sentence);

}  // namespace calque::phrasebook
