// Training and testing on all of a corpus: from word-aligned text to a model, or to how well one predicts it.
// Behind `calque reorder train` and `calque reorder test`.
//
// The same for any number of threads, except seconds.
#pragma once

#include "base/error.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "reorder/corpus_text.h"
#include "reorder/evaluation.h"
#include "reorder/learner.h"
#include "reorder/model.h"
#include "reorder/samples.h"
#include "reorder/trainer.h"

namespace calque::reorder {

struct CorpusRun {
  const CorpusText& text;
  const ReorderingClasses& classes;
  const SampleOptions& samples;
  ThreadPool& threads;
  Reporter& reporter;

  // Collects samples and trains on them; where the learner counts, samples are never all in memory. Throws
  // DataError at `place` if there are none.
  TrainingResult train(const Learner& learner, const TrainOptions& options, const Place& place) const;

  struct Test {
    Evaluation evaluation;
    double seconds = 0.0;  // CPU time of the predictions
  };
  Test test(const Classifier& classifier) const;

 private:
  SampleSet collect() const;
  void note(std::size_t sample_count, const SampleCounts& counts) const;
};

}  // namespace calque::reorder
