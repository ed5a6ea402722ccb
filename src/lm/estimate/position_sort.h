// Sorts the positions of a text by the words that end there: last word first, then the word before it, and so
// on. Every n-gram of every length is then one run of neighbours.
//
// One scatter brings the positions of each last word together; each word's positions are then sorted by two
// words at a time, several words of the vocabulary at once on different threads. The result does not depend
// on the number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

// Consecutive last words and the positions that end in them: the unit of parallel work. No n-gram has
// positions in two groups.
struct PositionGroup {
  std::uint32_t word_begin = 0;
  std::uint32_t word_end = 0;
  std::size_t begin = 0;  // in SortedPositions::positions
  std::size_t end = 0;
  std::array<std::size_t, kMaxOrder> ngrams{};  // [n - 1]: different n-grams of length n, n > 1
};

// Two lengths of at most kMaxOrder in a byte.
class PositionLengths {
 public:
  PositionLengths() = default;
  PositionLengths(unsigned shared, unsigned depth)
      : packed_(static_cast<std::uint8_t>(depth << 4U | shared)) {}

  // How many last words the position shares with the one before it in sorted order: 0 at the begin of a word.
  unsigned shared() const { return packed_ & 0xfU; }
  // How many words of its sentence end at the position, <s> included, cut at the order.
  unsigned depth() const { return packed_ >> 4U; }

 private:
  std::uint8_t packed_ = 0;
};

struct SortedPositions {
  std::vector<std::uint32_t> positions;  // all but those of <s>
  std::vector<PositionLengths> lengths;  // of each
  std::vector<PositionGroup> groups;

  // Different n-grams of length n > 1.
  std::uint64_t ngrams(unsigned n) const;
};

struct SortOptions {
  std::size_t vocabulary_size = 3;  // ids are below it
  unsigned order = 5;               // how many words of each position matter, 1 to kMaxOrder
};

// `tokens` are model ids, each sentence from <s> to </s>. Requires: fewer than 2^32 of them.
SortedPositions sort_positions(std::span<const std::uint32_t> tokens, const SortOptions& options,
                               ThreadPool& threads);

// Bytes for each token that the result of sort_positions takes, the tokens included.
inline constexpr std::uint64_t kSortBytesPerToken = 9;

}  // namespace calque::lm
