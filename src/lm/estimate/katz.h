// The arithmetic of Katz back-off with Good-Turing discounts (Katz 1987).
//
//   p(w | c) = d(C(c w)) C(c w) / C(c ·)                    if c w is kept
//   p(w | c) = α(c) p(w | c without its first word)         if it is not
//
// with C the number of occurrences. d(r) is 1 above k = 7; for r <= k it is the Good-Turing estimate r* / r,
// r* = (r + 1) t_{r+1} / t_r, moved so that exactly the mass of the unseen is freed:
// d(r) = (r* / r - g) / (1 - g), g = (k + 1) t_{k+1} / t_1. α(c) shares what is left between the words that
// have no kept n-gram, so the probabilities after c sum to one. Values; safe from many threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lm/estimate/counts_of_counts.h"

namespace calque::lm {

struct GoodTuring {
  static constexpr std::size_t kLargestDiscounted = 7;

  std::array<double, kLargestDiscounted + 1> ratio{};  // d(r) for 1 <= r <= limit
  std::size_t limit = 0;                               // k: larger counts are kept whole
  bool is_fallback = false;                            // d(r) = (r - 0.5) / r for all r instead

  // d(count) * count.
  double discounted(std::uint32_t count) const {
    if (is_fallback) return count == 0 ? 0.0 : count - 0.5;
    return count <= limit ? ratio[count] * count : count;
  }
};

// The largest k of at most 7 for which all d(r) lie in (0, 1); where no k will do, half an occurrence is
// taken off every count.
GoodTuring estimate_good_turing(const CountsOfCounts& counts);

class Katz {
 public:
  // What follows one context.
  struct Context {
    double total = 0.0;    // occurrences
    double kept = 0.0;     // discounted occurrences of the kept n-grams
    double shorter = 0.0;  // probability of the same words after the shorter context
  };

  explicit Katz(const GoodTuring& discounts) : discounts_(discounts) {}

  void add(std::uint32_t count, bool is_kept, double shorter_prob, Context& context) const {
    context.total += count;
    if (!is_kept) return;
    context.kept += discounts_.discounted(count);
    context.shorter += shorter_prob;
  }
  // α; 1 for a context that nothing follows.
  double backoff(const Context& context) const {
    if (context.kept == 0.0 || nothing_unseen(context)) return 1.0;
    return (1.0 - context.kept / denominator(context)) / (1.0 - context.shorter);
  }
  // Of a kept n-gram.
  double prob(std::uint32_t count, const Context& context, double /*shorter_prob*/) const {
    return discounts_.discounted(count) / denominator(context);
  }

 private:
  // A mass so small that it is rounding, not probability.
  static constexpr double kNothing = 1e-9;

  static bool nothing_unseen(const Context& context) { return 1.0 - context.shorter < kNothing; }
  // Where every word is seen there is nobody to give the freed mass to; where nothing was freed, one more
  // occurrence is supposed, of a word not seen.
  static double denominator(const Context& context) {
    if (nothing_unseen(context)) return context.kept;
    return context.total - context.kept < kNothing * context.total ? context.total + 1.0 : context.total;
  }

  GoodTuring discounts_;
};

// Unigrams: `counts` of all words, index 1 (<s>, never predicted) being 0. What discounting frees is shared
// evenly by the words that do not occur (in general <unk> alone). <s> gets the place holder 1.
std::vector<double> katz_unigrams(std::span<const std::uint32_t> counts, const GoodTuring& discounts);

}  // namespace calque::lm
