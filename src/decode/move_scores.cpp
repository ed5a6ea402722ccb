#include "decode/move_scores.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace calque::decode {

void MoveScores::begin(std::vector<Part> parts, std::span<const TranslationOption> options,
                       std::span<const std::byte> begin_outlook, bool vetoes) {
  parts_ = std::move(parts);
  vetoes_ = vetoes;
  options_ = options;
  move_count_ = 0;
  has_transitions_ = std::any_of(parts_.begin(), parts_.end(),
                                 [](const Part& part) { return part.feature->has_transitions(); });
  components_.clear();
  asked_.resize(parts_.size());
  outlooks_.reset(begin_outlook.size());
  outlooks_.intern(begin_outlook.data());
  outlook_after_.assign(options.size(), 0);
  if (!has_outlooks()) return;
  block_.assign(begin_outlook.size(), std::byte{0});
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (const Part& part : parts_)
      part.feature->write_outlook(part.preparation, options[i], block_.data() + part.outlook_offset);
    outlook_after_[i] = outlooks_.intern(block_.data());
  }
}

std::uint32_t MoveScores::move(text::Span source, const std::byte* places_before, std::byte* places_after) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::size_t offset = parts_[i].place_offset;
    asked_[i] = parts_[i].feature->move(source, places_before + offset, places_after + offset);
  }
  for (std::size_t known = 0; known < move_count_; ++known) {
    if (std::equal(asked_.begin(), asked_.end(), components_.begin() + known * parts_.size()))
      return static_cast<std::uint32_t>(known);
  }
  components_.insert(components_.end(), asked_.begin(), asked_.end());
  if (moves_.size() == move_count_) moves_.emplace_back();
  weigh(moves_[move_count_]);
  return static_cast<std::uint32_t>(move_count_++);
}

double MoveScores::transition(text::Span source, const std::byte* places_before) {
  double sum = 0;
  if (!has_transitions_) return sum;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    if (!part.feature->has_transitions()) continue;
    scores_.assign(part.weights.size(), 0);
    part.feature->add_transition(part.preparation, source, places_before + part.place_offset, asked_[i],
                                 scores_);
    sum += weighted(part);
  }
  return sum;
}

// The move is the one in asked_.
void MoveScores::weigh(Move& move) {
  move.sorted_options.clear();
  move.arrivals.assign(options_.size(), 0);
  move.departures.assign(outlooks_.size(), 0);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    for (std::size_t option = 0; option < options_.size(); ++option) {
      scores_.assign(part.weights.size(), 0);
      part.feature->add_arrival(part.preparation, options_[option], asked_[i], scores_);
      move.arrivals[option] += weighted(part);
      if (vetoes_ && !part.feature->permits(options_[option], asked_[i]))
        move.arrivals[option] = -std::numeric_limits<double>::infinity();
    }
    for (std::uint32_t outlook = 0; outlook < outlooks_.size(); ++outlook) {
      scores_.assign(part.weights.size(), 0);
      part.feature->add_departure(outlooks_[outlook] + part.outlook_offset, asked_[i], scores_);
      move.departures[outlook] += weighted(part);
    }
  }
}

double MoveScores::weighted(const Part& part) const {
  double sum = 0;
  for (std::size_t k = 0; k < scores_.size(); ++k) sum += part.weights[k] * double{scores_[k]};
  return sum;
}

}  // namespace calque::decode
