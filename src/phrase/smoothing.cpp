#include "phrase/smoothing.h"

#include <algorithm>
#include <cmath>

namespace calque::phrase {
namespace {

constexpr std::size_t kTabulatedLogs = 1 << 12;
// Where there are too few pairs to estimate a discount.
constexpr std::array<double, 4> kFallbackAmounts{0, 0.5, 1, 1.5};

}  // namespace

PairDiscounts::PairDiscounts(Smoothing smoothing, const PairCountStatistics& statistics) {
  const auto n = [&](std::size_t count) { return static_cast<double>(statistics.pairs_with_count[count]); };
  factors_.fill(1.0);
  factors_[0] = 0;
  if (smoothing == Smoothing::kGoodTuring) {
    // (c + 1) n(c + 1) / n(c) instead of c; never more than c, and never less than a smaller count keeps.
    for (std::size_t c = 1; c < factors_.size(); ++c) {
      const bool known = n(c) > 0 && n(c + 1) > 0;
      const double factor =
          known ? static_cast<double>(c + 1) * n(c + 1) / (static_cast<double>(c) * n(c)) : 1;
      factors_[c] = std::max(std::min(factor, 1.0), factors_[c - 1]);
    }
  }
  if (smoothing == Smoothing::kKneserNey) {
    const double y = n(1) > 0 ? n(1) / (n(1) + 2 * n(2)) : 0;
    for (std::size_t c = 1; c < amounts_.size(); ++c) {
      const double amount =
          n(c) > 0 ? static_cast<double>(c) - static_cast<double>(c + 1) * y * n(c + 1) / n(c) : -1;
      amounts_[c] = amount > 0 && amount < static_cast<double>(c) ? amount : kFallbackAmounts[c];
    }
  }
}

FrequencyEstimator::FrequencyEstimator(Smoothing smoothing, const PairCountStatistics& statistics)
    : smoothing_(smoothing),
      discounts_(smoothing, statistics),
      pairs_(static_cast<double>(statistics.pairs)),
      logs_(kTabulatedLogs) {
  for (std::size_t i = 1; i < logs_.size(); ++i) logs_[i] = std::log(static_cast<double>(i));
}

double FrequencyEstimator::log_of(std::uint32_t count) const {
  return count < logs_.size() ? logs_[count] : std::log(static_cast<double>(count));
}

double FrequencyEstimator::log_prob(const ConditionalCounts& counts) const {
  switch (smoothing_) {
    case Smoothing::kNone:
      break;
    case Smoothing::kGoodTuring:
      return std::log(discounts_.factor(counts.pair)) + log_of(counts.pair) - log_of(counts.given);
    case Smoothing::kKneserNey: {
      const PairProfile& profile = counts.given_profile;
      const double freed = profile.once * discounts_.amount(1) + profile.twice * discounts_.amount(2) +
                           profile.more * discounts_.amount(3);
      const double kept = counts.pair - discounts_.amount(counts.pair);
      const double lower_order = static_cast<double>(counts.pairs_of_other) / pairs_;
      return std::log(kept + freed * lower_order) - log_of(counts.given);
    }
  }
  return log_of(counts.pair) - log_of(counts.given);
}

}  // namespace calque::phrase
