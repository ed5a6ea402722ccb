// Training examples as compressed sparse rows: which features hold with which values, and the class.
//
// Rows owns its arrays; RowsView and Problem are views. Values only, safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calque::learn {

// Most classes that a learner handles; labels fit a byte.
inline constexpr std::size_t kMaxClasses = 255;

// The features of one example; the same feature does not come twice.
struct RowView {
  std::span<const std::uint32_t> features;
  std::span<const float> values;

  std::size_t size() const { return features.size(); }
};

// Row i has entries [offsets[i], offsets[i+1]). A view.
struct RowsView {
  std::span<const std::uint64_t> offsets;
  std::span<const std::uint32_t> features;
  std::span<const float> values;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  RowView row(std::size_t i) const {
    const auto begin = static_cast<std::size_t>(offsets[i]);
    const auto count = static_cast<std::size_t>(offsets[i + 1]) - begin;
    return {features.subspan(begin, count), values.subspan(begin, count)};
  }
};

class Rows {
 public:
  std::size_t size() const { return offsets_.size() - 1; }
  std::size_t entry_count() const { return features_.size(); }
  RowsView view() const { return {offsets_, features_, values_}; }
  RowView row(std::size_t i) const { return view().row(i); }

  void add(std::span<const std::uint32_t> features, std::span<const float> values);
  // Appends all rows of another.
  void append(const Rows& rows);
  void reserve(std::size_t rows, std::size_t entries);

  // Keeps only these rows (ascending), and gives back the memory of the others.
  void keep(std::span<const std::uint32_t> rows);

  // Divides each row by its Euclidean length; a row of zeros stays as it is.
  void normalise();

 private:
  std::vector<std::uint64_t> offsets_{0};
  std::vector<std::uint32_t> features_;
  std::vector<float> values_;
};

// What a learner is given. A view. Requires: labels below `classes`, features below `features`.
struct Problem {
  RowsView rows;
  std::span<const std::uint8_t> labels;
  std::size_t classes = 0;
  std::size_t features = 0;

  std::size_t size() const { return rows.size(); }
};

// Squared Euclidean length.
double squared_norm(const RowView& row);

// Throws UsageError unless there are 1 .. kMaxClasses classes.
void check(const Problem& problem);

}  // namespace calque::learn
