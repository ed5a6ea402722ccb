// Phrases by where they stand in an array of words: five bytes each, no copy of the words.
//
// A view of the words, which must outlive it. The free functions are deterministic for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "phrase/sequences.h"
#include "text/types.h"

namespace calque::phrase {

struct PhraseList {
  std::span<const text::WordId> words;
  std::vector<std::uint32_t> begins;  // into `words`
  std::vector<std::uint8_t> lengths;

  std::size_t size() const { return begins.size(); }
  std::span<const text::WordId> operator[](std::size_t i) const {
    return words.subspan(begins[i], lengths[i]);
  }
  void add(std::uint32_t begin, std::uint8_t length) {
    begins.push_back(begin);
    lengths.push_back(length);
  }
};

// Throws UsageError for more than 2^32 - 1 words.
PhraseList list_of(const Sequences<text::WordId>& phrases);

// The phrases' numbers in lexicographic order of word ids, a beginning before what it begins. Requires: the
// phrases are different, none is empty.
std::vector<std::uint32_t> lexicographic_order(const PhraseList& phrases, ThreadPool& threads);

// The same numbers, shorter phrases first: the order of the nodes of a trie, level by level.
std::vector<std::uint32_t> level_order(const PhraseList& phrases,
                                       std::span<const std::uint32_t> lexicographic);

// The longest phrase's number of words; 0 if there is none.
std::size_t longest(const PhraseList& phrases);

// Phrase order[0], order[1], ...
PhraseList rearranged(const PhraseList& phrases, std::span<const std::uint32_t> order);

}  // namespace calque::phrase
