#include "metrics/meteor_alignment.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace calque::metrics {
namespace {

constexpr std::size_t kMaxStates = 64;
constexpr std::size_t kMaxChoices = 64;  // a set of reference words is one machine word

}  // namespace

void MeteorAligner::collect_groups(std::size_t stage, std::span<const MeteorWord> hypothesis,
                                   std::span<const MeteorWord> reference) {
  keyed_hypothesis_.clear();
  keyed_reference_.clear();
  groups_.clear();
  for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
    const std::uint32_t key = hypothesis[i][stage];
    if (result_.target[i] < 0 && key != kNoClass) keyed_hypothesis_.push_back({key, i});
  }
  for (std::uint32_t j = 0; j < reference.size(); ++j) {
    const std::uint32_t key = reference[j][stage];
    if (reference_taken_[j] == 0 && key != kNoClass) keyed_reference_.push_back({key, j});
  }
  std::sort(keyed_hypothesis_.begin(), keyed_hypothesis_.end());
  std::sort(keyed_reference_.begin(), keyed_reference_.end());
  const auto end_of_class = [](const std::vector<KeyedPosition>& keyed, std::size_t begin) {
    std::size_t end = begin;
    while (end < keyed.size() && keyed[end].key == keyed[begin].key) ++end;
    return end;
  };
  std::size_t h = 0;
  std::size_t r = 0;
  while (h < keyed_hypothesis_.size() && r < keyed_reference_.size()) {
    const std::uint32_t hypothesis_key = keyed_hypothesis_[h].key;
    const std::uint32_t reference_key = keyed_reference_[r].key;
    const std::size_t h_end = end_of_class(keyed_hypothesis_, h);
    const std::size_t r_end = end_of_class(keyed_reference_, r);
    if (hypothesis_key == reference_key) groups_.push_back({h, h_end, r, r_end});
    if (hypothesis_key <= reference_key) h = h_end;
    if (reference_key <= hypothesis_key) r = r_end;
  }
}

void MeteorAligner::pair(std::uint32_t hypothesis_position, std::uint32_t reference_position) {
  result_.target[hypothesis_position] = static_cast<std::int32_t>(reference_position);
  reference_taken_[reference_position] = 1;
}

void MeteorAligner::pair_in_order(const Group& group) {
  const std::size_t pairs = std::min(group.hypothesis_size(), group.reference_size());
  for (std::size_t i = 0; i < pairs; ++i) {
    pair(keyed_hypothesis_[group.hypothesis_begin + i].position,
         keyed_reference_[group.reference_begin + i].position);
  }
}

// Pairs what leaves no choice, and the largest groups if there is too much choice; the rest stays in groups_.
void MeteorAligner::settle_groups() {
  std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
    return a.hypothesis_size() * a.reference_size() < b.hypothesis_size() * b.reference_size();
  });
  std::size_t kept = 0;
  std::size_t hypothesis_words = 0;
  std::size_t reference_words = 0;
  for (const Group& group : groups_) {
    hypothesis_words += group.hypothesis_size();
    reference_words += group.reference_size();
    if (group.hypothesis_size() == 1 && group.reference_size() == 1) {
      pair_in_order(group);
      --hypothesis_words;
      --reference_words;
    } else if (hypothesis_words > kMaxChoices || reference_words > kMaxChoices) {
      pair_in_order(group);
    } else {
      groups_[kept++] = group;
    }
  }
  groups_.resize(kept);
}

void MeteorAligner::list_choices() {
  choices_.clear();
  choice_targets_.clear();
  for (const Group& group : groups_) {
    for (std::size_t r = group.reference_begin; r < group.reference_end; ++r) {
      choice_targets_.push_back(keyed_reference_[r].position);
    }
  }
  std::sort(choice_targets_.begin(), choice_targets_.end());
  for (const Group& group : groups_) {
    std::uint64_t candidates = 0;
    for (std::size_t r = group.reference_begin; r < group.reference_end; ++r) {
      const auto found =
          std::lower_bound(choice_targets_.begin(), choice_targets_.end(), keyed_reference_[r].position);
      candidates |= std::uint64_t{1} << (found - choice_targets_.begin());
    }
    for (std::size_t h = group.hypothesis_begin; h < group.hypothesis_end; ++h) {
      choices_.push_back({keyed_hypothesis_[h].position, candidates,
                          static_cast<std::uint32_t>(group.hypothesis_end - h - 1)});
    }
  }
  std::sort(choices_.begin(), choices_.end(),
            [](const Choice& a, const Choice& b) { return a.position < b.position; });
}

std::int64_t MeteorAligner::crossings_with_pairs(std::uint32_t hypothesis_position,
                                                 std::uint32_t reference_position) const {
  std::int64_t crossings = 0;
  for (std::uint32_t i = 0; i < result_.target.size(); ++i) {
    if (result_.target[i] < 0) continue;
    const bool before = i < hypothesis_position;
    const bool target_before = static_cast<std::uint32_t>(result_.target[i]) < reference_position;
    if (before != target_before) ++crossings;
  }
  return crossings;
}

void MeteorAligner::expand(const Choice& choice) {
  candidate_crossings_.assign(choice_targets_.size(), 0);
  for (std::uint64_t rest = choice.candidates; rest != 0; rest &= rest - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(rest));
    candidate_crossings_[c] = crossings_with_pairs(choice.position, choice_targets_[c]);
  }
  next_states_.clear();
  const int candidate_count = std::popcount(choice.candidates);
  for (const State& state : states_) {
    for (std::uint64_t rest = choice.candidates & ~state.used; rest != 0; rest &= rest - 1) {
      const auto c = static_cast<std::size_t>(std::countr_zero(rest));
      const std::uint64_t bit = std::uint64_t{1} << c;
      // Words chosen before stand to the left; they cross if their partners stand to the right.
      const std::int64_t crossed = std::popcount(state.used & ~(bit | (bit - 1)));
      nodes_.push_back({state.node, static_cast<std::int32_t>(choice_targets_[c])});
      next_states_.push_back({state.used | bit, state.crossings + crossed + candidate_crossings_[c],
                              static_cast<std::uint32_t>(nodes_.size() - 1)});
    }
    // Leaving the word out is allowed only if enough others of its class are still to come.
    const int used = std::popcount(state.used & choice.candidates);
    if (used + static_cast<int>(choice.left) >= candidate_count) {
      nodes_.push_back({state.node, -1});
      next_states_.push_back({state.used, state.crossings, static_cast<std::uint32_t>(nodes_.size() - 1)});
    }
  }
}

void MeteorAligner::keep_best_states() {
  std::stable_sort(next_states_.begin(), next_states_.end(),
                   [](const State& a, const State& b) { return a.crossings < b.crossings; });
  states_.clear();
  for (const State& state : next_states_) {
    const bool known = std::any_of(states_.begin(), states_.end(),
                                   [&](const State& other) { return other.used == state.used; });
    if (known) continue;  // the same words are left to both, and the other has fewer crossings
    states_.push_back(state);
    if (states_.size() == kMaxStates) break;
  }
}

void MeteorAligner::take_best_state() {
  const auto write = [&](const State& state) {
    std::uint32_t node = state.node;
    for (auto choice = choices_.rbegin(); choice != choices_.rend(); ++choice) {
      result_.target[choice->position] = nodes_[node].target;
      node = nodes_[node].parent;
    }
  };
  const State* best = &states_.front();
  std::int64_t min_chunks = INT64_MAX;
  for (const State& state : states_) {
    if (state.crossings != states_.front().crossings) break;
    write(state);
    const std::int64_t chunks = count_chunks();
    if (chunks < min_chunks) {
      min_chunks = chunks;
      best = &state;
    }
  }
  write(*best);
  for (const Choice& choice : choices_) {
    const std::int32_t target = result_.target[choice.position];
    if (target >= 0) reference_taken_[static_cast<std::size_t>(target)] = 1;
  }
}

void MeteorAligner::search() {
  nodes_.assign(1, Node{});
  states_.assign(1, State{});
  for (const Choice& choice : choices_) {
    expand(choice);
    keep_best_states();
  }
  take_best_state();
}

std::int64_t MeteorAligner::count_chunks() const {
  std::int64_t chunks = 0;
  std::int32_t previous = -2;
  for (const std::int32_t target : result_.target) {
    if (target >= 0 && target != previous + 1) ++chunks;
    previous = target >= 0 ? target : -2;
  }
  return chunks;
}

const MeteorAlignment& MeteorAligner::align(std::span<const MeteorWord> hypothesis,
                                            std::span<const MeteorWord> reference) {
  result_.target.assign(hypothesis.size(), -1);
  reference_taken_.assign(reference.size(), 0);
  std::int64_t before = 0;
  for (std::size_t stage = 0; stage < kMeteorStages; ++stage) {
    collect_groups(stage, hypothesis, reference);
    settle_groups();
    if (!groups_.empty()) {
      list_choices();
      search();
    }
    const auto paired = std::count_if(result_.target.begin(), result_.target.end(),
                                      [](std::int32_t target) { return target >= 0; });
    result_.matches[stage] = paired - before;
    before = paired;
  }
  result_.chunks = count_chunks();
  return result_;
}

}  // namespace calque::metrics
