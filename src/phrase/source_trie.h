// The source phrases of a phrase table as a trie over word ids: a node for every phrase and every beginning
// of one. Finding all phrases that start at a word is one walk down; unknown continuations end it early.
//
// A view into a container, immutable and shareable between threads. Values are checked when used: a damaged
// file gives FormatError, never a read outside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "phrase/columns.h"
#include "phrase/phrase_list.h"
#include "store/container.h"
#include "text/types.h"

namespace calque::phrase {

// Nodes level by level; children of a node stand together, sorted by word; those of the root come first.
struct SourceTrieData {
  static constexpr std::uint32_t kNoPhrase = 0xFFFFFFFFU;

  std::vector<std::uint32_t> words;        // id of the last word of each node's path
  std::vector<std::uint32_t> first_child;  // children of node n: [first_child[n], first_child[n + 1])
  std::vector<std::uint32_t> phrase;       // the phrase that ends at the node, or kNoPhrase
};

// A trie of those phrases that `lexicographic` names, in that order. Requires: they are different, none is
// empty.
SourceTrieData build_source_trie(const PhraseList& phrases, std::span<const std::uint32_t> lexicographic);

class SourceTrie {
 public:
  using Node = std::uint32_t;

  SourceTrie() = default;
  // Sections source.words and source.children; the container must outlive the trie.
  explicit SourceTrie(const store::Container& file);

  std::size_t node_count() const { return words_.size(); }
  // Nothing if no phrase begins like this.
  std::optional<Node> find(std::span<const text::WordId> words) const;
  // The next two require: node < node_count().
  std::size_t depth(Node node) const;  // words on the way to it, at least 1
  std::vector<text::WordId> path_to(Node node) const;

 private:
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };
  Range children_of_root() const;
  Range children(Node node) const;
  std::optional<Node> child_in(Range range, text::WordId word) const;

  const store::Container* file_ = nullptr;
  NumberColumn words_;
  std::span<const std::uint32_t> first_child_;
  std::vector<std::uint32_t> level_begin_;  // first node of each depth
};

}  // namespace calque::phrase
