// The training recipe: sentence pairs in, model folder out, in steps that are not done twice.
//
//   prepare -> align -> phrases, learned reordering ─┐
//          └-> language model ───────────────────────┴-> finish (weights, tuning, score on the development
//                                                        set, report, manifest)
//
// Deterministic: the model's files depend on inputs, options and seed alone. A run that was interrupted, or
// ended by an exception that the reporter threw, continues with the step it was in. Throws what the modules
// throw; the folder is never left with a manifest and half a model.
#pragma once

#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/train_options.h"

namespace calque::pipeline {

struct TrainResult {
  std::string model_folder;
  std::string report;      // path of the report page
  double seconds = 0;      // of all steps, those kept from an earlier run included
  bool evaluated = false;  // a development set was given:
  double development_bleu = 0;
};

TrainResult train(const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
