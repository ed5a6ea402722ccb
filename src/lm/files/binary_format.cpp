#include "lm/files/binary_format.h"

#include <cmath>

#include <fmt/format.h>

namespace calque::lm {

std::string section_name(std::string_view name, unsigned n) {
  return fmt::format("{}.{}", name, n);
}

std::vector<float> stored_log_probs(const NgramModelData& data, unsigned n, bool mark_leaves) {
  std::vector<float> log_probs = data.levels[n - 1].log_prob;
  if (!mark_leaves) {
    for (float& log_prob : log_probs) log_prob = -std::fabs(log_prob);
    return log_probs;
  }
  for (float& log_prob : log_probs) log_prob = std::fabs(log_prob);
  if (n == data.order()) return log_probs;
  for (const std::uint32_t suffix : data.levels[n].suffix) log_probs[suffix] = -std::fabs(log_probs[suffix]);
  return log_probs;
}

std::vector<float> stored_backoffs(const NgramModelData& data, unsigned n) {
  std::vector<float> backoffs = data.levels[n - 1].backoff;
  const std::vector<std::uint8_t> extends = extends_right(data, n);
  for (std::size_t i = 0; i < backoffs.size(); ++i) {
    if (backoffs[i] == 0.0F) backoffs[i] = extends[i] != 0 ? 0.0F : kContextEnds;
  }
  return backoffs;
}

}  // namespace calque::lm
