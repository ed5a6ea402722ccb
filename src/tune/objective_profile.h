// The objective of a method along one weight, all others kept: what its optimiser walks on
// (theory/tuning.md#loss-scale-and-norm).
//
// Same result for any number of threads. Throws UsageError for a method without objective on the lists (MIRA,
// PRO), for a weight that does not exist and for an empty range.
#pragma once

#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "decode/weights.h"
#include "tune/tuner.h"

namespace calque::tune {

struct ProfileRange {
  std::string feature;
  std::size_t score = 0;  // which of the feature's weights
  double from = 0.0;
  double to = 1.0;
  std::size_t steps = 100;  // intervals; one point more
};

struct ProfilePoint {
  double weight;
  double objective;  // larger is better for MERT and smoothed MERT, smaller for the SVMs
};

// "LM0=0:1", "TranslationModel0.2=-1:1:50" (which score, counted from 0; intervals). Throws UsageError.
ProfileRange parse_profile_range(const std::string& text);

// Oracles are those of the metric alone, chosen once, as published; 1-slack without fixed length.
std::vector<ProfilePoint> objective_profile(const CandidateLists& lists, const TuningObjective& goal,
                                            const decode::Weights& weights, const ProfileRange& range,
                                            const TuneOptions& options, ThreadPool& threads);

}  // namespace calque::tune
