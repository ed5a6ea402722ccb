#include "phrase/source_trie.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "phrase/table_layout.h"
#include "phrase/types.h"

namespace calque::phrase {
namespace {

// In lexicographic order a phrase adds a node for each of its words beyond those that it shares with the
// phrase before it. Calls `add(depth, word)` for each, depth counted from 0.
template <typename Add>
void add_new_nodes(std::span<const text::WordId> before, std::span<const text::WordId> phrase,
                   const Add& add) {
  const auto shared = std::ranges::mismatch(before, phrase).in2 - phrase.begin();
  for (auto depth = static_cast<std::size_t>(shared); depth < phrase.size(); ++depth)
    add(depth, phrase[depth]);
}

}  // namespace

SourceTrieData build_source_trie(const PhraseList& phrases, std::span<const std::uint32_t> lexicographic) {
  std::array<std::size_t, kMaxPhraseLength + 1> next{};  // first of each level, then the next one to be added
  std::span<const text::WordId> before;
  std::array<std::size_t, kMaxPhraseLength> level_sizes{};
  for (const std::uint32_t phrase : lexicographic) {
    add_new_nodes(before, phrases[phrase], [&](std::size_t depth, text::WordId) { ++level_sizes[depth]; });
    before = phrases[phrase];
  }
  for (std::size_t depth = 0; depth < kMaxPhraseLength; ++depth)
    next[depth + 1] = next[depth] + level_sizes[depth];
  const std::size_t nodes = next.back();
  CALQUE_CHECK(nodes < SourceTrieData::kNoPhrase);
  SourceTrieData trie;
  trie.words.resize(nodes);
  trie.first_child.resize(nodes + 1);
  trie.phrase.assign(nodes, SourceTrieData::kNoPhrase);
  before = {};
  for (const std::uint32_t phrase : lexicographic) {
    const auto words = phrases[phrase];
    add_new_nodes(before, words, [&](std::size_t depth, text::WordId word) {
      const std::size_t node = next[depth]++;
      trie.words[node] = static_cast<std::uint32_t>(word);
      // Children come right after it in the order, so they are the next nodes of the level below.
      trie.first_child[node] = static_cast<std::uint32_t>(next[depth + 1]);
    });
    trie.phrase[next[words.size() - 1] - 1] = phrase;
    before = words;
  }
  trie.first_child[nodes] = static_cast<std::uint32_t>(nodes);
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
