// Word translation probabilities by counting the links of an aligned corpus, and the lexical weight of a
// phrase pair.
//
// An unaligned word counts as linked to the empty word (NULL) of the other side. Immutable once made;
// shareable between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_table.h"
#include "base/hash.h"
#include "phrase/extract.h"
#include "phrase/types.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

class Lexicon {
 public:
  // Requires: corpus and alignments fit together (check_fit).
  static Lexicon estimate(const text::ParallelCorpus& corpus, const Alignments& alignments);

  // w(target|source) and w(source|target); 0 for words never linked.
  double p_target_given_source(text::WordId source, text::WordId target) const;
  double p_source_given_target(text::WordId source, text::WordId target) const;
  // w(word|NULL).
  double p_target_given_null(text::WordId target) const;
  double p_source_given_null(text::WordId source) const;

  // Both at once, with one look-up.
  struct Both {
    double target_given_source = 0;
    double source_given_target = 0;
  };
  Both p_both(text::WordId source, text::WordId target) const;

 private:
  void count_sentence(std::span<const text::WordId> source, std::span<const text::WordId> target,
                      std::span<const text::Link> links);
  void add_link(text::WordId source, text::WordId target);
  std::uint32_t link_count(text::WordId source, text::WordId target) const;

  // How often a word was linked or stood unaligned, and the latter alone.
  struct WordCount {
    std::uint64_t total = 0;
    std::uint64_t unaligned = 0;
  };
  // Two words that were linked, and how often.
  struct Entry {
    std::uint64_t words = 0;
    std::uint32_t count = 0;

    bool is_free() const { return count == 0; }
    std::uint64_t hash() const { return combine_hash(0, words); }
  };
  std::vector<WordCount> source_;
  std::vector<WordCount> target_;
  std::uint64_t unaligned_source_ = 0;
  std::uint64_t unaligned_target_ = 0;
  FlatTable<Entry> entries_;
  std::vector<bool> source_aligned_;  // scratch of counting
  std::vector<bool> target_aligned_;
};

// The words of one phrase pair, and the links that each of the two weights goes by. Links sorted by source.
struct AlignedPhrases {
  std::span<const text::WordId> source;
  std::span<const text::WordId> target;
  std::span<const InternalLink> links_for_source;
  std::span<const InternalLink> links_for_target;
};

// Lexical weights (Koehn, Och, Marcu 2003), as natural logarithms: over the words of one side the sum of the
// log of the mean probability over the word's links, or of w(word|NULL).
struct LexicalWeights {
  double source_given_target = 0;
  double target_given_source = 0;
};
LexicalWeights log_lexical_weights(const Lexicon& lexicon, const AlignedPhrases& pair);

}  // namespace calque::phrase
