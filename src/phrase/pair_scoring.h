// From counted pairs to scored ones: relative frequencies, the order of the table. Third step from a corpus
// to a phrase table.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/thread_pool.h"
#include "phrase/counted_pairs.h"
#include "phrase/table_options.h"
#include "phrase/types.h"
#include "text/corpus.h"

namespace calque::phrase {

// One pair of a source phrase known from the context.
struct ScoredPair {
  std::uint32_t target = 0;     // number of the target phrase
  std::uint32_t alignment = 0;  // number of the internal alignment
  std::uint32_t count = 0;
  LogScores log_scores{};
  OrientationCounts orientations;
};

struct ExtractStatistics {
  std::uint64_t occurrences = 0;
  std::uint64_t pairs = 0;  // distinct
  std::uint64_t source_phrases = 0;
  std::uint64_t target_phrases = 0;
  std::uint64_t pruned_pairs = 0;  // not among `pairs`
};

// Gets the pairs of one source phrase after the other, by rising number; a source phrase whose pairs were all
// pruned comes without any. Pairs come by falling p(target given source), equal ones by falling count, then
// by target number.
using PairSink = std::function<void(std::uint32_t source, std::span<const ScoredPair> pairs)>;

// Uses `counted.pairs` up and gives its memory back on the way. `corpus` is what the pairs were counted in.
void score_pairs(CountedPairs& counted, const text::ParallelCorpus& corpus, const TableOptions& options,
                 ThreadPool& threads, const PairSink& sink);

}  // namespace calque::phrase
