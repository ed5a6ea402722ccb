// The arithmetic of interpolated modified Kneser-Ney smoothing
// (theory/language-models.md#kneser-ney-smoothing).
//
//   p(w | c) = (a(c w) - D(a)) / A(c) + γ(c) p(w | c without its first word)      if c w is kept
//   p(w | c) = γ(c) p(w | c without its first word)                               if it is not
//   A(c) = Σ a(c w), γ(c) = (Σ_kept D(a(c w)) + Σ_pruned a(c w)) / A(c)
//
// with a the adjusted counts. Discounts and sums are taken before pruning; γ gets what is pruned, so the
// probabilities after c sum to one. Values without state beyond the discounts; safe from many threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lm/estimate/counts_of_counts.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

// The discounts of one order (Chen and Goodman's estimates), or 0.5, 1, 1.5 where the counts allow none.
Discounts estimate_discounts(const CountsOfCounts& counts);

class KneserNey {
 public:
  // What follows one context.
  struct Context {
    std::uint32_t total = 0;  // fits: counts of one order sum to at most the number of positions
    std::uint32_t ones = 0;
    std::uint32_t twos = 0;
    std::uint32_t more = 0;
    std::uint32_t pruned = 0;
  };

  explicit KneserNey(const Discounts& discounts) : discounts_(discounts) {}

  void add(std::uint32_t count, bool is_kept, double /*shorter_prob*/, Context& context) const {
    context.total += count;
    if (!is_kept) {
      context.pruned += count;
    } else if (count == 1) {
      ++context.ones;
    } else if (count == 2) {
      ++context.twos;
    } else if (count > 2) {
      ++context.more;
    }
  }
  // γ; 1 for a context that nothing follows.
  double backoff(const Context& context) const {
    if (context.total == 0) return 1.0;
    return (discounts_.amount[0] * context.ones + discounts_.amount[1] * context.twos +
            discounts_.amount[2] * context.more + context.pruned) /
           context.total;
  }
  // Of a kept n-gram, given the probability of its last word after the shorter context.
  double prob(std::uint32_t count, const Context& context, double shorter_prob) const {
    return (count - discounts_.of(count)) / static_cast<double>(context.total) +
           backoff(context) * shorter_prob;
  }

 private:
  Discounts discounts_;
};

// Unigrams: `counts` of all words, index 1 (<s>, never predicted) being 0. What discounting frees is shared
// evenly by all words but <s>, whose own probability of 1 is a place holder as ARPA files have it.
std::vector<double> kneser_ney_unigrams(std::span<const std::uint32_t> counts, const Discounts& discounts);

}  // namespace calque::lm
