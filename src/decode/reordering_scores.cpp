#include "decode/reordering_scores.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace calque::decode {

void ReorderingScores::begin(std::vector<Part> parts, std::span<const TranslationOption> options,
                             std::span<const std::byte> begin_pending_state, bool vetoes) {
  parts_ = std::move(parts);
  vetoes_ = vetoes;
  options_ = options;
  class_count_ = 0;
  has_transitions_ = std::any_of(parts_.begin(), parts_.end(),
                                 [](const Part& part) { return part.feature->has_transitions(); });
  known_classes_.clear();
  current_.resize(parts_.size());
  pending_states_.reset(begin_pending_state.size());
  pending_states_.intern(begin_pending_state.data());
  pending_after_.assign(options.size(), 0);
  if (!has_pending_states()) return;
  block_.assign(begin_pending_state.size(), std::byte{0});
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const Part& part : parts_)
      part.feature->write_pending_state(part.cache, options[i], block_.data() + part.pending_state_offset);
    pending_after_[i] = pending_states_.intern(block_.data());
  }
}

std::uint32_t ReorderingScores::classify(text::Span source, const std::byte* positions_before) {
  for (std::size_t i = 0; i < parts_.size(); ++i)
    current_[i] = parts_[i].feature->classify(source, positions_before + parts_[i].position_state_offset);
  for (std::size_t known = 0; known < class_count_; ++known) {
    if (std::equal(current_.begin(), current_.end(), known_classes_.begin() + known * parts_.size()))
      return static_cast<std::uint32_t>(known);
  }
  known_classes_.insert(known_classes_.end(), current_.begin(), current_.end());
  if (by_class_.size() == class_count_) by_class_.emplace_back();
  weigh(by_class_[class_count_]);
  return static_cast<std::uint32_t>(class_count_++);
}

void ReorderingScores::advance(text::Span source, const std::byte* positions_before,
                               std::byte* positions_after) const {
  for (const Part& part : parts_) {
    part.feature->advance(source, positions_before + part.position_state_offset,
                          positions_after + part.position_state_offset);
  }
}

double ReorderingScores::transition(text::Span source, const std::byte* positions_before) {
  double sum = 0;
  if (!has_transitions_) return sum;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (!part.feature->has_transitions()) continue;
    scores_.assign(part.weights.size(), 0);
    part.feature->add_transition(part.cache, source, positions_before + part.position_state_offset,
                                 current_[i], scores_);
    sum += weighted(part);
  }
  return sum;
}

// For the class in current_.
void ReorderingScores::weigh(ClassScores& found) {
  found.sorted_options.clear();
  found.backward_scores.assign(options_.size(), 0);
  found.forward_scores.assign(pending_states_.size(), 0);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    scores_.resize(part.weights.size());
    const WeighedClass weighed{part.cache, current_[i], part.weights, scores_};
    part.feature->weigh_backward(weighed, options_, found.backward_scores);
    if (has_pending_states()) {
      part.feature->weigh_forward(
          weighed, {pending_states_[0] + part.pending_state_offset, pending_states_.block_bytes()},
          found.forward_scores);
    }
    if (vetoes_) forbid(part, current_[i], found.backward_scores);
  }
}

void ReorderingScores::forbid(const Part& part, std::uint32_t own_class, std::span<double> scores) const {
  for (std::size_t i = 0; i < options_.size(); ++i) {
    if (!part.feature->permits(options_[i], own_class)) scores[i] = -std::numeric_limits<double>::infinity();
  }
}

double ReorderingScores::weighted(const Part& part) const {
  double sum = 0;
  for (std::size_t k = 0; k < scores_.size(); ++k) sum += part.weights[k] * double{scores_[k]};
  return sum;
}

}  // namespace calque::decode
