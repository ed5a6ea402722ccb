// What is known of a training run besides the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "learn/perceptron.h"

namespace calque::reorder {

struct TrainingReport {
  std::size_t samples = 0;
  std::size_t features = 0;
  std::size_t sub_models = 0;
  std::size_t iterations = 0;    // passes over the data
  double prepare_seconds = 0.0;  // from samples to rows of features, CPU time of all threads
  double train_seconds = 0.0;    // from there to the model, the same
  // mlr-dual (learn::DualResult): after each pass; visits at which no step helped; what rechecks found.
  std::vector<double> active_fraction;
  std::vector<std::uint64_t> bytes_in_use;
  std::uint64_t failed_visits = 0;
  std::vector<std::uint64_t> unsettled;
  std::optional<learn::EarlyStop> early_stop;
};

}  // namespace calque::reorder
