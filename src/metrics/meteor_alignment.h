// Which hypothesis word stands for which reference word in METEOR: stage by stage (exact, stem, synonym) as
// many pairs as possible, with as few crossings as possible, and then as few chunks as possible.
//
// One thread's scratch memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calque::metrics {

inline constexpr std::size_t kMeteorStages = 3;
inline constexpr std::uint32_t kNoClass = 0xffffffffU;

// A word's class at each stage; two words match at a stage if their classes are equal and not kNoClass.
using MeteorWord = std::array<std::uint32_t, kMeteorStages>;

struct MeteorAlignment {
  std::vector<std::int32_t> target;  // by hypothesis position: reference position, or -1
  std::array<std::int64_t, kMeteorStages> matches{};
  std::int64_t chunks = 0;  // runs of neighbouring hypothesis words whose partners are neighbours too
};

// Maximises the pairs exactly. Crossings are minimised by a search over the words that occur more than once,
// which keeps the best 64 partial alignments and treats at most 64 such words of either side; beyond that the
// most frequent words are paired in order.
class MeteorAligner {
 public:
  // The result lives until the next call.
  const MeteorAlignment& align(std::span<const MeteorWord> hypothesis, std::span<const MeteorWord> reference);

 private:
  // The positions of one class on both sides, in keyed_hypothesis_ and keyed_reference_.
  struct Group {
    std::size_t hypothesis_begin = 0;
    std::size_t hypothesis_end = 0;
    std::size_t reference_begin = 0;
    std::size_t reference_end = 0;

    std::size_t hypothesis_size() const { return hypothesis_end - hypothesis_begin; }
    std::size_t reference_size() const { return reference_end - reference_begin; }
  };
  struct KeyedPosition {
    std::uint32_t key = 0;
    std::uint32_t position = 0;

    auto operator<=>(const KeyedPosition&) const = default;
  };
  // A hypothesis position that has a choice.
  struct Choice {
    std::uint32_t position = 0;
    std::uint64_t candidates = 0;  // bits: indices into choice_targets_
    std::uint32_t left = 0;        // positions of the same class still to come
  };
  struct State {
    std::uint64_t used = 0;
    std::int64_t crossings = 0;
    std::uint32_t node = 0;  // in nodes_
  };
  struct Node {
    std::uint32_t parent = 0;
    std::int32_t target = -1;
  };

  void collect_groups(std::size_t stage, std::span<const MeteorWord> hypothesis,
                      std::span<const MeteorWord> reference);
  void pair(std::uint32_t hypothesis_position, std::uint32_t reference_position);
  void pair_in_order(const Group& group);
  void settle_groups();
  void list_choices();
  void search();
  void expand(const Choice& choice);
  void keep_best_states();
  void take_best_state();
  std::int64_t crossings_with_pairs(std::uint32_t hypothesis_position,
                                    std::uint32_t reference_position) const;
  std::int64_t count_chunks() const;

  MeteorAlignment result_;
  std::vector<char> reference_taken_;
  std::vector<KeyedPosition> keyed_hypothesis_;
  std::vector<KeyedPosition> keyed_reference_;
  std::vector<Group> groups_;
  std::vector<Choice> choices_;
  std::vector<std::uint32_t> choice_targets_;  // reference positions, ascending
  std::vector<State> states_;
  std::vector<State> next_states_;
  std::vector<Node> nodes_;
  std::vector<std::int64_t> candidate_crossings_;
};

}  // namespace calque::metrics
