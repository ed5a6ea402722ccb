#include "documents/placement.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "documents/link_table.h"

namespace calque::documents {
namespace {

// Kept text that its pair cannot hold would be torn out of it, which is worse than any other word.
constexpr std::size_t kVotesOfKept = 1000;

std::size_t length_of(TextRange range) {
  return range.end - range.begin;
}

class Placer {
 public:
  Placer(const Segment& segment, const Translated& translated)
      : segment_(segment), target_(translated.text), links_(segment, translated) {
    children_.resize(segment.nodes.size() + 1);
    for (std::uint32_t i = 0; i < segment.nodes.size(); ++i) {
      const std::uint32_t parent = segment.nodes[i].parent;
      children_[parent == InlineNode::kNone ? 0 : parent + 1].push_back(i);
    }
  }

  Placement place() {
    result_.ranges.resize(segment_.nodes.size());
    is_placed_.resize(segment_.nodes.size());
    best_run_.resize(segment_.nodes.size());
    if (segment_.nodes.empty()) return std::move(result_);
    place_children(children_[0], {0, segment_.text.size()}, {0, target_.size()});
    for (std::size_t i = 0; i < segment_.nodes.size(); ++i)
      if (!children_[i + 1].empty())
        place_children(children_[i + 1], segment_.nodes[i].source, result_.ranges[i]);
    remove_left_overs();
    return std::move(result_);
  }

 private:
  // A unit of the target that a child has links to.
  struct Vote {
    std::size_t unit;
    std::uint32_t child;
    std::size_t count;
  };

  std::string_view source(std::size_t begin, std::size_t end) const {
    return std::string_view(segment_.text).substr(begin, end - begin);
  }

  void place_children(const std::vector<std::uint32_t>& children, TextRange around, TextRange inside) {
    for (const std::uint32_t child : children) result_.ranges[child] = {inside.begin, inside.begin};
    std::vector<std::uint32_t> placed = place_by_links(children, around, inside);
    std::sort(placed.begin(), placed.end(), [&](std::uint32_t a, std::uint32_t b) {
      return result_.ranges[a].begin < result_.ranges[b].begin;
    });
    for (const std::uint32_t child : placed) is_placed_[child] = true;
    for (const std::uint32_t child : children) {
      if (is_placed_[child]) continue;
      const std::size_t at =
          outside_of(placed, child, position(segment_.nodes[child].source, around, inside));
      result_.ranges[child] = {at, at};
    }
  }

  // Gives ranges to those that hold words with links, and returns them.
  std::vector<std::uint32_t> place_by_links(const std::vector<std::uint32_t>& children, TextRange around,
                                            TextRange inside) {
    std::vector<std::uint32_t> placed;
    std::vector<Vote> votes;
    for (const std::uint32_t child : children) {
      const InlineNode& node = segment_.nodes[child];
      if (is_blank(source(node.source.begin, node.source.end))) continue;
      if (node.kind == InlineNode::Kind::kPair && is_blank(source(around.begin, node.source.begin)) &&
          is_blank(source(node.source.end, around.end))) {
        result_.ranges[child] = inside;
        return {child};
      }
      add_votes(child, inside, votes);
    }
    choose_runs(owners(std::move(votes)), placed);
    return placed;
  }

  void add_votes(std::uint32_t child, TextRange inside, std::vector<Vote>& votes) const {
    const TextRange words = segment_.nodes[child].source;
    for (const Link& link : links_.near(words)) {
      if (!overlap(link.source, words) || link.target.begin < inside.begin || link.target.end > inside.end)
        continue;
      const LinkTable::Units units = links_.units_of(link.target);
      for (std::size_t unit = units.begin; unit < units.end; ++unit) votes.push_back({unit, child, 1});
    }
  }

  // For each unit the child with most links to it, in the order of the units.
  static std::vector<Vote> owners(std::vector<Vote> votes) {
    const auto order = [](const Vote& vote) { return std::tie(vote.unit, vote.child); };
    std::sort(votes.begin(), votes.end(), [&](const Vote& a, const Vote& b) { return order(a) < order(b); });
    std::vector<Vote> best;
    for (std::size_t i = 0; i < votes.size();) {
      std::size_t end = i;
      while (end < votes.size() && order(votes[end]) == order(votes[i])) ++end;
      const Vote vote{votes[i].unit, votes[i].child, end - i};
      i = end;
      if (best.empty() || best.back().unit != vote.unit) {
        best.push_back(vote);
      } else if (vote.count > best.back().count) {
        best.back() = vote;
      }
    }
    return best;
  }

  // A run is what one child owns before another owns something. No two runs overlap.
  void choose_runs(const std::vector<Vote>& owners, std::vector<std::uint32_t>& placed) {
    for (std::size_t i = 0; i < owners.size();) {
      const std::uint32_t child = owners[i].child;
      const std::size_t begin = i;
      std::size_t votes = 0;
      for (; i < owners.size() && owners[i].child == child; ++i)
        votes += holds_kept(child, owners[i].unit) ? kVotesOfKept : 1;
      if (votes <= best_run_[child]) continue;
      if (best_run_[child] == 0) placed.push_back(child);
      best_run_[child] = votes;
      result_.ranges[child] = {links_.unit_begin(owners[begin].unit), links_.unit_end(owners[i - 1].unit)};
    }
  }

  bool holds_kept(std::uint32_t child, std::size_t unit) const {
    const std::vector<TextRange>& kept = kept_places();
    const auto found = std::partition_point(
        kept.begin(), kept.end(), [&](TextRange each) { return each.end <= links_.unit_begin(unit); });
    return found != kept.end() && found->begin < links_.unit_end(unit) &&
           segment_.nodes[child].kind == InlineNode::Kind::kPair;
  }

  const std::vector<TextRange>& kept_places() const {
    if (!kept_places_) {
      kept_places_.emplace();
      for (std::size_t i = 0; i < segment_.nodes.size(); ++i)
        if (length_of(links_.kept_place(i)) > 0) kept_places_->push_back(links_.kept_place(i));
      std::sort(kept_places_->begin(), kept_places_->end(),
                [](TextRange a, TextRange b) { return a.begin < b.begin; });
    }
    return *kept_places_;
  }

  // Where something without linked words goes that stands at `source` in the text.
  std::size_t position(TextRange at, TextRange around, TextRange inside) const {
    if (is_blank(source(around.begin, at.begin))) return inside.begin;
    if (is_blank(source(at.end, around.end))) return inside.end;
    const std::optional<Neighbour> before = word_before(at.begin, around, inside);
    const std::optional<Neighbour> after = word_after(at.end, around, inside);
    if (!before && !after) return proportional(at.begin, around, inside);
    if (!before || !after) return before ? before->target : after->target;
    const bool tight_before = !is_blank(source(at.begin - 1, at.begin));
    const bool tight_after = !is_blank(source(at.end, at.end + 1));
    const bool prefers_before = tight_before && !tight_after;
    if (before->distance == after->distance) return prefers_before ? before->target : after->target;
    return before->distance < after->distance ? before->target : after->target;
  }

  // The nearest word with a link into the range, how many bytes of text stand between, and its side in the
  // target.
  struct Neighbour {
    std::size_t distance;
    std::size_t target;
  };

  std::optional<Neighbour> word_before(std::size_t at, TextRange around, TextRange inside) const {
    const std::span<const Link> links = links_.near({around.begin, at});
    std::optional<TextRange> word;
    std::optional<Neighbour> found;
    for (auto link = links.rbegin(); link != links.rend(); ++link) {
      if (word && link->source != *word) break;
      if (link->target.begin < inside.begin || link->target.end > inside.end) continue;
      if (!word) {
        const std::size_t end = std::min(link->source.end, at);
        found = {is_blank(source(end, at)) ? 0 : at - end, link->target.end};
      }
      word = link->source;
      found->target = std::max(found->target, link->target.end);
    }
    return found;
  }

  std::optional<Neighbour> word_after(std::size_t at, TextRange around, TextRange inside) const {
    std::optional<TextRange> word;
    std::optional<Neighbour> found;
    for (const Link& link : links_.near({at, around.end})) {
      if (word && link.source != *word) break;
      if (link.source.begin < at || link.target.begin < inside.begin || link.target.end > inside.end)
        continue;
      if (!word)
        found = {is_blank(source(at, link.source.begin)) ? 0 : link.source.begin - at, link.target.begin};
      word = link.source;
      found->target = std::min(found->target, link.target.begin);
    }
    return found;
  }

  // As far into the target as into the source, at the beginning of a unit.
  std::size_t proportional(std::size_t at, TextRange around, TextRange inside) const {
    const double share = static_cast<double>(at - around.begin) / static_cast<double>(length_of(around));
    std::size_t place =
        inside.begin + static_cast<std::size_t>(share * static_cast<double>(length_of(inside)));
    while (place > inside.begin && target_[place - 1] != ' ') --place;
    return place;
  }

  // The place itself, or the nearest side of the one of `placed` that it is inside of: the side on which the
  // child stands in the source.
  std::size_t outside_of(const std::vector<std::uint32_t>& placed, std::uint32_t child,
                         std::size_t at) const {
    const auto next = std::partition_point(
        placed.begin(), placed.end(), [&](std::uint32_t other) { return result_.ranges[other].end <= at; });
    if (next == placed.end() || result_.ranges[*next].begin >= at) return at;
    return child < *next ? result_.ranges[*next].begin : result_.ranges[*next].end;
  }

  void remove_left_overs() {
    result_.removed = links_.left_overs();
    for (std::size_t i = 0; i < segment_.nodes.size(); ++i) {
      const TextRange place = links_.kept_place(i);
      if (length_of(place) > 0 && result_.ranges[i] != place) result_.removed.push_back(place);
    }
    std::sort(result_.removed.begin(), result_.removed.end(),
              [](TextRange a, TextRange b) { return a.begin < b.begin; });
  }

  const Segment& segment_;
  std::string_view target_;
  LinkTable links_;
  std::vector<std::vector<std::uint32_t>> children_;  // of the segment itself, then of each node
  std::vector<bool> is_placed_;
  std::vector<std::size_t> best_run_;  // votes of each node's run so far
  mutable std::optional<std::vector<TextRange>> kept_places_;
  Placement result_;
};

}  // namespace

Placement place_nodes(const Segment& segment, const Translated& translated) {
  return Placer(segment, translated).place();
}

}  // namespace calque::documents
