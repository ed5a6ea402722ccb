#include "block/word_steps.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "block/types.h"

namespace calque::block {

StepCounts::StepCounts(std::size_t source_words)
    : words_(source_words),
      outbound_((source_words + 2) * kStepCount),
      inbound_((source_words + 2) * kStepCount) {}

std::size_t StepCounts::row_of(text::WordId word) const {
  return std::min(text::index_of(word), words_);
}

void StepCounts::add(std::span<const text::WordId> source, std::span<const text::Link> links) {
  by_target_.assign(links.begin(), links.end());
  std::sort(by_target_.begin(), by_target_.end(), [](const text::Link& a, const text::Link& b) {
    return a.target != b.target ? a.target < b.target : a.source < b.source;
  });
  std::int64_t left = -1;
  std::size_t left_row = words_ + 1;
  for (std::size_t i = 0; i < by_target_.size();) {
    std::size_t last = i;
    while (last + 1 < by_target_.size() && by_target_[last + 1].target == by_target_[i].target) ++last;
    const std::int64_t entered = by_target_[i].source;
    const std::size_t step = WordSteps::column_of(entered - left);
    ++outbound_[left_row * kStepCount + step];
    ++inbound_[row_of(source[by_target_[i].source]) * kStepCount + step];
    left = by_target_[last].source;
    left_row = row_of(source[by_target_[last].source]);
    i = last + 1;
  }
}

void StepCounts::add(const StepCounts& others) {
  CALQUE_CHECK(others.words_ == words_);
  for (std::size_t i = 0; i < outbound_.size(); ++i) {
    outbound_[i] += others.outbound_[i];
    inbound_[i] += others.inbound_[i];
  }
}

StepCosts StepCounts::costs(const StepOptions& options) const {
  return {smoothed(outbound_, options), smoothed(inbound_, options)};
}

std::vector<float> StepCounts::smoothed(std::span<const std::uint32_t> counts,
                                        const StepOptions& options) const {
  std::array<double, kStepCount> all{};
  double total = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    all[i % kStepCount] += counts[i];
    total += counts[i];
  }
  std::vector<float> costs(counts.size());
  for (std::size_t row = 0; row < words_ + 2; ++row) {
    double own = 0;
    for (std::size_t k = 0; k < kStepCount; ++k) own += counts[row * kStepCount + k];
    for (std::size_t k = 0; k < kStepCount; ++k) {
      const double common = total > 0 ? all[k] / total : 1.0 / static_cast<double>(kStepCount);
      const double word = own > 0 ? counts[row * kStepCount + k] / own : common;
      costs[row * kStepCount + k] = cost_of(options.lambda * word + (1 - options.lambda) * common);
    }
  }
  return costs;
}

WordSteps::WordSteps(std::span<const float> outbound, std::span<const float> inbound)
    : outbound_(outbound), inbound_(inbound), rows_(outbound.size() / kStepCount) {
  CALQUE_CHECK(outbound.size() == inbound.size() && outbound.size() % kStepCount == 0 && rows_ >= 2);
}

}  // namespace calque::block
