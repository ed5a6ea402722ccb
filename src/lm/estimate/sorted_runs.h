// Counting a text that is larger than memory: pieces of it are sorted in memory, each becomes a run of
// n-grams with counts on disk, and one merge brings all runs together, in the order in which a sort of the
// whole text would have them. Not safe to share between threads. Errors are those of store::Spool.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lm/estimate/position_sort.h"
#include "store/spool.h"

namespace calque::lm {

// The longest n-gram that ends at some position: it is of the order, or begins with <s>. None of these is the
// end of another.
struct LongestNgram {
  std::array<std::uint32_t, kMaxOrder> words{};  // the last word first
  unsigned length = 0;
  unsigned shared = 0;  // how many last words the one before it has too
  std::uint64_t count = 0;
};

// One piece of the text, as sort_positions left it. `block_bytes` is about what a merger keeps of each run.
store::Spool write_run(std::span<const std::uint32_t> tokens, const SortedPositions& sorted,
                       const std::string& folder,
                       std::size_t block_bytes = store::SpoolWriter::kDefaultBlockBytes);

class RunMerger {
 public:
  explicit RunMerger(const std::vector<store::Spool>& runs);

  // The next n-gram with its count in all runs; false after the last.
  bool next(LongestNgram& ngram);

 private:
  struct Cursor {
    store::SpoolReader reader;
    LongestNgram ngram;
    bool advance();
  };

  // Whether the n-gram of cursor a comes after that of b: the order of the heap.
  bool comes_after(std::size_t a, std::size_t b) const;

  std::vector<Cursor> cursors_;
  std::vector<std::size_t> heap_;  // cursors with n-grams left, the smallest one first
};

}  // namespace calque::lm
