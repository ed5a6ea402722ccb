// The options of `calque tune` that both ways of tuning share, and how their names become values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "decode/weights.h"
#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "options.h"
#include "tune/tuner.h"

namespace calque::apps {

struct TuneArguments {
  std::vector<std::string> references;
  std::string method = "mert";
  std::string metric = "bleu";
  std::optional<metrics::Tokenization> tokenization;  // usually as the model's text needs it; none for lists
  bool lowercase = false;
  tune::TuneOptions options;
};

void add_tune_options(Command& command, TuneArguments& arguments);

// Throws UsageError for numbers out of range.
tune::TuneOptions tune_options(const TuneArguments& arguments, std::uint64_t seed);
std::unique_ptr<const metrics::Metric> tune_metric(const TuneArguments& arguments,
                                                   metrics::Tokenization tokenization);

// {"LM0": [0.5], ..., "SparseLengths0[len.2.3]": [0.1]}
nlohmann::ordered_json weights_json(const decode::Weights& weights);

}  // namespace calque::apps
