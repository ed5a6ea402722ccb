// How training finds weights: on a development set, or on pairs that are held out of the training text.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/development_set.h"
#include "pipeline/model_steps.h"
#include "pipeline/system.h"
#include "pipeline/tuning.h"

namespace calque::pipeline {

// Tunes for BLEU by the method of the options, with a narrower search than translating has: it finds the same
// weights in a fraction of the time.
TuningResult tune_in_training(const TrainOptions& options, const TranslationSystem& system,
                              const DevelopmentSet& set, const std::string& work_folder, ThreadPool& threads,
                              Reporter& reporter);

// The outputs of tune_on_held_out, relative to the model folder: weights, and the learned reordering models.
std::vector<std::string> held_out_outputs(const TrainOptions& options);

// For each part (numbers of pairs, rising): tunes a system on it that was trained on the corpus without it,
// in a folder below the work folder that is removed in the end. Parts that are a twenty-fifth of the corpus
// at most share such a system. What is left are the mean of the weights and the learned reordering models of
// the first system, which serve that of the whole corpus as well; phrases and language model are counted anew
// there. Returns figures: {"pairs", "parts", "method",
// "untuned_bleu", "bleu" (by the search that tunes, each with the weights of its part; means over the parts),
// "signature", "sentences", "samples", "reordering"}. Resumable.
nlohmann::json tune_on_held_out(const StepContext& whole, std::span<const std::vector<std::size_t>> parts);

}  // namespace calque::pipeline
