// Weights of a linear learner for one problem, and sub-models of source phrases. Internal to the trainer.
#pragma once

#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "learn/class_distances.h"
#include "learn/rows.h"
#include "learn/weights.h"
#include "reorder/linear.h"
#include "reorder/prepared_rows.h"
#include "reorder/trainer.h"

namespace calque::reorder {

// Requires: options.learner.linear(). Fills iterations and the like of the report.
learn::Weights train_weights(const learn::Problem& problem, const learn::ClassDistances& distances,
                             const TrainOptions& options, ThreadPool& threads, TrainingReport& report);

// The same of mlr-dual, which gives back the memory of rows that it needs no more.
learn::Weights train_weights(PreparedRows::Released rows, const TrainOptions& options,
                             TrainingReport& report);

// Rounds and rate with the least error on held-out samples (theory/reordering.md#max-margin-structure).
// Requires: options.learner.by_steps().
learn::EarlyStop choose_early_stop(const learn::Problem& problem, const learn::ClassDistances& distances,
                                   const TrainOptions& options, std::span<const std::uint32_t> sentences,
                                   ThreadPool& threads);

// How the learner's scores become probabilities.
Link link_of(Method method);

// One sub-model for each source phrase with at least options.min_samples samples, in parallel. Random
// numbers depend on the phrase alone. Requires: options.distances.
ClusterTables train_clusters(const CorpusText& text, std::span<const Sample> samples,
                             const PreparedRows& rows, const ReorderingClasses& classes,
                             const TrainOptions& options, ThreadPool& threads);

}  // namespace calque::reorder
