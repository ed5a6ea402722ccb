// Phrase pairs with counts and scores in memory.
//
// Flat arrays throughout. extract_and_score numbers source phrases by length, then in the order of their word
// ids, target phrases and alignments in the order of their first occurrence. The result depends on the input
// alone, never on the number of threads or the memory limit. Throws UsageError if corpus and alignments do
// not fit together or the options are bad, DataError for links outside a sentence.
#pragma once

#include <cstdint>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "phrase/pair_scoring.h"
#include "phrase/sequences.h"
#include "phrase/table_options.h"
#include "phrase/types.h"
#include "text/corpus.h"
#include "text/types.h"

namespace calque::phrase {

struct ScoredPhrases {
  Sequences<text::WordId> source;
  Sequences<text::WordId> target;
  std::vector<std::uint32_t> source_counts;  // occurrences of each source phrase
  std::vector<std::uint32_t> target_counts;
  Sequences<InternalLink> alignments;  // distinct internal alignments, links sorted by source, then target
  // Pairs of source phrase i are [pair_offsets[i], pair_offsets[i+1]), most frequent first, then by target
  // number.
  std::vector<ScoredPair> pairs;
  std::vector<std::uint64_t> pair_offsets{0};
  ExtractStatistics statistics;
};

// For what works on all pairs at once; extract_to_table (phrase/table_extraction.h) needs less memory.
ScoredPhrases extract_and_score(const text::ParallelCorpus& corpus, const Alignments& alignments,
                                const TableOptions& options, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::phrase
