// Counts the n-grams of a text: a sorted trie with the counts that Kneser-Ney smoothing asks for.
//
// Word positions are sorted by the words that end there, last word first, by passes of counting sort: time
// linear in the text, no comparisons, no string and no hash map. One scan over the sorted positions then
// yields every level.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/ngram_data.h"
#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::lm {

struct NgramCounts {
  text::Vocabulary vocabulary;     // <unk>, <s>, </s>, then the words of the text
  std::vector<NgramLevel> levels;  // first_word, suffix and context filled, no probabilities
  // Adjusted counts, counts[n - 1][i]: how often the n-gram occurs if it is of the highest order or begins
  // with <s>, else how many different words stand to its left.
  std::vector<std::vector<std::uint32_t>> counts;
  // Occurrences of "<s>" and "</s>" as words in the text, which were counted as <unk>.
  std::uint64_t reserved_words = 0;
};

// Throws UsageError for a text of 2^32 words or more. Requires: 1 <= order <= kMaxOrder.
NgramCounts count_ngrams(const text::Corpus& corpus, const text::Vocabulary& words, unsigned order);

}  // namespace calque::lm
