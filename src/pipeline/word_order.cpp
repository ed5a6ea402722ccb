#include "pipeline/word_order.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace calque::pipeline {
namespace {

constexpr double kShareWithinLimit = 0.995;
constexpr std::uint32_t kRoomForPhrases = 3;
constexpr std::uint32_t kMinLimit = 6;
constexpr std::uint32_t kMaxLimit = 12;

constexpr double kWeightOfGeometric = 0.07;
// Text without any jump would ask for an infinite weight.
constexpr double kMinMean = 0.05;

}  // namespace

WordOrder WordOrder::of(const phrase::JumpCounts& jumps) {
  WordOrder order;
  if (jumps.total() == 0) return order;
  order.distortion_limit =
      std::clamp(jumps.quantile(kShareWithinLimit) + kRoomForPhrases, kMinLimit, kMaxLimit);
  // A jump of n words has a probability in proportion to (mean / (1 + mean))^n.
  order.distance_weight = kWeightOfGeometric * std::log1p(1 / std::max(jumps.mean(), kMinMean));
  return order;
}

nlohmann::json to_json(const WordOrder& order) {
  return {{"distortion_limit", order.distortion_limit}, {"distance_weight", order.distance_weight}};
}

WordOrder word_order_from(const nlohmann::json& facts) {
  return {facts.at("distortion_limit").get<std::uint32_t>(), facts.at("distance_weight").get<double>()};
}

}  // namespace calque::pipeline
