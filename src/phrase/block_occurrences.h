// The occurrences of a block of sentence pairs, with everything that repeats inside the block stored once:
// the spans of a sentence and the internal alignments. What is left for the numbering of the whole corpus is
// a fraction of the occurrences.
//
// OccurrenceCollector owns scratch memory: one per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrase/extract.h"
#include "phrase/numbering.h"
#include "phrase/occurrence_observer.h"
#include "phrase/pair_filter.h"
#include "phrase/sequences.h"
#include "phrase/types.h"
#include "text/corpus.h"

namespace calque::phrase {

// A phrase at one place of the corpus.
struct PhraseUse {
  std::uint64_t hash = 0;
  std::uint32_t begin = 0;  // in the corpus's array of words
  std::uint32_t uses = 0;   // occurrences of pairs that it is part of
  std::uint8_t length = 0;
};

// Distinct internal alignments: links sorted by source, then target.
struct AlignmentKeys {
  using Item = std::span<const InternalLink>;
  Sequences<InternalLink> links;

  std::size_t size() const { return links.size(); }
  bool equal(std::uint32_t number, Item item) const;
  void add(Item item);
};
std::uint64_t hash_links(std::span<const InternalLink> links);

struct BlockOccurrences {
  struct Record {
    std::uint32_t source = 0;     // into `source`
    std::uint32_t target = 0;     // into `target`
    std::uint32_t alignment = 0;  // into `alignments`
    Orientation backward = Orientation::kMonotone;
    Orientation forward = Orientation::kMonotone;
  };

  std::vector<PhraseUse> source;
  std::vector<PhraseUse> target;
  Sequences<InternalLink> alignments;  // in the order of their first appearance
  std::vector<Record> records;         // in corpus order
};

class OccurrenceCollector {
 public:
  // Requires: both sides have fewer than 2^32 words; alignments fit the corpus. The filter, if any, leaves
  // out pairs and must outlive this, and so must the observer, if any.
  OccurrenceCollector(const text::ParallelCorpus& corpus, const Alignments& alignments,
                      const ExtractOptions& options, const PairFilter* filter = nullptr,
                      OccurrenceObserver* observer = nullptr);

  // Sentence pairs [begin, end), which the observer knows as this block of its wave.
  BlockOccurrences collect(std::size_t begin, std::size_t end, std::size_t block = 0);

 private:
  // Which entry of a block's PhraseUses a span of the current sentence is. Never cleared: an entry counts
  // only if it names a use of this sentence with this very span.
  struct SpanTable {
    std::vector<std::uint32_t> entries;
    std::size_t first_use = 0;  // of the sentence

    std::uint32_t use_of(std::span<const text::WordId> words, std::uint32_t begin, std::size_t cell,
                         std::vector<PhraseUse>& uses);
  };

  // Fills found_.
  void extract(std::size_t sentence, std::size_t block);
  void add_sentence(std::size_t sentence, Numbering<AlignmentKeys>& alignments, BlockOccurrences& block);
  std::uint32_t alignment_of(const Occurrence& found, Numbering<AlignmentKeys>& alignments);

  const text::ParallelCorpus& corpus_;
  Alignments alignments_;
  std::size_t max_length_;
  const PairFilter* filter_;
  OccurrenceObserver* observer_;
  PairFilter::Sentence filtered_;
  PhraseExtractor extractor_;
  std::vector<Occurrence> found_;
  std::vector<InternalLink> links_;
  SpanTable source_spans_;
  SpanTable target_spans_;
};

}  // namespace calque::phrase
