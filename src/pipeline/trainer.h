// The training recipe: sentence pairs in, model folder out, in steps that are not done twice.
//
//   prepare -> align -> [tune on held-out pairs] -> phrases, learned reordering ─┐
//          └-> language model ───────────────────────────────────────────────────┴-> finish (weights, score,
//                                                                                    report, manifest)
//
// Without a development set, tuning holds pairs of the training text out: a system of the rest is tuned on
// them, then phrases and language model are counted over everything.
//
// Deterministic: the model's files depend on inputs, options and seed alone. A run that was interrupted, or
// ended by an exception that the reporter threw, continues with the step it was in. Throws what the modules
// throw; the folder is never left with a manifest and half a model.
#pragma once

#include <cstddef>
#include <string>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/train_options.h"

namespace calque::pipeline {

struct TrainResult {
  std::string model_folder;
  std::string report;      // path of the report page
  double seconds = 0;      // of all steps, those kept from an earlier run included
  bool evaluated = false;  // on a development set, or on pairs held out of the training text:
  double development_bleu = 0;
  std::size_t held_out = 0;  // pairs; 0: none
  double untuned_bleu = 0;   // on those, with default weights
};

TrainResult train(const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
