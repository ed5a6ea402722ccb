#include "align/symmetrize.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <queue>
#include <vector>

#include "base/error.h"

namespace calque::align {
namespace {

using text::Alignment;
using text::Link;

bool sweep_order(const Link& a, const Link& b) {
  return a.target != b.target ? a.target < b.target : a.source < b.source;
}

struct Step {
  int target;
  int source;
};

constexpr std::array<Step, 8> kNeighbours{
    {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
constexpr std::size_t kStraightNeighbours = 4;

// The union's links in sweep order, which of them are chosen, and which words have a chosen link.
class Growth {
 public:
  Growth(std::span<const Link> source_to_target, std::span<const Link> target_to_source) {
    std::set_union(source_to_target.begin(), source_to_target.end(), target_to_source.begin(),
                   target_to_source.end(), std::back_inserter(links_));
    std::sort(links_.begin(), links_.end(), sweep_order);
    chosen_.resize(links_.size(), false);
    for (const Link& link : links_) {
      source_linked_.resize(std::max<std::size_t>(source_linked_.size(), link.source + 1), false);
      target_linked_.resize(std::max<std::size_t>(target_linked_.size(), link.target + 1), false);
    }
    Alignment both;
    std::set_intersection(source_to_target.begin(), source_to_target.end(), target_to_source.begin(),
                          target_to_source.end(), std::back_inserter(both));
    for (const Link& link : both) choose(position_of(link));
  }

  void grow(bool diagonal);
  void add_final(std::span<const Link> directed, bool both_free);
  Alignment result() const;

 private:
  // Position in sweep order; links_.size() if the link is not in the union.
  std::size_t position_of(const Link& link) const {
    const auto found = std::lower_bound(links_.begin(), links_.end(), link, sweep_order);
    if (found == links_.end() || *found != link) return links_.size();
    return static_cast<std::size_t>(found - links_.begin());
  }
  void choose(std::size_t position) {
    chosen_[position] = true;
    source_linked_[links_[position].source] = true;
    target_linked_[links_[position].target] = true;
  }

  Alignment links_;
  std::vector<bool> chosen_;
  std::vector<bool> source_linked_;
  std::vector<bool> target_linked_;
};

// A neighbour refused once is refused for ever, as words only ever gain links; so each point needs to be
// looked at once. The heap holds what the running sweep still meets, `later` what only the next one will.
void Growth::grow(bool diagonal) {
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> sweep;
  std::vector<std::size_t> later;
  for (std::size_t p = 0; p < links_.size(); ++p) {
    if (chosen_[p]) later.push_back(p);
  }
  const std::size_t neighbour_count = diagonal ? kNeighbours.size() : kStraightNeighbours;
  while (!later.empty()) {
    for (const std::size_t p : later) sweep.push(p);
    later.clear();
    while (!sweep.empty()) {
      const std::size_t point = sweep.top();
      sweep.pop();
      for (std::size_t n = 0; n < neighbour_count; ++n) {
        // Positions wrap around below zero to values that no link has.
        const Link next{links_[point].source + static_cast<std::uint32_t>(kNeighbours[n].source),
                        links_[point].target + static_cast<std::uint32_t>(kNeighbours[n].target)};
        const std::size_t p = position_of(next);
        if (p == links_.size() || chosen_[p]) continue;
        if (source_linked_[next.source] && target_linked_[next.target]) continue;
        choose(p);
        if (p > point) {
          sweep.push(p);
        } else {
          later.push_back(p);
        }
      }
    }
  }
}

void Growth::add_final(std::span<const Link> directed, bool both_free) {
  Alignment ordered(directed.begin(), directed.end());
  std::sort(ordered.begin(), ordered.end(), sweep_order);
  for (const Link& link : ordered) {
    const bool source_free = !source_linked_[link.source];
    const bool target_free = !target_linked_[link.target];
    if (both_free ? source_free && target_free : source_free || target_free) choose(position_of(link));
  }
}

Alignment Growth::result() const {
  Alignment links;
  for (std::size_t p = 0; p < links_.size(); ++p) {
    if (chosen_[p]) links.push_back(links_[p]);
  }
  std::sort(links.begin(), links.end());
  return links;
}

}  // namespace

Alignment symmetrize(std::span<const Link> source_to_target, std::span<const Link> target_to_source,
                     Symmetrization method) {
  Alignment out;
  switch (method) {
    case Symmetrization::kSourceToTarget:
      return {source_to_target.begin(), source_to_target.end()};
    case Symmetrization::kTargetToSource:
      return {target_to_source.begin(), target_to_source.end()};
    case Symmetrization::kUnion:
      std::set_union(source_to_target.begin(), source_to_target.end(), target_to_source.begin(),
                     target_to_source.end(), std::back_inserter(out));
      return out;
    case Symmetrization::kIntersect:
      std::set_intersection(source_to_target.begin(), source_to_target.end(), target_to_source.begin(),
                            target_to_source.end(), std::back_inserter(out));
      return out;
    case Symmetrization::kGrow:
    case Symmetrization::kGrowDiag:
    case Symmetrization::kGrowDiagFinal:
    case Symmetrization::kGrowDiagFinalAnd:
      break;
    case Symmetrization::kPosterior:
      fail_check("a heuristic over links, not over posteriors", __FILE__, __LINE__);
  }
  Growth growth(source_to_target, target_to_source);
  growth.grow(method != Symmetrization::kGrow);
  if (method == Symmetrization::kGrowDiagFinal || method == Symmetrization::kGrowDiagFinalAnd) {
    const bool both_free = method == Symmetrization::kGrowDiagFinalAnd;
    growth.add_final(source_to_target, both_free);
    growth.add_final(target_to_source, both_free);
  }
  return growth.result();
}

}  // namespace calque::align
