// One direction of word alignment trained by expectation maximisation, alone or in agreement with the other.
//
// DirectedModel is plain data that many threads may read. DirectedTrainer is used from one thread and spreads
// its work over the pool; its results are the same bits for any number of threads: translation counts are
// integers (LexicalCounts), the few real-valued sums are kept per fixed block of segments and added in block
// order. Throws NumericError if a likelihood stops being finite.
#pragma once

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "align/cooccurrence.h"
#include "align/diagonal.h"
#include "align/hmm.h"
#include "align/ibm1.h"
#include "align/lexicon.h"
#include "align/options.h"
#include "align/training_data.h"
#include "base/thread_pool.h"

namespace calque::align {

// The position models that expectation maximisation trains.
using ExpectedPositions = std::variant<UniformPositions, DiagonalPositions, HmmParameters>;

struct DirectedModel {
  Direction direction = Direction::kSourceGeneratesTarget;
  LexicalParameters lexicon;
  ExpectedPositions positions;
};

// One thread's memory for inference on segments.
struct SegmentWorkspace {
  std::vector<std::uint32_t> cell_buffer;
  std::span<const std::uint32_t> cells;  // of the segment inferred last
  PairMatrix emissions;
  PairMatrix posteriors;
  HmmWorkspace hmm;
};

class DirectedTrainer {
 public:
  // Starts as Model 1 with uniform translation probabilities. `data` and `threads` must outlive the trainer.
  DirectedTrainer(const TrainingData& data, Direction direction, const AlignOptions& options,
                  ThreadPool& threads);

  // The position model of the iterations that follow. Translation probabilities stay.
  void continue_with(ExpectedPositions positions);
  // One iteration. Returns the natural log-likelihood of the corpus before the update.
  double run_iteration();

  const DirectedModel& model() const { return model_; }
  // The expected counts of the last iteration.
  const LexicalCounts& counts() const { return counts_; }
  // Ends training.
  DirectedModel release() { return std::move(model_); }

 private:
  friend std::array<double, 2> run_agreeing_iteration(DirectedTrainer& forward, DirectedTrainer& reverse);

  // What a block of segments adds up to, beside counts_ and diagonal_.
  struct BlockSums {
    double log_likelihood = 0.0;
    JumpCounts jumps;
  };

  void clear_counts();
  BlockSums no_sums() const;
  // The E-step on one segment: posteriors into the thread's workspace, then from there into the counts.
  void infer(std::size_t segment, SegmentWorkspace& workspace, BlockSums& sums) const;
  void count(std::size_t segment, const SegmentWorkspace& workspace);
  // The M-step. Returns the log-likelihood.
  double maximize(const std::vector<BlockSums>& blocks);

  const TrainingData& data_;
  ThreadPool& threads_;
  LexicalPrior prior_;
  DirectedModel model_;
  LexicalCounts counts_;
  DiagonalCounts diagonal_;
  std::vector<SegmentWorkspace> workspaces_;  // by thread
};

// One iteration of both directions in agreement (Liang, Taskar and Klein 2006): the expectation of a link is
// the product of its posteriors in the two directions, scaled so that every generated word keeps its share of
// links. (Without the scaling, the counts of rare words are so small that a prior wipes them out.) Null words
// and jumps, which have no counterpart in the other direction, are expected as each direction alone would
// have it. Both trainers must be of the same data and threads. Returns their own log-likelihoods before the
// update; these may fall.
std::array<double, 2> run_agreeing_iteration(DirectedTrainer& forward, DirectedTrainer& reverse);

}  // namespace calque::align
