#include "decode/k_best.h"

#include <algorithm>
#include <deque>

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include "base/hash.h"

namespace calque::decode {
namespace {

// Word sequences as numbers: equal ones have the same number. 0 is the empty one.
class Sequences {
 public:
  std::uint32_t extended(std::uint32_t sequence, std::span<const text::WordId> words) {
    for (const text::WordId word : words) {
      const std::uint64_t key = std::uint64_t{sequence} << 32U | static_cast<std::uint32_t>(word);
      sequence = longer_.try_emplace(key, static_cast<std::uint32_t>(longer_.size() + 1)).first->second;
    }
    return sequence;
  }

 private:
  struct Hash {
    std::size_t operator()(std::uint64_t key) const { return combine_hash(0, key); }
  };
  tsl::robin_map<std::uint64_t, std::uint32_t, Hash> longer_;
};

// One way to reach a hypothesis: the way numbered `rank` to another one, then an option.
struct Way {
  double score = 0;
  double gain = 0;                 // by the option
  std::uint32_t previous = kNone;  // hypothesis
  std::uint32_t option = kNone;
  std::uint32_t rank = 0;      // among the ways to `previous`
  std::uint32_t arc = 0;       // among the arcs of the hypothesis
  std::uint32_t sequence = 0;  // of target words, if repeats are dropped; set when the way is taken

  // Largest score on top of a heap; the rest makes the order of equals a fixed one.
  bool operator<(const Way& other) const {
    if (score != other.score) return score < other.score;
    return arc != other.arc ? arc > other.arc : rank > other.rank;
  }
};

class Enumeration {
 public:
  Enumeration(const SearchGraph& graph, std::span<const std::uint32_t> finals,
              std::span<const TranslationOption> options, Repeats repeats)
      : graph_(graph), options_(options), drops_repeats_(repeats == Repeats::kDrop) {
    number_of_.assign(graph.size(), kNone);
    for (const std::uint32_t final : finals)
      offer(end_, {graph.hypothesis(final).score, final, kNone, kNone});
  }

  bool next(Derivation& derivation) {
    const std::uint32_t rank = given_++;
    if (!reach(end_, rank)) return false;
    derivation.score = end_.ways[rank].score;
    derivation.options.clear();
    for (const Way* way = &end_.ways[rank]; way->previous != kNone;) {
      if (way->option != kNone) derivation.options.push_back(way->option);
      way = &nodes_[number_of_[way->previous]].ways[way->rank];
    }
    std::reverse(derivation.options.begin(), derivation.options.end());
    return true;
  }

 private:
  // What is known of a hypothesis, or of the end that all finals lead to.
  struct Node {
    std::vector<Way> ways;                    // best first, as far as needed so far
    std::vector<Way> heap;                    // the next way by each arc
    tsl::robin_set<std::uint32_t> sequences;  // of the ways
    std::uint32_t arcs = 0;
  };

  // The best way by one arc.
  void offer(Node& node, const Arc& arc) const {
    const double gain = arc.score - graph_.hypothesis(arc.previous).score;
    push(node, {arc.score, gain, arc.previous, arc.option, 0, node.arcs++, 0});
  }
  static void push(Node& node, const Way& way) {
    node.heap.push_back(way);
    std::push_heap(node.heap.begin(), node.heap.end());
  }

  Node& node_of(std::uint32_t hypothesis) {
    if (number_of_[hypothesis] == kNone) open(hypothesis);
    return nodes_[number_of_[hypothesis]];
  }
  void open(std::uint32_t index) {
    number_of_[index] = static_cast<std::uint32_t>(nodes_.size());
    Node& node = nodes_.emplace_back();
    const Hypothesis& hypothesis = graph_.hypothesis(index);
    if (hypothesis.previous == kNone) {
      node.ways.push_back({.score = hypothesis.score});
      return;
    }
    offer(node, {hypothesis.score, hypothesis.previous, hypothesis.option, kNone});
    for (std::uint32_t a = hypothesis.alternatives; a != kNone; a = graph_.arc(a).next)
      offer(node, graph_.arc(a));
  }

  // Whether there is a way of that rank; it is in the list then. Requires: it was called for lower ranks.
  bool reach(Node& node, std::uint32_t rank) {
    while (node.ways.size() <= rank) {
      if (node.heap.empty()) return false;
      std::pop_heap(node.heap.begin(), node.heap.end());
      Way way = node.heap.back();
      node.heap.pop_back();
      Node& previous = node_of(way.previous);
      reach(previous,
            way.rank);  // it is there: rank 0 always is, others were looked up when they were pushed
      if (drops_repeats_) way.sequence = sequence_after(previous.ways[way.rank].sequence, way.option);
      if (reach(previous, way.rank + 1)) {
        Way later = way;
        later.score = previous.ways[++later.rank].score + way.gain;
        push(node, later);
      }
      if (!drops_repeats_ || node.sequences.insert(way.sequence).second) node.ways.push_back(way);
    }
    return true;
  }
  std::uint32_t sequence_after(std::uint32_t sequence, std::uint32_t option) {
    return option == kNone ? sequence : sequences_.extended(sequence, options_[option].target);
  }

  const SearchGraph& graph_;
  std::span<const TranslationOption> options_;
  bool drops_repeats_;
  std::deque<Node> nodes_;                // references stay valid while it grows
  std::vector<std::uint32_t> number_of_;  // by hypothesis: its node; kNone: not met yet
  Node end_;
  Sequences sequences_;
  std::uint32_t given_ = 0;
};

}  // namespace

void for_each_derivation(const SearchGraph& graph, std::span<const std::uint32_t> finals,
                         std::span<const TranslationOption> options, Repeats repeats,
                         const std::function<bool(const Derivation&)>& visit) {
  Enumeration enumeration(graph, finals, options, repeats);
  Derivation derivation;
  while (enumeration.next(derivation)) {
    if (!visit(derivation)) return;
  }
}

}  // namespace calque::decode
