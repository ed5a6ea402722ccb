// Trains the models of expectation maximisation: Model 1, the diagonal model, the hidden Markov model.
//
// Results are the same bits for any number of threads. Throws NumericError if training meets
// infinity or NaN, UsageError for more jump classes than word classes can be.
#pragma once

#include "align/alignment_model.h"
#include "align/options.h"
#include "align/training_data.h"
#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::align {

// Both directions: Model 1 first, then the chosen model; in lock step if they are to agree, otherwise one
// after the other.
TrainingResult train_by_expectation(const TrainingData& data, const AlignOptions& options,
                                    ThreadPool& threads, Reporter& reporter);

}  // namespace calque::align
