// Turns the occurrences of one source phrase into pairs: counts them, picks the internal alignment, computes
// the lexical weights.
//
// Immutable once made; shareable between threads. Views of its arguments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "phrase/lexicon.h"
#include "phrase/phrase_list.h"
#include "phrase/sequences.h"
#include "phrase/types.h"

namespace calque::phrase {

// A distinct phrase pair of one source phrase.
struct CountedPair {
  std::uint32_t target = 0;
  std::uint32_t alignment = 0;  // the most frequent one
  std::uint32_t count = 0;
  std::uint32_t orientations = 0;  // into CountedPairs::orientations (counted_pairs.h)
  float log_lexical_source_given_target = 0;
  float log_lexical_target_given_source = 0;
};

class PairCounter {
 public:
  struct Result {
    CountedPair pair;  // all but the number of the orientations
    OrientationCounts orientations;
  };

  PairCounter(const PhraseList& target, const Sequences<InternalLink>& alignments, const Lexicon& lexicon);

  // What an occurrence of a given source phrase adds, in one number: sorted, occurrences of a pair stand
  // together, and among them those with the same internal alignment.
  static std::uint64_t key(std::uint32_t target, std::uint32_t alignment_and_orientations) {
    return std::uint64_t{target} << 32U | alignment_and_orientations;
  }

  // `keys` of every occurrence of the source phrase; they are sorted in place. Appends the pairs by target.
  void count(std::span<const text::WordId> source, std::span<std::uint64_t> keys,
             std::vector<Result>& out) const;

 private:
  // The most frequent alignment in the two orders that break ties.
  struct BestAlignments {
    std::uint32_t for_target = 0;
    std::uint32_t for_source = 0;
  };

  Result count_pair(std::span<const text::WordId> source, std::span<const std::uint64_t> keys) const;
  BestAlignments best_alignments(std::span<const std::uint64_t> keys) const;
  bool greater_by_target(std::uint32_t a, std::uint32_t b) const;
  bool greater_by_source(std::uint32_t a, std::uint32_t b) const;

  const PhraseList& target_;
  const Sequences<InternalLink>& alignments_;
  const Lexicon& lexicon_;
  Sequences<InternalLink> target_order_;  // the alignments with their links sorted by target
};

}  // namespace calque::phrase
