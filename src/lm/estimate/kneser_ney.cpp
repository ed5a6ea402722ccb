#include "lm/estimate/kneser_ney.h"

namespace calque::lm {
namespace {

constexpr std::array<double, 3> kFallbackDiscounts{0.5, 1.0, 1.5};

}  // namespace

Discounts estimate_discounts(const CountsOfCounts& counts) {
  Discounts result;
  result.amount = kFallbackDiscounts;
  if (counts.seen() == 0) return result;  // nothing to discount
  result.is_fallback = true;
  if (counts.having(1) == 0 || counts.having(2) == 0 || counts.having(3) == 0) return result;
  const double y = counts.having(1) / (counts.having(1) + 2.0 * counts.having(2));
  std::array<double, 3> amount{};
  for (std::size_t k = 1; k <= 3; ++k) {
    const auto count = static_cast<double>(k);
    amount[k - 1] = count - (count + 1.0) * y * counts.having(k + 1) / counts.having(k);
    // Zero would leave nothing for unseen words, more than the count would take what is not there.
    if (!(amount[k - 1] > 0.0 && amount[k - 1] <= count)) return result;
  }
  return {amount, false};
}

std::vector<double> kneser_ney_unigrams(std::span<const std::uint32_t> counts, const Discounts& discounts) {
  const KneserNey smoothing(discounts);
  KneserNey::Context context;
  for (const std::uint32_t count : counts) smoothing.add(count, true, 0.0, context);
  const double uniform = 1.0 / static_cast<double>(counts.size() - 1);
  std::vector<double> probs(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    probs[i] = context.total == 0 ? uniform : smoothing.prob(counts[i], context, uniform);
  }
  probs[text::index_of(kSentenceBeginId)] = 1.0;
  return probs;
}

}  // namespace calque::lm
