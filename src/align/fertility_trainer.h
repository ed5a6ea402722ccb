// Trains the fertility model: several Gibbs chains over the corpus, both directions of each together, their
// last samples averaged into one model.
//
// The result is the same for any number of threads; chains are spread over threads in groups.
#pragma once

#include "align/alignment_model.h"
#include "align/training_data.h"
#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::align {

AlignmentModel train_fertility_model(const TrainingData& data, const AlignOptions& options,
                                     ThreadPool& threads, Reporter& reporter);

// Sweeps by stage for a corpus, by its size and its sentences' mean length, where the options leave it open.
SamplingOptions with_sweeps(SamplingOptions options, const text::ParallelCorpus& corpus);

}  // namespace calque::align
