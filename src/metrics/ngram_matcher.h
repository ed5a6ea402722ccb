// Clipped n-gram matches of hypotheses against the references of one sentence.
//
// One thread's scratch memory: reuse it from sentence to sentence, it grows to the longest sentence. The
// references' n-grams form a trie whose edges stand in one open-addressing table keyed by (node, symbol), so
// equal n-grams meet in one node and nothing can collide.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/flat_table.h"
#include "base/hash.h"
#include "text/types.h"

namespace calque::metrics {

class NgramMatcher {
 public:
  // Counts n-grams of 1 to `order` symbols.
  explicit NgramMatcher(std::size_t order) : order_(order) {}

  std::size_t order() const { return order_; }
  // Forgets all references.
  void clear();
  // An n-gram may be matched as often as the reference that has it most often has it.
  void add_reference(std::span<const text::WordId> symbols) { add_reference(symbols, {}); }
  // labels[begin * order + n - 1] goes with the n-gram at `begin`; the first label of an n-gram stays.
  void add_reference(std::span<const text::WordId> symbols, std::span<const std::uint32_t> labels);

  // Calls visit(n - 1, label) for each matched n-gram of the hypothesis.
  template <typename Visit>
  void for_each_match(std::span<const text::WordId> hypothesis, Visit&& visit) {
    touched_.clear();
    for (std::size_t begin = 0; begin < hypothesis.size(); ++begin) {
      const std::size_t longest = std::min(order_, hypothesis.size() - begin);
      std::uint32_t at = 0;
      for (std::size_t n = 0; n < longest; ++n) {
        at = find_child(at, hypothesis[begin + n]);
        if (at == 0) break;  // no reference has this n-gram, nor any longer one that begins with it
        Node& node = nodes_[at];
        if (node.hypothesis_count++ == 0) touched_.push_back(at);
        if (node.hypothesis_count <= node.best_reference_count) visit(n, node.label);
      }
    }
    for (const std::uint32_t node : touched_) nodes_[node].hypothesis_count = 0;
  }

  // Overwrites `matches`, of at least order() elements.
  void count_matches(std::span<const text::WordId> hypothesis, std::span<std::int64_t> matches);

 private:
  struct Node {
    std::uint32_t best_reference_count = 0;
    std::uint32_t reference_count = 0;  // in the reference being added
    std::uint32_t hypothesis_count = 0;
    std::uint32_t label = 0;
  };
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t node = 0;
    std::uint32_t generation = 0;  // the slot is free unless this is the matcher's
  };

  static std::uint64_t key_of(std::uint32_t parent, text::WordId symbol) {
    return (static_cast<std::uint64_t>(parent) << 32) | static_cast<std::uint32_t>(symbol);
  }
  std::size_t slot_of(std::uint64_t key) const {
    return probe(slots_, combine_hash(0, key),
                 [&](const Slot& slot) { return slot.generation != generation_ || slot.key == key; });
  }
  // 0 if there is none.
  std::uint32_t find_child(std::uint32_t parent, text::WordId symbol) const {
    if (nodes_.size() == 1) return 0;
    const Slot& slot = slots_[slot_of(key_of(parent, symbol))];
    return slot.generation == generation_ ? slot.node : 0;
  }
  std::uint32_t add_child(std::uint32_t parent, text::WordId symbol, std::uint32_t label);
  void grow();

  std::size_t order_;
  std::vector<Node> nodes_{Node{}};
  std::vector<Slot> slots_;
  std::uint32_t generation_ = 1;
  std::vector<std::uint32_t> touched_;
};

}  // namespace calque::metrics
