// What a tuning run keeps in its work folder between rounds: NAME.json (rounds, weights, which lists) and the
// merged lists, under one of two names in turn so that a run stopped while writing finds the round before
// whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "decode/weights.h"
#include "metrics/metric.h"
#include "pipeline/development_set.h"
#include "pipeline/system.h"
#include "pipeline/tuning_options.h"
#include "tune/lists.h"
#include "tune/tuning_result.h"

namespace calque::pipeline {

struct TuningState {
  std::string key;  // of everything the run depends on; another key starts anew
  tune::TuningRun run;
  decode::Weights next;  // to translate with in the next round
  bool finished = false;
  std::string lists;  // file of the merged candidates; empty: none yet
  std::size_t best_round = 0;
  std::vector<double> units{};  // how much each feature varies in the first round's lists; none before
};

std::string state_key(const TranslationSystem& system, const DevelopmentSet& set,
                      const metrics::Metric& metric, const TuningOptions& options, std::uint64_t seed);

// Nothing if there is no state of this key; a state that cannot be read counts as none.
std::optional<TuningState> load_state(const std::string& folder, const std::string& name,
                                      const std::string& key);
std::optional<tune::CandidateLists> load_candidates(const std::string& folder, const TuningState& state);
// A finished run keeps no lists.
void save_state(const std::string& folder, const std::string& name, TuningState& state,
                const tune::CandidateLists& lists);

// The figures of a run, for --json, reports and the work folder.
nlohmann::ordered_json to_json(const tune::TuningRun& run);

}  // namespace calque::pipeline
