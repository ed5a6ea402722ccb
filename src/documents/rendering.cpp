#include "documents/rendering.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "documents/characters.h"
#include "documents/link_table.h"
#include "documents/placement.h"

namespace calque::documents {
namespace {

// Where a node begins or ends in the translation.
struct Event {
  std::uint32_t node;
  bool begins;
};

// In the order in which they are written: nodes beside each other by their places, what stands inside of a
// node between its beginning and its end.
std::vector<Event> events_of(const Segment& segment, const Placement& placement) {
  std::vector<std::vector<std::uint32_t>> children(segment.nodes.size() + 1);
  for (std::uint32_t i = 0; i < segment.nodes.size(); ++i) {
    const std::uint32_t parent = segment.nodes[i].parent;
    children[parent == InlineNode::kNone ? 0 : parent + 1].push_back(i);
  }
  for (std::vector<std::uint32_t>& list : children) {
    std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      const TextRange& first = placement.ranges[a];
      const TextRange& second = placement.ranges[b];
      return std::tie(first.begin, first.end, a) < std::tie(second.begin, second.end, b);
    });
  }
  std::vector<Event> events;
  std::vector<std::pair<std::uint32_t, std::size_t>> open{{0, 0}};  // list of children, and how many are done
  while (!open.empty()) {
    auto& [list, done] = open.back();
    if (done < children[list].size()) {
      const std::uint32_t child = children[list][done++];
      events.push_back({child, true});
      open.emplace_back(child + 1, 0);
    } else {
      if (list > 0) events.push_back({list - 1, false});
      open.pop_back();
    }
  }
  return events;
}

class Renderer {
 public:
  Renderer(const Segment& segment, const Translated& translated,
           const std::function<void(PartRange)>& write_tag, std::string& out)
      : segment_(segment),
        target_(translated.text),
        placement_(place_nodes(segment, translated)),
        write_tag_(write_tag),
        out_(out) {}

  void render() {
    for (const Event& event : events_of(segment_, placement_)) {
      const InlineNode& node = segment_.nodes[event.node];
      const TextRange range = placement_.ranges[event.node];
      if (event.begins) {
        write_until(range.begin);
        if (node.kind == InlineNode::Kind::kKept) {
          write_kept(node, range);
        } else if (node.kind == InlineNode::Kind::kPair || !node.apart) {
          write_tag_(node.opening);
        } else {
          write_apart(node);
        }
      } else if (node.kind == InlineNode::Kind::kPair) {
        write_until(range.end);
        write_tag_(node.closing);
      }
    }
    write_until(target_.size());
  }

 private:
  void write_until(std::size_t end) {
    while (at_ < end) {
      while (removed_ < placement_.removed.size() && placement_.removed[removed_].end <= at_) ++removed_;
      const bool more = removed_ < placement_.removed.size();
      const TextRange next = more ? placement_.removed[removed_] : TextRange{target_.size(), target_.size()};
      if (next.begin <= at_) {
        at_ = std::min(end, next.end);
        // What stood around it would leave two blanks.
        if (after_blank_ && at_ < end && target_[at_] == ' ') ++at_;
      } else {
        write(target_.substr(at_, std::min(end, next.begin) - at_));
        at_ = std::min(end, next.begin);
      }
    }
  }

  void write(std::string_view text) {
    if (text.empty()) return;
    append_encoded(text, segment_.encoding, out_);
    after_blank_ = text.back() == ' ';
  }

  // A tag between blanks; in the segment these are one.
  void write_apart(const InlineNode& node) {
    if (!after_blank_) write(" ");
    write_tag_(node.opening);
    after_blank_ = false;
    if (at_ < target_.size() && target_[at_] != ' ') write(" ");
  }

  // In its place, or, if the translator lost it, between words.
  void write_kept(const InlineNode& node, TextRange range) {
    const std::string_view source = segment_.text;
    const bool lost = range.begin == range.end;
    const bool blank_before = node.source.begin > 0 && source[node.source.begin - 1] == ' ';
    if (lost && blank_before && !after_blank_) write(" ");
    if (node.opening.empty()) {
      append_encoded(source.substr(node.source.begin, node.source.end - node.source.begin), segment_.encoding,
                     out_);
    } else {
      write_tag_(node.opening);
    }
    at_ = std::max(at_, range.end);
    after_blank_ = false;
    const bool blank_after = node.source.end < source.size() && source[node.source.end] == ' ';
    if (lost && blank_after && at_ < target_.size() && target_[at_] != ' ') write(" ");
  }

  const Segment& segment_;
  std::string_view target_;
  Placement placement_;
  const std::function<void(PartRange)>& write_tag_;
  std::string& out_;
  std::size_t at_ = 0;       // bytes of the target written
  std::size_t removed_ = 0;  // ranges left out so far
  bool after_blank_ = true;
};

}  // namespace

void render(const Segment& segment, const Translated& translated,
            const std::function<void(PartRange)>& write_tag, std::string& out) {
  Renderer(segment, translated, write_tag, out).render();
}

}  // namespace calque::documents
