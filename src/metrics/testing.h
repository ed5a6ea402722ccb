// For tests: scores of a corpus, random sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/thread_pool.h"
#include "metrics/metric.h"
#include "text/types.h"

namespace calque::metrics::testing {

inline Score corpus_score(const Metric& metric, const ReferenceSets& references,
                          const std::vector<std::string>& lines) {
  ThreadPool threads(1);
  return metric.score(collect_statistics(*metric.bind(references, threads), lines, threads).total());
}

// Up to `longest` words, possibly none.
inline std::vector<text::WordId> random_words(Rng& rng, std::size_t longest, std::uint32_t vocabulary) {
  std::vector<text::WordId> words(rng.below(longest + 1));
  for (text::WordId& word : words) word = text::WordId{static_cast<std::uint32_t>(rng.below(vocabulary))};
  return words;
}

}  // namespace calque::metrics::testing
