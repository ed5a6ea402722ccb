// Relative frequencies of phrase pairs, plain or smoothed (Foster, Kuhn and Johnson, "Phrasetable smoothing
// for statistical machine translation", 2006). docs/modules/phrase.md gives the formulas.
//
// Immutable once made; shareable between threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "phrase/table_options.h"

namespace calque::phrase {

// How many pairs of one phrase occur once, twice, and more often.
struct PairProfile {
  std::uint32_t once = 0;
  std::uint32_t twice = 0;
  std::uint32_t more = 0;

  void add(std::uint32_t count) { ++(count == 1 ? once : count == 2 ? twice : more); }
  std::uint64_t pairs() const { return std::uint64_t{once} + twice + more; }
};

// What smoothing needs to know about all pairs.
struct PairCountStatistics {
  static constexpr std::size_t kMaxCounted = 10;

  std::array<std::uint64_t, kMaxCounted + 1> pairs_with_count{};  // [c]: pairs that occur c times
  std::uint64_t pairs = 0;

  void add(std::uint32_t count) {
    ++pairs;
    if (count <= kMaxCounted) ++pairs_with_count[count];
  }
};

// The discounts of a pair by its count, estimated from the numbers of pairs with small counts.
class PairDiscounts {
 public:
  PairDiscounts(Smoothing smoothing, const PairCountStatistics& statistics);

  // Good-Turing: what the count is multiplied by; 1 for counts of 10 and more.
  double factor(std::uint32_t count) const { return count < factors_.size() ? factors_[count] : 1.0; }
  // Kneser-Ney: what is subtracted from the count.
  double amount(std::uint32_t count) const { return amounts_[count < 3 ? count : 3]; }

 private:
  std::array<double, PairCountStatistics::kMaxCounted> factors_{};
  std::array<double, 4> amounts_{};
};

// One phrase given another: which counts the estimate rests on.
struct ConditionalCounts {
  std::uint32_t pair = 0;            // occurrences of the pair
  std::uint32_t given = 0;           // occurrences of the phrase that is given
  PairProfile given_profile;         // of its pairs; Kneser-Ney only
  std::uint64_t pairs_of_other = 0;  // distinct pairs of the phrase whose probability it is; Kneser-Ney only
};

class FrequencyEstimator {
 public:
  FrequencyEstimator(Smoothing smoothing, const PairCountStatistics& statistics);

  Smoothing smoothing() const { return smoothing_; }
  const PairDiscounts& discounts() const { return discounts_; }
  // Natural logarithm. Requires: 1 <= counts.pair <= counts.given.
  double log_prob(const ConditionalCounts& counts) const;

 private:
  double log_of(std::uint32_t count) const;

  Smoothing smoothing_;
  PairDiscounts discounts_;
  double pairs_;
  std::vector<double> logs_;  // of small counts
};

}  // namespace calque::phrase
