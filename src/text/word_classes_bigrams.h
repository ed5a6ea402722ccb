// Who stands beside whom in a corpus: for every word its neighbours and their counts, as flat rows.
//
// Words are numbered here by frequency (rank 0 is the most frequent, equal ones in the order of their ids),
// so that the neighbours met most often lie together in memory. The rank after the last word is the sentence
// boundary, which stands before the first and after the last word of every sentence. Immutable, safe to share
// between threads; spans live as long as the object.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/corpus.h"

namespace calque::text {

struct Neighbour {
  std::uint32_t rank = 0;
  std::uint32_t count = 0;
};

class BigramRows {
 public:
  // Requires: every word of the corpus is below vocabulary_size. Throws DataError for a corpus of 2^31 words
  // or more.
  BigramRows(const Corpus& corpus, std::size_t vocabulary_size);

  // Words that occur in the corpus; also the rank of the boundary.
  std::uint32_t words() const { return words_; }
  std::uint32_t boundary() const { return words_; }
  WordId word(std::uint32_t rank) const { return by_rank_[rank]; }
  // Occurrences of a word; for the boundary, sentences.
  std::uint32_t count(std::uint32_t rank) const { return counts_[rank]; }
  // How often the word follows itself. These bigrams are not in the rows.
  std::uint32_t self_count(std::uint32_t rank) const { return self_counts_[rank]; }
  std::span<const Neighbour> successors(std::uint32_t rank) const { return successors_.row(rank); }
  std::span<const Neighbour> predecessors(std::uint32_t rank) const { return predecessors_.row(rank); }
  // Words and sentence ends: what a bigram model of the corpus predicts.
  std::uint64_t events() const { return events_; }

 private:
  struct Rows {
    std::vector<std::uint64_t> offsets;
    std::vector<Neighbour> neighbours;

    std::span<const Neighbour> row(std::uint32_t rank) const {
      return {neighbours.data() + offsets[rank], static_cast<std::size_t>(offsets[rank + 1] - offsets[rank])};
    }
  };

  void rank_words(const Corpus& corpus, std::size_t vocabulary_size);
  void count_successors(const Corpus& corpus);
  void transpose();

  std::uint32_t words_ = 0;
  std::uint64_t events_ = 0;
  std::vector<WordId> by_rank_;
  std::vector<std::uint32_t> rank_of_;  // by word id
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> self_counts_;
  Rows successors_;
  Rows predecessors_;
};

}  // namespace calque::text
