// What a tuning run on a development set found: round by round, run by run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decode/weights.h"

namespace calque::tune {

// One translation of the set and the weights that came of it.
struct TuningRound {
  decode::Weights weights;  // that it began with
  double score = 0.0;       // of the translations with the weights that the round began with
  double list_score = 0.0;  // of the best candidates of the merged lists with the new weights
  std::size_t candidates = 0;
  std::size_t added = 0;
  double seconds = 0.0;
};

struct TuningRun {
  std::uint64_t seed = 0;
  std::vector<TuningRound> rounds;
  decode::Weights weights;  // those whose translations scored best: of a round, or the mean of several
  double score = 0.0;
};

struct TuningResult {
  decode::Weights weights;
  double before = 0.0;
  double after = 0.0;  // of the set translated with these weights
  std::string signature;
  std::vector<TuningRun> runs;
};

}  // namespace calque::tune
