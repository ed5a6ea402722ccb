// What the training text says about word order: how wide the search has to look for the next phrase, and how
// much a jump costs before weights are tuned.
//
// Values and pure functions.
#pragma once

#include <cstdint>

#include <nlohmann/json_fwd.hpp>

#include "phrase/jumps.h"

namespace calque::pipeline {

struct WordOrder {
  std::uint32_t distortion_limit = 12;
  double distance_weight = 0;  // of Distortion0 beside an orientation model; 0: the usual one

  // The limit leaves room for all but one in 200 jumps, and for the words between that belong to phrases. The
  // weight follows the geometric distribution that has the mean jump. By experiment (docs/decoder.md).
  static WordOrder of(const phrase::JumpCounts& jumps);
};

// For the records of a training: {"distortion_limit", "distance_weight"} and back.
nlohmann::json to_json(const WordOrder& order);
WordOrder word_order_from(const nlohmann::json& facts);

}  // namespace calque::pipeline
