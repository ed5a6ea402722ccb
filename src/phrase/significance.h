// Whether the two phrases of a pair stand in the same sentence pairs more often than chance would have it:
// Fisher's exact test (Johnson, Martin, Foster and Kuhn, "Improving translation quality by discarding most of
// the phrasetable", 2007).
//
// Immutable once made; shareable between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "phrase/phrase_list.h"
#include "phrase/table_options.h"
#include "text/corpus.h"

namespace calque::phrase {

// Numbers of sentence pairs.
struct CooccurrenceCounts {
  std::uint32_t both = 0;    // that have the source phrase and the target phrase
  std::uint32_t source = 0;  // that have the source phrase
  std::uint32_t target = 0;
};

class FisherTest {
 public:
  explicit FisherTest(std::size_t sentence_pairs);

  // Natural logarithm of the probability that two phrases with these counts meet in `both` sentence pairs or
  // more if they are spread independently of each other. Requires: both <= source, target <= all pairs, and
  // at least source + target - all pairs.
  double log_p_value(const CooccurrenceCounts& counts) const;
  // -log_p_value of two phrases that occur in one sentence pair only, the same: ln of the number of pairs.
  double alpha() const { return alpha_; }

 private:
  double log_choose(std::size_t n, std::size_t k) const {
    return log_factorials_[n] - log_factorials_[k] - log_factorials_[n - k];
  }

  std::size_t sentence_pairs_;
  std::vector<double> log_factorials_;
  double alpha_;
};

// For each phrase of a list the sentences that contain it, whether it was extracted there or not.
class SentenceIndex {
 public:
  SentenceIndex(const text::Corpus& corpus, const PhraseList& phrases);

  std::span<const std::uint32_t> sentences(std::size_t phrase) const {
    return std::span(sentences_).subspan(offsets_[phrase], offsets_[phrase + 1] - offsets_[phrase]);
  }

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> sentences_;
};

// How many numbers two rising lists have in common.
std::size_t intersection_size(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

class SignificanceFilter {
 public:
  SignificanceFilter(const text::ParallelCorpus& corpus, const PhraseList& source, const PhraseList& target,
                     const SignificanceThreshold& threshold, ThreadPool& threads);

  CooccurrenceCounts counts(std::size_t source, std::size_t target) const;
  bool keeps(std::size_t source, std::size_t target) const {
    return -test_.log_p_value(counts(source, target)) >= minimum_;
  }

 private:
  FisherTest test_;
  double minimum_;  // of the negative logarithm
  std::vector<SentenceIndex> sides_;
};

}  // namespace calque::phrase
