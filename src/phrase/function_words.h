// Words that translations often do without, by the alignments of a corpus: function words. The others are
// words of content, and a translation that has nothing for one has lost something.
//
// Immutable once made; shareable between threads.
#pragma once

#include <vector>

#include "phrase/extract.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

class FunctionWords {
 public:
  // Requires: corpus and alignments fit together (check_fit).
  FunctionWords(const text::ParallelCorpus& corpus, const Alignments& alignments);

  // Of the source language. Punctuation marks are not among them.
  bool contains(text::WordId source_word) const { return is_function_word_[text::index_of(source_word)]; }

 private:
  std::vector<bool> is_function_word_;
};

}  // namespace calque::phrase
