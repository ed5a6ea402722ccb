// Distinct phrase pairs with counts, internal alignment, lexical weights and orientations, made from numbered
// occurrences. Second step from a corpus to a phrase table.
//
// Occurrences are brought together by source phrase: in memory if they fit, else dealt out to temporary files
// by ranges of source phrases and worked on range by range. The result is the same for any number of threads
// and any limit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "phrase/lexicon.h"
#include "phrase/numbered_occurrences.h"
#include "phrase/pair_counter.h"
#include "phrase/phrase_list.h"
#include "phrase/sequences.h"
#include "phrase/types.h"
#include "store/spilling_array.h"

namespace calque::phrase {

struct CountedPairs {
  // Source phrases are numbered by length, then in lexicographic order of word ids; target phrases in the
  // order of their first occurrence.
  PhraseList source;
  PhraseList target;
  std::vector<std::uint32_t> source_lexicographic;  // the source phrases' numbers in lexicographic order
  std::vector<std::uint32_t> source_counts;
  std::vector<std::uint32_t> target_counts;
  Sequences<InternalLink> alignments;
  std::vector<OrientationCounts> orientations;
  // Those of source phrase 0 first, by target number; then those of source phrase 1, ...
  store::SpillingArray<CountedPair> pairs;
  std::vector<std::uint32_t> pairs_of_source;  // how many
  std::uint64_t occurrences = 0;
};

struct MemoryOptions {
  // What occurrences and pairs may take at any time; distinct phrases, corpus and alignments come on top.
  std::uint64_t bytes = std::uint64_t{1} << 30U;
  std::string temporary_folder;  // empty: the system's

  // Throws UsageError if there is too little to work with.
  void validate() const;
  store::SpillOptions share(std::uint64_t parts, std::uint64_t of) const {
    return {bytes / of * parts, temporary_folder};
  }
  static constexpr std::uint64_t kMinimum = std::uint64_t{16} << 20U;
};

CountedPairs count_pairs(NumberedOccurrences numbered, const Lexicon& lexicon, const MemoryOptions& memory,
                         ThreadPool& threads);

}  // namespace calque::phrase
