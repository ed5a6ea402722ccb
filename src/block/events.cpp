#include "block/events.h"

#include <algorithm>

namespace calque::block {

EventMaker::EventMaker(const EventModels& models, const EventOptions& options)
    : models_(models), options_(options), matcher_(models.blocks) {}

void EventMaker::match(const SentencePair& pair) {
  matcher_.find(pair.source, pair.target, matches_);
  list_bigrams(matches_, options_.adjacency, bigrams_);
}

void EventMaker::add_points(const SentencePair& pair, DataPoints& points, DataPoints& neutral) {
  match(pair);
  const lm::Model& model = models_.language_model;
  states_.assign(1, model.begin_state());
  for (const text::WordId word : pair.target) {
    const std::size_t id = text::index_of(word);
    const text::WordId asked = id < models_.lm_words.size() ? models_.lm_words[id] : model.unknown();
    lm::State after;
    model.score(states_.back(), asked, after);
    states_.push_back(after);
  }
  by_previous_ = bigrams_;
  std::stable_sort(by_previous_.begin(), by_previous_.end(),
                   [](const Bigram& a, const Bigram& b) { return a.previous < b.previous; });
  for (std::size_t i = 0; i < by_previous_.size();) {
    if (by_previous_[i].previous == kNoMatch) {
      if (models_.features.kind() == ModelKind::kOrientation)
        add_point(pair, nullptr, std::span(by_previous_).subspan(i, 1), neutral);
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < by_previous_.size() && by_previous_[end].previous == by_previous_[i].previous) ++end;
    add_point(pair, &matches_[by_previous_[i].previous], std::span(by_previous_).subspan(i, end - i), points);
    i = end;
  }
}

void EventMaker::add_point(const SentencePair& pair, const Match* previous,
                           std::span<const Bigram> successors, DataPoints& points) {
  collect(successors, pair.target.size());
  const std::uint32_t target_begin = matches_[successors[0].match].target.begin;
  const BlockSides before =
      previous == nullptr ? BlockSides{}
                          : BlockSides::of(previous->block, models_.blocks.target_words(previous->block));
  const auto add = [&](const Candidate& candidate, bool positive) {
    write_floats(pair, previous, candidate, target_begin);
    active_.clear();
    if (previous != nullptr) {
      models_.binary.append_active(
          before, BlockSides::of(candidate.block, models_.blocks.target_words(candidate.block)), active_);
    }
    if (positive) {
      points.add_positive(floats_, active_);
    } else {
      points.add_negative(floats_, active_);
    }
  };
  for (const Candidate& candidate : positives_) add(candidate, true);
  for (const Candidate& candidate : negatives_) add(candidate, false);
  points.end_point();
}

// Spec 04 section 5.
void EventMaker::collect(std::span<const Bigram> successors, std::size_t target_length) {
  positives_.clear();
  negatives_.clear();
  for (const Bigram& bigram : successors) {
    const Match& match = matches_[bigram.match];
    positives_.push_back(
        {match.block, match.source, bigram.orientation, match.target.end == target_length});
  }
  for (const Bigram& bigram : successors) {
    const Match& match = matches_[bigram.match];
    const bool ends = match.target.end == target_length;
    const BlockSet::Range range = models_.blocks.with_source(models_.blocks.source_of(match.block));
    const std::size_t count = std::min<std::size_t>(range.end - range.begin, options_.most_alternatives);
    for (std::size_t i = 0; i < count; ++i) {
      add_alternative(
          {static_cast<BlockId>(range.begin + i), match.source, bigram.orientation, ends});
    }
    if (options_.alternatives == Alternatives::kSource) continue;
    // Matches at the same target words stand together.
    const auto [first, last] = std::equal_range(
        matches_.begin(), matches_.end(), match,
        [](const Match& a, const Match& b) { return a.target < b.target; });
    for (auto other = first; other != last; ++other) {
      if (other->source != match.source)
        add_alternative({other->block, other->source, bigram.orientation, ends});
    }
  }
}

void EventMaker::add_alternative(const Candidate& candidate) {
  const auto same = [&](const Candidate& other) {
    return other.block == candidate.block && other.source == candidate.source;
  };
  if (std::any_of(positives_.begin(), positives_.end(), same)) return;
  if (std::any_of(negatives_.begin(), negatives_.end(), same)) return;
  negatives_.push_back(candidate);
}

LanguageCosts EventMaker::language_costs(const lm::State& before, const Candidate& candidate) const {
  const lm::Model& model = models_.language_model;
  const auto words = models_.blocks.target_words(candidate.block);
  lm::State state;
  LanguageCosts costs;
  costs.first = -double{model.score(before, models_.lm_words[text::index_of(words[0])], state)};
  for (const text::WordId word : words.subspan(1))
    costs.rest -= double{model.score(state, models_.lm_words[text::index_of(word)], state)};
  if (candidate.ends_sentence) costs.rest -= double{model.score(state, model.sentence_end(), state)};
  return costs;
}

void EventMaker::write_floats(const SentencePair& pair, const Match* previous, const Candidate& candidate,
                              std::uint32_t target_begin) {
  const BlockModel& model = models_.features;
  const LanguageCosts language = language_costs(states_[target_begin], candidate);
  const auto first = static_cast<float>(language.first);
  const auto rest = static_cast<float>(language.rest);
  const float prior = model.prior_cost(candidate.block);
  const float lexical = model.lexical_cost(candidate.block);
  if (previous == nullptr) {
    floats_.assign({prior, first, rest, lexical});
    return;
  }
  if (model.kind() == ModelKind::kOrientation) {
    floats_.assign(
        {prior, model.orientation_cost(candidate.block, candidate.orientation), first, rest, lexical});
    return;
  }
  const std::int64_t left = std::int64_t{previous->source.end} - 1;
  const std::int64_t step = std::int64_t{candidate.source.begin} - left;
  const WordSteps& steps = model.steps();
  const float inbound = steps.inbound(steps.row_of(pair.source[candidate.source.begin]), step);
  const float outbound = steps.outbound(steps.row_of(pair.source[previous->source.end - 1]), step);
  const auto length = static_cast<float>(models_.blocks.target_words(candidate.block).size());
  floats_.assign({prior, lexical, first, rest, inbound, outbound, -length});
}

}  // namespace calque::block
