// Counts the n-grams of a text: a sorted trie with the counts that smoothing needs. Time linear in the
// text apart from the sort; no string, no hash map, the same for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "lm/estimate/position_sort.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

// Two ways to count, [n - 1][i] for n-gram i of length n.
struct NgramCounts {
  std::vector<NgramLevel> levels;  // first_word, suffix and context filled, no probabilities
  // How often the n-gram occurs if it is of the highest order or begins with <s>, else how many different
  // words stand to its left.
  std::vector<std::vector<std::uint32_t>> adjusted;
  // How often it occurs, in any case. Empty unless asked for; the unigram <s> has 0.
  std::vector<std::vector<std::uint32_t>> occurrences;
};

struct CountOptions {
  unsigned order = 5;
  std::size_t vocabulary_size = 3;
  bool want_occurrences = false;
};

// Counts the text whose sorted positions these are. `context` is not filled.
NgramCounts count_ngrams(std::span<const std::uint32_t> tokens, const SortedPositions& sorted,
                         const CountOptions& options, ThreadPool& threads);

// Fills `context` of all levels.
void link_all_contexts(NgramCounts& counts, ThreadPool& threads);

}  // namespace calque::lm
