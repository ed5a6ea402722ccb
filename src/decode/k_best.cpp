#include "decode/k_best.h"

#include <algorithm>
#include <queue>

namespace calque::decode {
namespace {

// Follows `suffix` backwards from the end to its deviation, takes the arc there, then best arcs to the start.
struct Path {
  double score = 0;
  std::uint32_t parent = kNone;  // path this one deviates from
  std::uint32_t node =
      kNone;  // hypothesis whose incoming arc is replaced; kNone: this is a final's best path
  std::uint32_t previous = kNone;  // tail of the arc taken there, or the final hypothesis
  std::uint32_t option = kNone;    // option of that arc
};

class Enumeration {
 public:
  Enumeration(const SearchGraph& graph, std::span<const std::uint32_t> finals) : graph_(graph) {
    for (const std::uint32_t final : finals) {
      push({.score = graph.hypothesis(final).score,
            .parent = kNone,
            .node = kNone,
            .previous = final,
            .option = kNone});
    }
  }

  bool next(Derivation& derivation) {
    if (heap_.empty()) return false;
    const std::uint32_t index = heap_.top().path;
    heap_.pop();
    read(index, derivation);
    add_deviations(index);
    return true;
  }

 private:
  struct Entry {
    double score;
    std::uint32_t path;
    // Largest score on top; among equals the path made first.
    bool operator<(const Entry& other) const {
      return score != other.score ? score < other.score : path > other.path;
    }
  };

  void push(const Path& path) {
    paths_.push_back(path);
    heap_.push({path.score, static_cast<std::uint32_t>(paths_.size() - 1)});
  }

  void add_deviations(std::uint32_t index) {
    const double score = paths_[index].score;
    std::uint32_t node = paths_[index].previous;
    while (graph_.hypothesis(node).previous != kNone) {
      const Hypothesis& hypothesis = graph_.hypothesis(node);
      for (std::uint32_t a = hypothesis.alternatives; a != kNone; a = graph_.arc(a).next) {
        const Arc& arc = graph_.arc(a);
        push({score - hypothesis.score + arc.score, index, node, arc.previous, arc.option});
      }
      node = hypothesis.previous;
    }
  }

  // Writes the options from the start of the sentence to its end.
  void read(std::uint32_t index, Derivation& derivation) {
    lineage_.clear();
    for (std::uint32_t i = index; i != kNone; i = paths_[i].parent) lineage_.push_back(i);
    derivation.score = paths_[index].score;
    derivation.options.clear();
    // From the sentence's end: each path of the lineage, oldest first, up to where the next one deviates.
    for (std::size_t k = lineage_.size(); k-- > 0;) {
      const Path& path = paths_[lineage_[k]];
      const std::uint32_t stop = k > 0 ? paths_[lineage_[k - 1]].node : kNone;
      if (path.option != kNone) derivation.options.push_back(path.option);
      for (std::uint32_t node = path.previous; node != stop && graph_.hypothesis(node).previous != kNone;
           node = graph_.hypothesis(node).previous) {
        derivation.options.push_back(graph_.hypothesis(node).option);
      }
    }
    std::reverse(derivation.options.begin(), derivation.options.end());
  }

  const SearchGraph& graph_;
  std::vector<Path> paths_;
  std::priority_queue<Entry> heap_;
  std::vector<std::uint32_t> lineage_;
};

}  // namespace

void for_each_derivation(const SearchGraph& graph, std::span<const std::uint32_t> finals,
                         const std::function<bool(const Derivation&)>& visit) {
  Enumeration enumeration(graph, finals);
  Derivation derivation;
  while (enumeration.next(derivation)) {
    if (!visit(derivation)) return;
  }
}

}  // namespace calque::decode
