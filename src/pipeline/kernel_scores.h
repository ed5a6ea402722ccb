// Translations scored by a system's kernel regression: a number for each, or n-best lists with the score as
// one more feature.
//
// Results are the same for any number of threads. Throws UsageError for a model without kernel regression,
// DataError with file and line for input that does not fit together.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"

namespace calque::pipeline {

struct KernelScoring {
  std::string model_folder;
  std::string source;
  // One of these: translations line by line, or their n-best lists.
  std::string target;
  std::string n_best;
  std::string output = "-";
  double weight = 0;  // of the score in the lists' totals, by which they are sorted anew
};

void score_by_kernel(const KernelScoring& scoring, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
