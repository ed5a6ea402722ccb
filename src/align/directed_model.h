// One direction of word alignment: training by expectation maximisation, and the finished model.
//
// DirectedModel is immutable plain data that many threads may read. DirectedTrainer is used from one thread
// and spreads its work over the pool; its results are the same bits for any number of threads: translation
// counts are integers (LexicalCounts), the few real-valued sums are kept per fixed block of segments and
// added in block order. Throws NumericError if a likelihood stops being finite.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "align/cooccurrence.h"
#include "align/hmm.h"
#include "align/lexicon.h"
#include "align/options.h"
#include "base/thread_pool.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::align {

// A corpus prepared for training in both directions. Refers to the corpus, which must outlive it. Cannot be
// moved, as its parts refer to each other.
class TrainingData {
 public:
  TrainingData(const text::ParallelCorpus& corpus, const AlignOptions& options, ThreadPool& threads);
  TrainingData(const TrainingData&) = delete;
  TrainingData& operator=(const TrainingData&) = delete;

  const text::ParallelCorpus& corpus() const { return corpus_; }
  const Segmentation& segmentation() const { return segmentation_; }
  const CooccurrenceTable& table() const { return *table_; }
  std::shared_ptr<const CooccurrenceTable> shared_table() const { return table_; }
  const CellIndex& index() const { return index_; }

  // The words of the generated side of a segment.
  std::span<const text::WordId> generated_words(std::size_t segment, Direction direction) const;

 private:
  const text::ParallelCorpus& corpus_;
  Segmentation segmentation_;
  std::shared_ptr<const CooccurrenceTable> table_;
  CellIndex index_;
};

struct DirectedModel {
  Direction direction = Direction::kSourceGeneratesTarget;
  LexicalParameters lexicon;
  double null_probability = 0.2;
  std::optional<HmmParameters> hmm;  // nothing: Model 1
};

// One thread's memory for inference on segments.
struct SegmentWorkspace {
  std::vector<std::uint32_t> cell_buffer;
  std::span<const std::uint32_t> cells;  // of the segment loaded last
  PairMatrix emissions;
  PairMatrix posteriors;
  HmmWorkspace hmm;
  std::vector<std::uint32_t> best;
};

class DirectedTrainer {
 public:
  // Starts from uniform translation probabilities. `data` and `threads` must outlive the trainer.
  DirectedTrainer(const TrainingData& data, Direction direction, const AlignOptions& options,
                  ThreadPool& threads);

  // One EM iteration of Model 1. Returns the natural log-likelihood of the corpus before the update.
  double run_ibm1_iteration();
  // The same for the HMM, whose jumps start out uniform at the first call.
  double run_hmm_iteration();

  const DirectedModel& model() const { return model_; }
  // The expected counts of the last iteration.
  const LexicalCounts& counts() const { return counts_; }
  // Ends training.
  DirectedModel release() { return std::move(model_); }

 private:
  struct BlockSums;
  BlockSums expect(const Block& block);
  double run_iteration();

  const TrainingData& data_;
  ThreadPool& threads_;
  LexicalPrior prior_;
  std::size_t jump_window_;
  DirectedModel model_;
  LexicalCounts counts_;
  std::vector<SegmentWorkspace> workspaces_;
};

// Fills workspace.cells and workspace.emissions for one segment.
void load_emissions(const TrainingData& data, const DirectedModel& model, std::size_t segment,
                    SegmentWorkspace& workspace);

// Replaces workspace.posteriors by the link posteriors of the loaded segment, adds to `jumps` if the model is
// an HMM, and returns the segment's natural log-likelihood. Overwrites workspace.emissions.
double infer_posteriors(const DirectedModel& model, SegmentWorkspace& workspace, JumpCounts& jumps);

// Links of the whole corpus as (source, target) positions whatever the direction, one alignment per sentence
// pair.
text::AlignmentCorpus decode(const TrainingData& data, const DirectedModel& model,
                             const AlignOptions& options, ThreadPool& threads);

}  // namespace calque::align
