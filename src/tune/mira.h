// Batch k-best MIRA: passes over the lists that move the weights so that good candidates lead bad ones by as
// much as they are better. Tunes dense and sparse features.
#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "tune/joint_weights.h"
#include "tune/objective.h"

namespace calque::tune {

struct MiraOptions {
  std::size_t epochs = 60;
  double largest_step = 0.01;  // C
  double loss_scale = 10.0;    // what a change of the corpus score by one sentence's whole share weighs
  std::uint64_t seed = 1;      // of the order of sentences
};

// The averaged weights after the epoch that scores best on the lists (the start, if none is better). What a
// candidate is worth is the corpus score with it in place of the sentence's current choice.
std::vector<double> train_mira(const FullFeatures& features, const TuningObjective& goal,
                               std::span<const double> start, const MiraOptions& options,
                               ThreadPool& threads);

// The candidates that full weights choose.
Choice best_choice(const FullFeatures& features, std::span<const double> full);

}  // namespace calque::tune
