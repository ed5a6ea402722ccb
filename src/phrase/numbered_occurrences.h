// Every occurrence of a phrase pair in a corpus as three numbers: source phrase, target phrase, internal
// alignment with orientations. First step from a corpus to a phrase table.
//
// Sentence pairs are worked on in waves, so only the distinct phrases and alignments and, up to the limit,
// the twelve bytes of each occurrence are in memory. The result is the same for any number of threads and any
// limit. Throws what extraction throws, and the errors of temporary files.
#pragma once

#include <cstdint>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "phrase/occurrence_observer.h"
#include "phrase/phrase_list.h"
#include "phrase/sequences.h"
#include "phrase/types.h"
#include "store/spilling_array.h"
#include "text/corpus.h"

namespace calque::phrase {

// Internal alignment and orientations in one number.
struct AlignmentAndOrientations {
  static constexpr std::size_t kMaxAlignments = std::size_t{1} << 28U;

  static std::uint32_t pack(std::uint32_t alignment, Orientation backward, Orientation forward) {
    return alignment << 4U | static_cast<std::uint32_t>(backward) << 2U | static_cast<std::uint32_t>(forward);
  }
  static std::uint32_t alignment(std::uint32_t packed) { return packed >> 4U; }
  static std::size_t backward(std::uint32_t packed) { return packed >> 2U & 3U; }
  static std::size_t forward(std::uint32_t packed) { return packed & 3U; }
};

struct NumberedOccurrence {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::uint32_t alignment_and_orientations = 0;
};

// Phrases and alignments are numbered in the order of their first occurrence. Phrases are views of the
// corpus.
struct NumberedOccurrences {
  PhraseList source;
  PhraseList target;
  std::vector<std::uint32_t> source_counts;  // occurrences of each source phrase
  std::vector<std::uint32_t> target_counts;
  Sequences<InternalLink> alignments;  // links sorted by source, then target
  store::SpillingArray<NumberedOccurrence> occurrences;
};

// A view.
struct AlignedText {
  const text::ParallelCorpus& corpus;
  Alignments alignments;
};

// `observer`, if any, sees every occurrence.
NumberedOccurrences number_occurrences(const AlignedText& text, const ExtractOptions& options,
                                       const store::SpillOptions& spill, ThreadPool& threads,
                                       Reporter& reporter, OccurrenceObserver* observer = nullptr);

}  // namespace calque::phrase
