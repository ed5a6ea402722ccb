// RIBES (Isozaki et al. 2010): do the words that hypothesis and reference share stand in the same order?
//
// A sentence scores NKT * P^0.25 * BP^0.1, per cent: NKT is the share of pairs of matched words that stand in
// the same order in both (Kendall's tau, normalised to 0..1), P the share of hypothesis words that are
// matched, BP the brevity penalty of BLEU. A corpus scores the mean of its sentences; of several references
// the best counts. Everything is immutable except WordOrderMatcher, which is one thread's scratch memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/types.h"

namespace calque::metrics {

// Finds which reference word a hypothesis word stands for. A word that occurs once on both sides is matched
// outright. Any other is matched by the shortest n-gram that begins or ends with it and occurs once on both
// sides (of equally long ones the one that ends with it), and not at all if there is none.
class WordOrderMatcher {
 public:
  // N-grams longer than this are not tried, so that lines of one repeated word do not take for ever.
  static constexpr std::size_t kMaxLength = 64;

  // Reference positions of the matched hypothesis words, in hypothesis order. Lives until the next call.
  std::span<const std::uint32_t> match(std::span<const text::WordId> hypothesis,
                                       std::span<const text::WordId> reference);

 private:
  enum Side : std::uint32_t { kHypothesis, kReference };
  struct Occurrence {
    std::uint64_t key = 0;  // number of the n-gram without its last word, and that word
    Side side = kHypothesis;
    std::uint32_t start = 0;

    auto operator<=>(const Occurrence&) const = default;
  };
  struct Ngram {
    std::array<std::uint32_t, 2> counts{};  // by side
    std::uint32_t reference_start = 0;

    bool occurs_once() const { return counts[kHypothesis] == 1 && counts[kReference] == 1; }
  };

  // Numbers all n-grams of this length; those one word shorter must have been numbered before.
  void number_ngrams(std::size_t length);
  const Ngram& hypothesis_ngram(std::size_t start) const { return ngrams_[numbers_[kHypothesis][start]]; }
  // Matches a word with n-grams of this length; returns whether longer ones may still match it.
  bool stays_open(std::size_t position, std::size_t length);

  std::array<std::span<const text::WordId>, 2> words_;
  std::array<std::vector<std::uint32_t>, 2> numbers_;  // of the n-gram that starts at each position
  std::vector<Occurrence> occurrences_;
  std::vector<Ngram> ngrams_;
  std::vector<std::uint32_t> open_;     // hypothesis positions still to be matched
  std::vector<std::uint32_t> targets_;  // by hypothesis position
  std::vector<std::uint32_t> matched_;
};

// The number of pairs i < j with values[i] < values[j].
std::uint64_t count_ascending_pairs(std::span<const std::uint32_t> values);

struct RibesOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
};

class Ribes final : public Metric {
 public:
  explicit Ribes(const RibesOptions& options) : options_(options) {}

  std::string_view name() const override { return "ribes"; }
  bool higher_is_better() const override { return true; }
  // Score, NKT, P and BP in units of 2^-30, and the number of sentences.
  std::size_t statistics_size() const override { return 5; }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;

 private:
  RibesOptions options_;
};

}  // namespace calque::metrics
