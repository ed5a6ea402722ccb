// Tuning on n-best lists that are there already: from files to weights, or to the shape of a method's
// objective. Behind `calque tune --nbest`.
//
// Deterministic by seed, for any number of threads. Throws UsageError and DataError for options that cannot
// be and for lists that do not fit each other, the references or the weights.
#pragma once

#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/model_tuning.h"
#include "tune/objective_profile.h"
#include "tune/tuner.h"

namespace calque::pipeline {

struct ListTuning {
  std::vector<std::string> lists;
  std::vector<std::string> references;
  std::string weights{};  // to start from; empty: the usual ones
  TuningGoal goal{};      // usually without tokenising: lists are tokens
  tune::TuneOptions options{};
};

TunedWeights tune_on_lists(const ListTuning& tuning, ThreadPool& threads, Reporter& reporter);

// The objective of the method along one weight (tune/objective_profile.h), such as "LM0=0:1:50".
std::vector<tune::ProfilePoint> shape_on_lists(const ListTuning& tuning, const std::string& range,
                                               ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
