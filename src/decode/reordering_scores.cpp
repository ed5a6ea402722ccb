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
  move_count_ = 0;
  has_transitions_ = std::any_of(parts_.begin(), parts_.end(),
                                 [](const Part& part) { return part.feature->has_transitions(); });
  decoder_parts_.clear();
  asked_.resize(parts_.size());
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

std::uint32_t ReorderingScores::move(text::Span source, const std::byte* places_before,
                                     std::byte* places_after) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::size_t offset = parts_[i].position_state_offset;
    asked_[i] = parts_[i].feature->move(source, places_before + offset, places_after + offset);
  }
  for (std::size_t known = 0; known < move_count_; ++known) {
    if (std::equal(asked_.begin(), asked_.end(), decoder_parts_.begin() + known * parts_.size()))
      return static_cast<std::uint32_t>(known);
  }
  decoder_parts_.insert(decoder_parts_.end(), asked_.begin(), asked_.end());
  if (moves_.size() == move_count_) moves_.emplace_back();
  weigh(moves_[move_count_]);
  return static_cast<std::uint32_t>(move_count_++);
}

double ReorderingScores::transition(text::Span source, const std::byte* places_before) {
  double sum = 0;
  if (!has_transitions_) return sum;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (!part.feature->has_transitions()) continue;
    scores_.assign(part.weights.size(), 0);
    part.feature->add_transition(part.cache, source, places_before + part.position_state_offset, asked_[i],
                                 scores_);
    sum += weighted(part);
  }
  return sum;
}

// The move is the one in asked_.
void ReorderingScores::weigh(Move& move) {
  move.sorted_options.clear();
  move.backward_scores.assign(options_.size(), 0);
  move.forward_scores.assign(pending_states_.size(), 0);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    for (std::size_t option = 0; option < options_.size(); ++option) {
      scores_.assign(part.weights.size(), 0);
      part.feature->add_backward_scores(part.cache, options_[option], asked_[i], scores_);
      move.backward_scores[option] += weighted(part);
      if (vetoes_ && !part.feature->permits(options_[option], asked_[i]))
        move.backward_scores[option] = -std::numeric_limits<double>::infinity();
    }
    for (std::uint32_t pending_state = 0; pending_state < pending_states_.size(); ++pending_state) {
      scores_.assign(part.weights.size(), 0);
      part.feature->add_forward_scores(pending_states_[pending_state] + part.pending_state_offset, asked_[i],
                                       scores_);
      move.forward_scores[pending_state] += weighted(part);
    }
  }
}

double ReorderingScores::weighted(const Part& part) const {
  double sum = 0;
  for (std::size_t k = 0; k < scores_.size(); ++k) sum += part.weights[k] * double{scores_[k]};
  return sum;
}

}  // namespace calque::decode
