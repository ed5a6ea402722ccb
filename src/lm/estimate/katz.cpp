#include "lm/estimate/katz.h"

#include "lm/files/ngram_data.h"

namespace calque::lm {
namespace {

// Whether the discounts for this k exist and make sense.
bool try_limit(const CountsOfCounts& counts, std::size_t k, GoodTuring& result) {
  const double moved = (static_cast<double>(k) + 1.0) * counts.having(k + 1) / counts.having(1);
  if (moved >= 1.0) return false;
  for (std::size_t r = 1; r <= k; ++r) {
    if (counts.having(r) == 0) return false;
    const auto count = static_cast<double>(r);
    const double good_turing = (count + 1.0) * counts.having(r + 1) / counts.having(r) / count;
    result.ratio[r] = (good_turing - moved) / (1.0 - moved);
    if (!(result.ratio[r] > 0.0 && result.ratio[r] < 1.0)) return false;
  }
  result.limit = k;
  return true;
}

}  // namespace

GoodTuring estimate_good_turing(const CountsOfCounts& counts) {
  GoodTuring result;
  if (counts.seen() == 0) return result;  // nothing to discount
  if (counts.having(1) > 0) {
    for (std::size_t k = GoodTuring::kLargestDiscounted; k >= 1; --k) {
      if (try_limit(counts, k, result)) return result;
    }
  }
  result = {};
  result.is_fallback = true;
  return result;
}

std::vector<double> katz_unigrams(std::span<const std::uint32_t> counts, const GoodTuring& discounts) {
  const std::size_t begin_mark = text::index_of(kSentenceBeginId);
  // The words that do not occur take the place of the shorter context: each has an even share of one.
  const Katz smoothing(discounts);
  Katz::Context context;
  double unseen = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i == begin_mark) continue;
    if (counts[i] == 0) {
      ++unseen;
    } else {
      smoothing.add(counts[i], true, 0.0, context);
    }
  }
  if (unseen == 0.0) context.shorter = 1.0;
  const double uniform = 1.0 / static_cast<double>(counts.size() - 1);
  std::vector<double> probs(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (context.total == 0.0) {
      probs[i] = uniform;
    } else if (counts[i] == 0) {
      probs[i] = smoothing.backoff(context) / unseen;
    } else {
      probs[i] = smoothing.prob(counts[i], context, 0.0);
    }
  }
  probs[begin_mark] = 1.0;
  return probs;
}

}  // namespace calque::lm
