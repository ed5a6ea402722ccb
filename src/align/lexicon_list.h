// A bilingual lexicon for people, out of a trained alignment model.
//
// Pure functions; UsageError for options out of range.
#pragma once

#include <cstddef>
#include <vector>

#include "align/lexical_table.h"

namespace calque::align {

struct LexiconListOptions {
  std::size_t max_per_source = 0;  // 0: all
  double min_probability = 0.01;   // in at least one direction

  void validate() const;
};

// p_target_given_source: the share of the source word's links that go to the target word;
// p_source_given_target likewise.
struct LexiconEntry {
  text::WordId source;
  text::WordId target;
  double p_target_given_source;
  double p_source_given_target;
};

// By source word as numbered; for each, the likeliest target words first, equals as numbered.
std::vector<LexiconEntry> list_lexicon(const LexicalTable& table, const LexiconListOptions& options);

}  // namespace calque::align
