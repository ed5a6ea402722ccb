// Tuning of a model folder: what to tune for and on, and where the results go. Behind `calque tune --model`
// and the library's Tuner.
//
// As tune_system(): resumable, deterministic by seed, for any number of threads.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "decode/search_options.h"
#include "decode/weights.h"
#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "pipeline/tuning.h"
#include "pipeline/tuning_options.h"

namespace calque::pipeline {

// What to tune for.
struct TuningGoal {
  std::string metric = "bleu";
  std::optional<metrics::Tokenization> tokenization;  // usually what suits the text
  bool lowercase = false;

  // Throws UsageError for a metric that does not exist.
  std::unique_ptr<const metrics::Metric> make_metric(metrics::Tokenization usual) const;
};

// Weights and how they were found, for programs.
struct TunedWeights {
  decode::Weights weights;
  nlohmann::ordered_json figures;
};

struct ModelTuning {
  std::string model_folder;
  std::string source;
  std::vector<std::string> references;
  TuningGoal goal;
  TuningOptions loop;  // search: as the model has it; no work folder: the model's own
  std::function<void(decode::SearchOptions&)> change_search;  // may be empty
  std::string report;  // file for a page with the learning curves; empty: none
};

struct TunedModel {
  TuningResult result;
  nlohmann::ordered_json figures;
};

TunedModel tune_model(const ModelTuning& tuning, ThreadPool& threads, Reporter& reporter);

// The file of the model's own weights, which translating reads.
std::string weights_file(const std::string& model_folder);

// {"LM0": [0.5], ..., "SparseLengths0[len.2.3]": [0.1]}
nlohmann::ordered_json to_json(const decode::Weights& weights);

}  // namespace calque::pipeline
