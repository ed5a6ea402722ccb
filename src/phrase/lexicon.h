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

#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "phrase/types.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

class Lexicon {
 public:
  // Requires: corpus and alignments fit together (extract_occurrences checks it).
  static Lexicon estimate(const text::ParallelCorpus& corpus, const Alignments& alignments,
                          ThreadPool& threads);

  // w(target|source) and w(source|target); 0 for words never linked.
  double p_target_given_source(text::WordId source, text::WordId target) const;
  double p_source_given_target(text::WordId source, text::WordId target) const;
  // w(word|NULL).
  double p_target_given_null(text::WordId target) const;
  double p_source_given_null(text::WordId source) const;

 private:
  void count_words(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments);
  void deal_out_links(const text::ParallelCorpus& corpus, const Alignments& alignments);
  void add_up_rows(ThreadPool& threads);
  std::uint64_t link_count(text::WordId source, text::WordId target) const;

  // How often a word was linked or stood unaligned, and the latter alone.
  struct WordCount {
    std::uint64_t total = 0;
    std::uint64_t unaligned = 0;
  };
  struct Entry {
    text::WordId target;
    std::uint32_t count;
  };
  std::vector<WordCount> source_;
  std::vector<WordCount> target_;
  std::uint64_t unaligned_source_ = 0;
  std::uint64_t unaligned_target_ = 0;
  std::vector<std::uint64_t> row_offsets_;  // entries of each source word, room for its links
  std::vector<std::uint32_t> row_sizes_;    // distinct target words of each source word
  std::vector<Entry> entries_;              // sorted by target inside a row
};

// The words and links of one phrase pair. Links sorted by source or by target.
struct AlignedPhrases {
  std::span<const text::WordId> source;
  std::span<const text::WordId> target;
  std::span<const InternalLink> links;
};

// Lexical weight (Koehn, Och, Marcu 2003), as natural logarithm: over the words of one side the sum of the
// log of the mean probability over the word's links, or of w(word|NULL).
double log_lexical_target_given_source(const Lexicon& lexicon, const AlignedPhrases& pair);
double log_lexical_source_given_target(const Lexicon& lexicon, const AlignedPhrases& pair);

}  // namespace calque::phrase
