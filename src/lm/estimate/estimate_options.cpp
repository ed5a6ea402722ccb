#include "lm/estimate/estimate_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

void EstimateOptions::validate() const {
  if (order < 1 || order > kMaxOrder) {
    throw UsageError({}, fmt::format("a language model cannot have order {}", order),
                     fmt::format("choose an order from 1 to {}", kMaxOrder));
  }
  if (prune.size() > order) {
    throw UsageError({}, fmt::format("{} pruning thresholds for a model of order {}", prune.size(), order),
                     "give at most one threshold for each length");
  }
  if (!prune.empty() && prune.front() != 0) {
    throw UsageError({}, fmt::format("words cannot be pruned by a threshold of {}", prune.front()),
                     "begin the thresholds with 0; to drop rare words use a minimum count of words");
  }
  if (!std::is_sorted(prune.begin(), prune.end())) {
    throw UsageError({}, "a pruning threshold is below the one before it",
                     "give thresholds that never fall: a long n-gram needs the shorter ones inside it");
  }
}

std::uint64_t EstimateOptions::prune_threshold(unsigned n) const {
  if (prune.empty()) return 0;
  return prune[std::min<std::size_t>(n, prune.size()) - 1];
}

bool EstimateOptions::prunes() const {
  return !prune.empty() && prune.back() > 0;
}

}  // namespace calque::lm
