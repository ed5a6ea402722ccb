// Pairwise ranking (PRO): weights that put the better of two candidates first, learnt by logistic regression
// on sampled pairs. Tunes dense and sparse features.
#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "tune/joint_weights.h"
#include "tune/objective.h"

namespace calque::tune {

struct ProOptions {
  std::size_t samples = 5000;    // pairs drawn per sentence
  std::size_t kept = 50;         // of them, those with the largest differences
  double min_difference = 0.05;  // of what candidates are worth as sentences
  double regularisation = 1e-4;  // of the squared weights, in units of each feature's spread
  std::uint64_t seed = 1;
};

// Starts from and, without any pair to learn from, returns `start`.
std::vector<double> train_pro(const FullFeatures& features, const TuningObjective& goal,
                              std::span<const double> start, const ProOptions& options, ThreadPool& threads);

}  // namespace calque::tune
