// The edit distance of Tercom, which is limited to a beam around the diagonal, with the trace of its
// operations. Once a hypothesis has been aligned, the distances of its permutations are cheap to compute.
//
// One thread's scratch memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "text/types.h"

namespace calque::metrics {

enum class EditOp : std::uint8_t { kNone, kMatch, kSubstitute, kInsert, kDelete };

class BeamEditDistance {
 public:
  // Sets the reference, which must stay alive and must not be empty.
  void start(std::span<const text::WordId> reference);

  // The distance of a hypothesis, not empty; afterwards trace() holds the operations from the last to the
  // first. kInsert inserts a reference word, kDelete deletes a hypothesis word.
  std::int64_t align(std::span<const text::WordId> hypothesis);
  std::span<const EditOp> trace() const { return trace_; }

  // The distance of a permutation of the hypothesis aligned last whose first `shared` words are the same.
  std::int64_t distance_of_permutation(std::span<const text::WordId> hypothesis, std::size_t shared);

 private:
  // One column of the whole (unpruned) table as bit vectors, and its last value.
  struct ExactColumn {
    std::uint64_t plus = 0;
    std::uint64_t minus = 0;
    std::int64_t distance = 0;
  };
  // Four bytes: a line of a megabyte has ten million of them.
  class Cell {
   public:
    Cell() = default;
    Cell(std::int32_t cost, EditOp op) : packed_(cost * 8 + static_cast<std::int32_t>(op)) {}
    std::int32_t cost() const { return packed_ / 8; }
    EditOp op() const { return static_cast<EditOp>(packed_ % 8); }

   private:
    std::int32_t packed_ = 0;  // costs are not negative
  };
  // The columns [begin, end) of one row that the beam holds.
  struct Band {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  ExactColumn next_column(const ExactColumn& column, text::WordId word) const;
  void fill_exact_columns(std::span<const text::WordId> hypothesis);
  void set_lengths(std::size_t hypothesis_length);
  Band band(std::size_t row) const;
  // Cells of row `i` > 0 from those of the row above; each holds the cells of its band.
  void fill_row(text::WordId word, std::size_t i, const Cell* above, Cell* row) const;
  void take_trace();

  std::span<const text::WordId> reference_;
  std::size_t hypothesis_length_ = 0;
  double ratio_ = 1.0;  // reference over hypothesis length
  std::size_t beam_ = 0;
  std::size_t stride_ = 0;   // the widest band
  std::vector<Cell> table_;  // stride_ cells for each row but the first, whose cost is the column
  std::vector<Cell> spare_rows_;
  std::vector<EditOp> trace_;
  std::vector<ExactColumn> columns_;  // of the hypothesis aligned last; empty for long references
};

}  // namespace calque::metrics
