#include "text/word_classes_counts.h"

#include <algorithm>
#include <cmath>

namespace calque::text {
namespace {

constexpr std::uint64_t kTableSize = std::uint64_t{1} << 20;

void collect(std::span<const Neighbour> row, std::span<const std::uint32_t> class_of,
             std::vector<std::uint32_t>& counts, std::vector<std::uint32_t>& classes) {
  for (const std::uint32_t used : classes) counts[used] = 0;
  classes.clear();
  for (const Neighbour& neighbour : row) {
    const std::uint32_t its_class = class_of[neighbour.rank];
    if (counts[its_class] == 0) classes.push_back(its_class);
    counts[its_class] += neighbour.count;
  }
}

}  // namespace

EntropyTable::EntropyTable(std::uint64_t largest_count) {
  values_.reserve(std::min(largest_count + 1, kTableSize));
  for (std::uint32_t n = 0; n <= largest_count && n < kTableSize; ++n) values_.push_back(compute(n));
}

double EntropyTable::compute(std::uint32_t n) {
  return n == 0 ? 0.0 : n * std::log(static_cast<double>(n));
}

void WordContext::fill(const BigramRows& rows, std::span<const std::uint32_t> class_of, std::uint32_t rank) {
  collect(rows.predecessors(rank), class_of, left, left_classes);
  collect(rows.successors(rank), class_of, right, right_classes);
  self = rows.self_count(rank);
  count = rows.count(rank);
}

ClassCounts::ClassCounts(const BigramRows& rows, std::span<const std::uint32_t> class_of, std::size_t classes)
    : entropy_(rows.events()),
      classes_(classes),
      width_(classes + 1),
      sizes_(width_, 0),
      size_values_(width_, 0.0) {
  by_left_ = {std::vector<std::uint32_t>(width_ * width_, 0), std::vector<double>(width_ * width_, 0.0),
              std::vector<double>(width_ * width_, 0.0)};
  by_right_ = by_left_;
  for (std::uint32_t rank = 0; rank <= rows.words(); ++rank) {
    add_to_size(class_of[rank], rows.count(rank));
    by_left_.count[cell(class_of[rank], class_of[rank])] += rows.self_count(rank);
    for (const Neighbour& right : rows.successors(rank)) {
      by_left_.count[cell(class_of[rank], class_of[right.rank])] += right.count;
    }
  }
  for (std::uint32_t g = 0; g < width_; ++g) {
    for (std::uint32_t h = 0; h < width_; ++h) add_to_cell(g, h, 0);
  }
}

void ClassCounts::refresh(Table& table, std::size_t cell, std::uint32_t count) const {
  table.count[cell] = count;
  table.value[cell] = entropy_(count);
  table.step[cell] = entropy_(count + 1) - table.value[cell];
}

void ClassCounts::add_to_cell(std::uint32_t g, std::uint32_t h, std::int64_t change) {
  const auto count = static_cast<std::uint32_t>(pairs(g, h) + change);
  refresh(by_left_, cell(g, h), count);
  refresh(by_right_, cell(h, g), count);
}

void ClassCounts::add_to_size(std::uint32_t g, std::int64_t change) {
  sizes_[g] = static_cast<std::uint32_t>(sizes_[g] + change);
  size_values_[g] = entropy_(sizes_[g]);
}

// What a change of one count does to the sum of n ln n.
double ClassCounts::raised(std::uint32_t count, std::int64_t change) const {
  return entropy_(static_cast<std::uint32_t>(count + change)) - entropy_(count);
}

double ClassCounts::removal_gain(const WordContext& word, std::uint32_t from) const {
  double gain = 0.0;
  for (const std::uint32_t g : word.left_classes) {
    if (g != from) gain += raised(pairs(g, from), -std::int64_t{word.left[g]});
  }
  for (const std::uint32_t h : word.right_classes) {
    if (h != from) gain += raised(pairs(from, h), -std::int64_t{word.right[h]});
  }
  gain += raised(pairs(from, from), -(std::int64_t{word.left[from]} + word.right[from] + word.self));
  return gain - 2.0 * raised(sizes_[from], -std::int64_t{word.count});
}

void ClassCounts::add_row(const Table& table, std::uint32_t row, std::uint32_t change,
                          std::span<double> gains) const {
  const std::size_t begin = cell(row, 0);
  if (change == 1) {
    const double* step = table.step.data() + begin;
    for (std::size_t to = 0; to < gains.size(); ++to) gains[to] += step[to];
    return;
  }
  const std::uint32_t* count = table.count.data() + begin;
  const double* value = table.value.data() + begin;
  for (std::size_t to = 0; to < gains.size(); ++to) gains[to] += entropy_(count[to] + change) - value[to];
}

// add_row counts the cell (to, to) once for the left and once for the right neighbours; this makes it one
// change, and adds the word's bigrams with itself.
void ClassCounts::correct_diagonal(const WordContext& word, std::span<double> gains) const {
  const auto correct = [&](std::uint32_t to) {
    const std::int64_t left = word.left[to];
    const std::int64_t right = word.right[to];
    const std::uint32_t count = pairs(to, to);
    gains[to] += raised(count, left + right + word.self) - raised(count, left) - raised(count, right);
  };
  if (word.self > 0) {
    for (std::uint32_t to = 0; to < classes_; ++to) correct(to);
    return;
  }
  for (const std::uint32_t to : word.left_classes) {
    if (to < classes_ && word.right[to] > 0) correct(to);
  }
}

// The cells (from, to) and (to, from) lose and win at once, which is not the sum of a loss and a win.
void ClassCounts::correct_crossings(const WordContext& word, std::uint32_t from,
                                    std::span<double> gains) const {
  const auto correction = [this](std::uint32_t count, std::int64_t loss, std::int64_t win) {
    return raised(count, win - loss) - raised(count, win) - raised(count, -loss);
  };
  if (word.left[from] > 0) {
    for (const std::uint32_t to : word.right_classes) {
      if (to < classes_) gains[to] += correction(pairs(from, to), word.right[to], word.left[from]);
    }
  }
  if (word.right[from] > 0) {
    for (const std::uint32_t to : word.left_classes) {
      if (to < classes_) gains[to] += correction(pairs(to, from), word.left[to], word.right[from]);
    }
  }
}

void ClassCounts::gains(const WordContext& word, std::uint32_t from, std::span<double> gains) const {
  const double removal = removal_gain(word, from);
  for (std::size_t to = 0; to < gains.size(); ++to) {
    gains[to] = removal - 2.0 * (entropy_(sizes_[to] + word.count) - size_values_[to]);
  }
  for (const std::uint32_t g : word.left_classes) add_row(by_left_, g, word.left[g], gains);
  for (const std::uint32_t h : word.right_classes) add_row(by_right_, h, word.right[h], gains);
  correct_diagonal(word, gains);
  correct_crossings(word, from, gains);
  gains[from] = 0.0;
}

void ClassCounts::move(const WordContext& word, std::uint32_t from, std::uint32_t to) {
  for (const std::uint32_t g : word.left_classes) {
    add_to_cell(g, from, -std::int64_t{word.left[g]});
    add_to_cell(g, to, word.left[g]);
  }
  for (const std::uint32_t h : word.right_classes) {
    add_to_cell(from, h, -std::int64_t{word.right[h]});
    add_to_cell(to, h, word.right[h]);
  }
  add_to_cell(from, from, -std::int64_t{word.self});
  add_to_cell(to, to, word.self);
  add_to_size(from, -std::int64_t{word.count});
  add_to_size(to, word.count);
}

double ClassCounts::class_log_likelihood() const {
  double sum = 0.0;
  for (const std::uint32_t count : by_left_.count) sum += entropy_(count);
  for (const std::uint32_t size : sizes_) sum -= 2.0 * entropy_(size);
  return sum;
}

}  // namespace calque::text
