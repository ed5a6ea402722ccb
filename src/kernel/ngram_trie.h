// N-grams and their numbers: a trie as one hash table from (n-gram without its last word, last word) to the
// n-gram.
//
// NgramTrie grows and owns its arrays; NgramTrieView reads the same arrays from a mapped file. Reading is
// safe from many threads. Whatever a damaged file holds, look-ups stay inside the arrays and end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "text/types.h"

namespace calque::kernel {

// Numbers 0, 1, 2, ... in order of first addition; an n-gram always comes after its beginnings.
using Ngram = std::uint32_t;
inline constexpr Ngram kEmptyNgram = 0xffffffffU;   // what n-grams of one word continue
inline constexpr Ngram kUnseenNgram = 0xfffffffeU;  // not in the trie; nothing continues it

class NgramTrie {
 public:
  Ngram add(Ngram parent, text::WordId word);
  std::size_t size() const { return words_.size(); }

  std::span<const Ngram> parents() const { return parents_; }
  std::span<const text::WordId> words() const { return words_; }
  // Open addressing, (number + 1), 0 meaning free; the size is a power of two.
  std::span<const std::uint32_t> table() const { return table_; }

 private:
  void grow();

  std::vector<Ngram> parents_;
  std::vector<text::WordId> words_;
  std::vector<std::uint32_t> table_;
};

class NgramTrieView {
 public:
  NgramTrieView() = default;
  // Throws FormatError (naming `file`) unless the arrays' sizes fit together.
  NgramTrieView(std::span<const Ngram> parents, std::span<const text::WordId> words,
                std::span<const std::uint32_t> table, const std::string& file);
  // NOLINTNEXTLINE(google-explicit-constructor): a trie can be read wherever a view is needed.
  NgramTrieView(const NgramTrie& trie);

  std::size_t size() const noexcept { return words_.size(); }
  // kUnseenNgram if there is no such n-gram.
  Ngram find(Ngram parent, text::WordId word) const noexcept;

  std::span<const Ngram> parents() const { return parents_; }
  std::span<const text::WordId> words() const { return words_; }
  std::span<const std::uint32_t> table() const { return table_; }
  // Throws FormatError (naming `file`) unless each n-gram is found under its number.
  void verify(const std::string& file) const;

 private:
  std::span<const Ngram> parents_;
  std::span<const text::WordId> words_;
  std::span<const std::uint32_t> table_;
};

}  // namespace calque::kernel
