// A corpus prepared for training: cut into segments, its word pairs numbered, every cell's number at hand.
//
// Immutable once built. Throws UsageError for a corpus with too many different word pairs, or one that needs
// more memory than the options allow.
#pragma once

#include <span>

#include "align/cooccurrence.h"
#include "align/direction.h"
#include "align/options.h"
#include "align/segments.h"
#include "base/thread_pool.h"
#include "text/corpus.h"

namespace calque::align {

// What training takes, in bytes.
struct MemoryNeed {
  std::uint64_t corpus = 0;
  std::uint64_t pairs = 0;  // the table of word pairs
  std::uint64_t model = 0;  // counts and parameters while training
  std::uint64_t index = 0;  // a number for every cell; can be done without

  std::uint64_t minimum() const { return corpus + pairs + model; }
};

// A corpus prepared for training in both directions. Refers to the corpus, which must outlive it. Cannot be
// moved, as its parts refer to each other.
class TrainingData {
 public:
  TrainingData(const text::ParallelCorpus& corpus, const AlignOptions& options, ThreadPool& threads);
  TrainingData(const TrainingData&) = delete;
  TrainingData& operator=(const TrainingData&) = delete;

  const text::ParallelCorpus& corpus() const { return corpus_; }
  const Segmentation& segmentation() const { return segmentation_; }
  const CooccurrenceTable& table() const { return table_; }
  const CellIndex& index() const { return index_; }
  const MemoryNeed& memory() const { return memory_; }

  // The words of the generated side of a segment.
  std::span<const text::WordId> generated_words(std::size_t segment, Direction direction) const;

 private:
  const text::ParallelCorpus& corpus_;
  Segmentation segmentation_;
  CooccurrenceTable table_;
  MemoryNeed memory_;
  CellIndex index_;
};

}  // namespace calque::align
