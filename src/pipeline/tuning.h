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

#include <nlohmann/json_fwd.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "decode/search_options.h"
#include "metrics/metric.h"
#include "pipeline/development_set.h"
#include "pipeline/system.h"
#include "tune/tuner.h"
#include "tune/tuning_result.h"

namespace calque::pipeline {

struct TuningOptions {
  tune::TuneOptions method;
  decode::SearchOptions search{.distinct = true};
  std::size_t n_best = 1000;
  std::size_t rounds = 10;
  std::size_t patience = 3;  // rounds without a better score after which to stop
  std::size_t runs = 1;      // with seeds of their own; their weights are averaged
  std::size_t averaged = 3;  // the best rounds of a run whose mean is tried at its end
  // The share of newly found weights in those of the next round; the rest are the weights before.
  double blend = 1.0;
  std::string work_folder;

  void validate() const;
};

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

// The figures of a run, for --json, reports and the work folder.
nlohmann::ordered_json to_json(const TuningRun& run);

}  // namespace calque::pipeline
