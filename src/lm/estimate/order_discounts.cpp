#include "lm/estimate/order_discounts.h"

#include <string>

#include <fmt/format.h>

namespace calque::lm {
namespace {

template <typename AllDiscounts>
std::string fallback_orders(const AllDiscounts& discounts) {
  std::string orders;
  for (std::size_t n = 1; n <= discounts.size(); ++n) {
    if (!discounts[n - 1].is_fallback) continue;
    if (!orders.empty()) orders += ", ";
    orders += std::to_string(n);
  }
  return orders;
}

}  // namespace

OrderDiscounts estimate_order_discounts(Smoothing smoothing, const std::vector<CountsOfCounts>& counts) {
  OrderDiscounts result;
  for (const CountsOfCounts& order : counts) {
    if (smoothing == Smoothing::kKneserNey) {
      result.kneser_ney.push_back(estimate_discounts(order));
    } else {
      result.good_turing.push_back(estimate_good_turing(order));
    }
  }
  return result;
}

void report_oddities(const TextFacts& facts, const OrderDiscounts& discounts, Reporter& reporter) {
  if (facts.reserved_words > 0) {
    reporter.warning(
        fmt::format("the text has <s> or </s> as words {} times; they mark sentences, so these were counted "
                    "as unknown words",
                    facts.reserved_words));
  }
  const std::string orders = fallback_orders(discounts.kneser_ney) + fallback_orders(discounts.good_turing);
  if (orders.empty()) return;
  reporter.warning(fmt::format(
      "the text is too small or too regular to estimate discounts for n-grams of length {}; using {}", orders,
      discounts.kneser_ney.empty() ? "0.5 for every count" : "0.5, 1, 1.5"));
}

}  // namespace calque::lm
