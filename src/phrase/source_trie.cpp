#include "phrase/source_trie.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "phrase/table_layout.h"

namespace calque::phrase {
namespace {

// Phrases [begin, end) of the sorted order have the first `depth` words in common.
struct Group {
  std::size_t begin;
  std::size_t end;
  std::size_t depth;
};

}  // namespace

SourceTrieData build_source_trie(const Sequences<text::WordId>& phrases) {
  std::vector<std::uint32_t> order(phrases.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::lexicographical_compare(phrases[a], phrases[b]);
  });
  SourceTrieData trie;
  std::vector<Group> groups;  // of the nodes, in their order
  const auto add_children = [&](const Group& parent) {
    for (std::size_t begin = parent.begin; begin < parent.end;) {
      const text::WordId word = phrases[order[begin]][parent.depth];
      std::size_t end = begin + 1;
      while (end < parent.end && phrases[order[end]][parent.depth] == word) ++end;
      const std::size_t depth = parent.depth + 1;
      const bool whole = phrases[order[begin]].size() == depth;  // the shortest of the group comes first
      trie.words.push_back(static_cast<std::uint32_t>(word));
      trie.phrase.push_back(whole ? order[begin] : SourceTrieData::kNoPhrase);
      groups.push_back({begin + (whole ? 1 : 0), end, depth});
      begin = end;
    }
  };
  add_children({0, order.size(), 0});
  for (std::size_t node = 0; node < groups.size(); ++node) {
    trie.first_child.push_back(static_cast<std::uint32_t>(groups.size()));
    add_children(Group(groups[node]));
  }
  trie.first_child.push_back(static_cast<std::uint32_t>(groups.size()));
  CALQUE_CHECK(groups.size() < SourceTrieData::kNoPhrase);
  return trie;
}

SourceTrie::SourceTrie(const store::Container& file)
    : file_(&file),
      words_(file, layout::kSourceWords),
      first_child_(file.section<std::uint32_t>(layout::kSourceChildren)) {
  if (first_child_.size() != words_.size() + 1) file.damaged("the source phrases do not fit together");
  for (std::uint32_t begin = 0; begin < words_.size();) {
    level_begin_.push_back(begin);
    const std::uint32_t next = first_child_[begin];
    if (next <= begin || next > words_.size() || level_begin_.size() > kMaxPhraseLength) {
      file.damaged("the source phrases do not fit together");
    }
    begin = next;
  }
}

SourceTrie::Range SourceTrie::children_of_root() const {
  const std::uint32_t end = first_child_[0];
  if (end > words_.size()) file_->damaged("the source phrases do not fit together");
  return {0, end};
}

// Children come after their parent, so no walk is endless.
SourceTrie::Range SourceTrie::children(Node node) const {
  const Range range{first_child_[node], first_child_[node + 1]};
  if (range.begin <= node || range.begin > range.end || range.end > words_.size()) {
    file_->damaged("the source phrases do not fit together");
  }
  return range;
}

std::optional<SourceTrie::Node> SourceTrie::child_in(Range range, text::WordId word) const {
  const auto wanted = static_cast<std::uint32_t>(word);
  const std::uint32_t end = range.end;
  while (range.begin < range.end) {
    const std::uint32_t middle = range.begin + (range.end - range.begin) / 2;
    if (words_[middle] < wanted) {
      range.begin = middle + 1;
    } else {
      range.end = middle;
    }
  }
  if (range.begin == end || words_[range.begin] != wanted) return std::nullopt;
  return range.begin;
}

std::optional<SourceTrie::Node> SourceTrie::find(std::span<const text::WordId> words) const {
  std::optional<Node> node;
  for (const text::WordId word : words) {
    node = child_in(node ? children(*node) : children_of_root(), word);
    if (!node) return std::nullopt;
  }
  return node;
}

std::size_t SourceTrie::depth(Node node) const {
  CALQUE_CHECK(node < words_.size());
  const auto after = std::upper_bound(level_begin_.begin(), level_begin_.end(), node);
  return static_cast<std::size_t>(after - level_begin_.begin());
}

std::vector<text::WordId> SourceTrie::path_to(Node node) const {
  std::vector<text::WordId> path(depth(node));
  for (std::size_t i = path.size(); i-- > 0;) {
    path[i] = text::WordId{words_[node]};
    if (i == 0) break;
    // The parent is the last node whose children do not begin after this one.
    const auto after = std::upper_bound(first_child_.begin(), first_child_.end(), node);
    const auto parent = static_cast<std::size_t>(after - first_child_.begin());
    if (parent == 0 || parent > node) file_->damaged("the source phrases do not fit together");
    node = static_cast<Node>(parent - 1);
  }
  return path;
}

}  // namespace calque::phrase
