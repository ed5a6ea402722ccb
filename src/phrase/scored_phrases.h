// Phrase pairs with counts and scores in memory, and how they are made from an aligned corpus.
//
// Flat arrays throughout; phrases are numbered in the order of their first occurrence. The result depends on
// the input alone, never on the number of threads. Throws UsageError if corpus and alignments do not fit
// together or the options are bad, DataError for links outside a sentence.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "phrase/types.h"
#include "text/alignment.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

// Sequences of T one after the other; sequence i is items [offsets[i], offsets[i+1]).
template <typename T>
struct Sequences {
  std::vector<T> items;
  std::vector<std::uint64_t> offsets{0};

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const T> operator[](std::size_t i) const {
    return {items.data() + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  void close() { offsets.push_back(items.size()); }  // ends the sequence that was appended to `items`
};

// One pair; its source phrase is the one whose range of pairs it lies in.
struct ScoredPair {
  std::uint32_t target = 0;     // into ScoredPhrases::target
  std::uint32_t alignment = 0;  // into ScoredPhrases::alignments
  std::uint32_t count = 0;
  LogScores log_scores{};
  OrientationCounts orientations;
};

struct ExtractStatistics {
  std::uint64_t occurrences = 0;
  std::uint64_t pairs = 0;  // distinct
  std::uint64_t source_phrases = 0;
  std::uint64_t target_phrases = 0;
};

struct ScoredPhrases {
  Sequences<text::WordId> source;
  Sequences<text::WordId> target;
  std::vector<std::uint32_t> source_counts;  // occurrences of each source phrase
  std::vector<std::uint32_t> target_counts;
  Sequences<InternalLink> alignments;  // distinct internal alignments, links sorted by source, then target
  // Pairs of source phrase i are [pair_offsets[i], pair_offsets[i+1]), most frequent first, then by target
  // number.
  std::vector<ScoredPair> pairs;
  std::vector<std::uint64_t> pair_offsets{0};
  ExtractStatistics statistics;
};

ScoredPhrases extract_and_score(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                const ExtractOptions& options, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::phrase
