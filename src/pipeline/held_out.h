// Sentence pairs of the training text that are held out, so that weights can be tuned without a development
// set.
//
// Which ones depends on their text alone: on the hash of a pair, not on its place in the corpus. None is
// chosen whose source or target stands in another pair as well, so that nothing tuned on has been learned by
// heart.
//
// Weights that are tuned on one such set depend on which pairs are in it, by two BLEU in the worst case. So
// several disjoint parts are chosen, of which each gives weights, and the mean of these is steady.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "text/corpus.h"
#include "text/parallel_reader.h"

namespace calque::pipeline {

struct HeldOut {
  std::vector<std::size_t> pairs;            // numbers in the corpus, rising
  std::vector<text::SentencePairText> text;  // as they were written
};

class HeldOutChooser {
 public:
  static constexpr std::size_t kMaxPairs = 1000;  // of a part
  static constexpr std::size_t kMinParts = 4;     // if there are enough pairs to choose from
  static constexpr std::size_t kMaxParts = 5;  // where parts are so small that fewer have less than kMaxPairs
  static constexpr std::size_t kMinPairs = 100;  // weights tuned on fewer are worse than the default ones
  static constexpr std::size_t kOneOf = 50;      // pairs of the corpus

  // Pairs in the order of the corpus.
  void add(const text::SentencePairText& written);

  // Chooses among those that were added, which are the pairs of this corpus. No part if there are fewer than
  // kMinPairs to choose.
  std::vector<HeldOut> choose(const text::ParallelCorpus& corpus) const;

 private:
  struct Candidate {
    std::uint64_t hash = 0;
    std::size_t pair = 0;
    text::SentencePairText text;

    bool operator<(const Candidate& other) const {
      return hash != other.hash ? hash < other.hash : pair < other.pair;
    }
  };
  static constexpr std::size_t kCandidates = 16 * kMaxPairs;
  static HeldOut part_of(std::vector<const Candidate*> chosen);

  std::size_t added_ = 0;
  std::vector<Candidate> candidates_;  // a heap of those with the lowest hashes, the highest on top
};

}  // namespace calque::pipeline
