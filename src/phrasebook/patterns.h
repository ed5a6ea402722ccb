// One function per sentence pattern: fills the builder's sentence. Used by generator.cpp only.
#pragma once

#include "phrasebook/tree_builder.h"

namespace calque::phrasebook {

// The clause becomes the first one of the sentence.
inline void begin_sentence(TreeBuilder& b, Index clause) {
  b.sentence().first = clause;
}

// Statements, questions, commands of one clause, and formulas.
void build_statement(Pattern pattern, TreeBuilder& b);
void build_question(Pattern pattern, TreeBuilder& b);
void build_command(Pattern pattern, TreeBuilder& b);
void build_special(Pattern pattern, TreeBuilder& b);  // prices, dates, greetings, ages, weather, comparisons
void build_complex(Pattern pattern, TreeBuilder& b);  // more than one clause

}  // namespace calque::phrasebook
