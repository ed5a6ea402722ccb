// The discounts of all orders, for either smoothing, and what to say about those that could not be estimated.
#pragma once

#include <vector>

#include "base/reporter.h"
#include "lm/estimate/counts_of_counts.h"
#include "lm/estimate/estimate_options.h"
#include "lm/estimate/katz.h"
#include "lm/estimate/kneser_ney.h"

namespace calque::lm {

struct OrderDiscounts {
  std::vector<Discounts> kneser_ney;    // one for each order, or none
  std::vector<GoodTuring> good_turing;  // one for each order, or none
};

// counts[n - 1] are those of length n: adjusted for Kneser-Ney, occurrences for Katz.
OrderDiscounts estimate_order_discounts(Smoothing smoothing, const std::vector<CountsOfCounts>& counts);

// At most one warning for each kind of oddity.
void report_oddities(const TextFacts& facts, const OrderDiscounts& discounts, Reporter& reporter);

}  // namespace calque::lm
