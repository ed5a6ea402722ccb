// Float weights of a block system from translations of a development set: by the local decisions of the best
// translations (theory/block-bigrams.md#training-from-lists), or by the probability of whole derivations in
// the translation graph (theory/block-bigrams.md#sentence-level-normalisation). With a test set in its place,
// the oracle experiment.
//
// The result is the same for any number of threads. Throws what the modules throw; no half folder is left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "block/online.h"
#include "decode/search_options.h"
#include "metrics/metric.h"
#include "pipeline/tuning.h"

namespace calque::pipeline {

enum class RetrainingGoal : std::uint8_t {
  kLocal,     // each block of the best sequence against others that the list uses for its source words
  kSentence,  // the best derivation against all derivations of the graph
};

struct BlockRetraining {
  std::string model_folder;  // a block system
  std::string output_folder;
  RetrainingGoal goal = RetrainingGoal::kLocal;
  std::size_t n_best = 1000;      // derivations among which the best is looked for
  block::OnlineOptions online{};  // kSentence: passes and rate
  std::size_t batch = 16;         // kSentence: sentences translated with the same weights
};

// Trains and writes the folder, without binary features (kLocal) or with those of the system (kSentence).
// Returns the figures. Throws PointOverflow if weights leave the finite numbers: at a sentence (kSentence) or
// a data point.
nlohmann::ordered_json retrain_block_system(const BlockRetraining& retraining, const DevelopmentSet& set,
                                            const metrics::Metric& metric, ThreadPool& threads,
                                            Reporter& reporter);
// The same for BLEU from files, as the system's text is usually scored. Throws DataError with the sentence,
// where it is known, if weights leave the finite numbers.
nlohmann::ordered_json retrain_block_system(const BlockRetraining& retraining, const std::string& source,
                                            const std::vector<std::string>& references, ThreadPool& threads,
                                            Reporter& reporter);

}  // namespace calque::pipeline
