// Word alignment of a parallel corpus: training, link posteriors, symmetrisation.
//
// Results are the same bits for any number of threads. Throws UsageError for bad options, NumericError if
// training meets infinity or NaN. Pairs with an empty side get an empty alignment; over-long pairs are
// aligned piece by piece (segments.h). An empty corpus gives an empty result.
#pragma once

#include <vector>

#include "align/alignment_model.h"
#include "align/options.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::align {

TrainingResult train_model(const text::ParallelCorpus& corpus, const AlignOptions& options,
                           ThreadPool& threads, Reporter& reporter);

// Links and, side by side with them, their posterior probabilities: of the direction for directed alignments,
// else averaged over both.
struct AlignmentResult {
  text::AlignmentCorpus links;
  std::vector<float> probabilities;
  std::size_t empty_pairs = 0;
  std::size_t cut_pairs = 0;
};

// Aligns a corpus whose words are numbered as the model's; others are kUnknownWord. Training text comes out
// as it does after training.
AlignmentResult align(const AlignmentModel& model, const text::ParallelCorpus& corpus,
                      const AlignOptions& options, ThreadPool& threads);

// Training and aligning in one.
text::AlignmentCorpus align_corpus(const text::ParallelCorpus& corpus, const AlignOptions& options,
                                   ThreadPool& threads, Reporter& reporter);

}  // namespace calque::align
