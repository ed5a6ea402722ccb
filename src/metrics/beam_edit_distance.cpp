#include "metrics/beam_edit_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.h"

namespace calque::metrics {
namespace {

constexpr std::int64_t kBeamWidth = 25;
constexpr std::int32_t kInfinity = 1 << 27;  // more words than a line can have
constexpr std::size_t kWordBits = 64;

// If an optimal alignment left the beam, it would be off the diagonal by at least kBeamWidth - 1 words
// somewhere, and both getting there and coming back would take insertions and deletions: at least this many.
std::int64_t min_distance_outside_beam(std::size_t hypothesis_length, std::size_t reference_length) {
  const auto difference =
      std::abs(static_cast<std::int64_t>(hypothesis_length) - static_cast<std::int64_t>(reference_length));
  return 2 * (kBeamWidth - 2) - difference;
}

}  // namespace

void BeamEditDistance::start(std::span<const text::WordId> reference) {
  CALQUE_CHECK(!reference.empty());
  reference_ = reference;
}

BeamEditDistance::ExactColumn BeamEditDistance::next_column(const ExactColumn& column,
                                                            text::WordId word) const {
  std::uint64_t equal = 0;
  for (std::size_t i = 0; i < reference_.size(); ++i) {
    equal |= static_cast<std::uint64_t>(reference_[i] == word) << i;
  }
  // The bit-vector recurrence of Myers.
  const std::uint64_t vertical = equal | column.minus;
  const std::uint64_t diagonal = (((equal & column.plus) + column.plus) ^ column.plus) | equal;
  const std::uint64_t plus = column.minus | ~(diagonal | column.plus);
  const std::uint64_t minus = column.plus & diagonal;
  const std::size_t last = reference_.size() - 1;
  ExactColumn next;
  next.distance = column.distance + static_cast<std::int64_t>((plus >> last) & 1) -
                  static_cast<std::int64_t>((minus >> last) & 1);
  const std::uint64_t shifted_plus = (plus << 1) | 1;
  next.plus = (minus << 1) | ~(vertical | shifted_plus);
  next.minus = shifted_plus & vertical;
  return next;
}

void BeamEditDistance::fill_exact_columns(std::span<const text::WordId> hypothesis) {
  columns_.clear();
  if (reference_.size() > kWordBits) return;
  columns_.push_back({~std::uint64_t{0}, 0, static_cast<std::int64_t>(reference_.size())});
  for (const text::WordId word : hypothesis) columns_.push_back(next_column(columns_.back(), word));
}

void BeamEditDistance::set_lengths(std::size_t hypothesis_length) {
  hypothesis_length_ = hypothesis_length;
  ratio_ = static_cast<double>(reference_.size()) / static_cast<double>(hypothesis_length);
  beam_ = kBeamWidth;
  // Lengths so different that one row's beam would not touch the next row's.
  if (static_cast<double>(kBeamWidth) < ratio_ / 2) {
    beam_ = static_cast<std::size_t>(std::ceil(ratio_ / 2 + static_cast<double>(kBeamWidth)));
  }
  stride_ = std::min(2 * beam_ + 2, reference_.size() + 1);
}

BeamEditDistance::Band BeamEditDistance::band(std::size_t row) const {
  const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(row) * ratio_));
  const std::size_t width = reference_.size() + 1;
  const std::size_t begin = diagonal > beam_ ? diagonal - beam_ : 0;
  return {begin, row == hypothesis_length_ ? width : std::min(width, diagonal + beam_)};
}

void BeamEditDistance::fill_row(text::WordId word, std::size_t i, const Cell* above, Cell* row) const {
  const Band here = band(i);
  const Band there = i == 1 ? Band{0, 0} : band(i - 1);
  const auto cost_above = [&](std::size_t j) {
    if (i == 1) return static_cast<std::int32_t>(j);
    return j >= there.begin && j < there.end ? above[j - there.begin].cost() : kInfinity;
  };
  std::int32_t left = kInfinity;
  std::int32_t diagonal = here.begin > 0 ? cost_above(here.begin - 1) : kInfinity;
  for (std::size_t j = here.begin; j < here.end; ++j) {
    const std::int32_t up = cost_above(j);
    // The order decides between equally good operations.
    Cell best{kInfinity, EditOp::kNone};
    if (j > 0) {
      const bool equal = word == reference_[j - 1];
      best = {diagonal + (equal ? 0 : 1), equal ? EditOp::kMatch : EditOp::kSubstitute};
    }
    if (up + 1 < best.cost()) best = {up + 1, EditOp::kDelete};
    if (left + 1 < best.cost()) best = {left + 1, EditOp::kInsert};
    row[j - here.begin] = best;
    left = best.cost();
    diagonal = up;
  }
}

void BeamEditDistance::take_trace() {
  trace_.clear();
  std::size_t i = hypothesis_length_;
  std::size_t j = reference_.size();
  while (i > 0 || j > 0) {
    EditOp op = EditOp::kInsert;
    if (i > 0) op = table_[(i - 1) * stride_ + j - band(i).begin].op();
    CALQUE_CHECK(op != EditOp::kNone);
    trace_.push_back(op);
    if (op != EditOp::kInsert) --i;
    if (op != EditOp::kDelete) --j;
  }
}

std::int64_t BeamEditDistance::align(std::span<const text::WordId> hypothesis) {
  CALQUE_CHECK(!hypothesis.empty());
  set_lengths(hypothesis.size());
  table_.resize(hypothesis.size() * stride_);
  for (std::size_t i = 1; i <= hypothesis.size(); ++i) {
    Cell* row = table_.data() + (i - 1) * stride_;
    fill_row(hypothesis[i - 1], i, i == 1 ? nullptr : row - stride_, row);
  }
  take_trace();
  fill_exact_columns(hypothesis);
  return table_[(hypothesis.size() - 1) * stride_ + reference_.size() - band(hypothesis.size()).begin].cost();
}

std::int64_t BeamEditDistance::distance_of_permutation(std::span<const text::WordId> hypothesis,
                                                       std::size_t shared) {
  if (!columns_.empty()) {
    ExactColumn column = columns_[shared];
    for (const text::WordId word : hypothesis.subspan(shared)) column = next_column(column, word);
    const bool beam_holds_everything = reference_.size() < static_cast<std::size_t>(kBeamWidth);
    if (beam_holds_everything ||
        column.distance < min_distance_outside_beam(hypothesis.size(), reference_.size())) {
      return column.distance;
    }
  }
  const std::size_t last = reference_.size() - band(hypothesis_length_).begin;
  if (shared == hypothesis_length_) return table_[(shared - 1) * stride_ + last].cost();
  spare_rows_.resize(2 * stride_);
  const Cell* above = shared == 0 ? nullptr : table_.data() + (shared - 1) * stride_;
  for (std::size_t i = shared + 1; i <= hypothesis.size(); ++i) {
    Cell* row = spare_rows_.data() + (i % 2) * stride_;
    fill_row(hypothesis[i - 1], i, above, row);
    above = row;
  }
  return above[last].cost();
}

}  // namespace calque::metrics
