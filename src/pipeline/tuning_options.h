// How a system is tuned on a development set.
#pragma once

#include <cstddef>
#include <string>

#include "decode/search_options.h"
#include "tune/tuner.h"

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

  // Throws UsageError.
  void validate() const;
};

}  // namespace calque::pipeline
