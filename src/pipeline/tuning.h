// Tunes a trained system on a development set: translate it into n-best lists, find better weights on all
// lists so far, and again (theory/tuning.md#the-outer-loop).
//
// Resumable: after each round the state is in the work folder, and the same call goes on there. Deterministic
// by seed, for any number of threads. Throws UsageError and DataError for sets that do not fit together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "metrics/metric.h"
#include "pipeline/development_set.h"
#include "pipeline/system.h"
#include "pipeline/tuning_options.h"
#include "tune/tuning_result.h"

namespace calque::pipeline {

using tune::TuningResult;
using tune::TuningRound;
using tune::TuningRun;

// How far the next round goes from the best weights towards those newly found, by the scores of the rounds so
// far: all the way (1), and half as far after each round that fell 5 % and more below the best before it,
// down to 1/8. Weights that look best on lists which lack what they prefer lead far off; the lists tell only
// after they have been translated with, and a run that has seen this once goes on with care.
double step_after(std::span<const double> scores, bool higher_is_better);

TuningResult tune_system(const TranslationSystem& system, const DevelopmentSet& set,
                         const metrics::Metric& metric, const TuningOptions& options, ThreadPool& threads,
                         Reporter& reporter);

}  // namespace calque::pipeline
