// How bad it is to take one class for another: 0 for equal classes, more the further they are apart (the
// matrix of theory/reordering.md#max-margin-structure). Immutable values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace calque::learn {

class ClassDistances {
 public:
  ClassDistances() = default;
  // 1 between any two classes.
  explicit ClassDistances(std::size_t classes);
  // Rows one after the other. Throws UsageError unless it is square, finite, not negative and 0 from each
  // class to itself.
  ClassDistances(std::size_t classes, std::vector<double> values);

  std::size_t classes() const { return classes_; }
  double operator()(std::size_t truth, std::size_t other) const { return values_[truth * classes_ + other]; }
  // The distances from one class to all.
  const double* from(std::size_t truth) const { return values_.data() + truth * classes_; }

 private:
  std::size_t classes_ = 0;
  std::vector<double> values_;
};

// Distances from what a classifier confuses: `confusions` has a row for each true class, with how often each
// class was predicted. 1 between classes that are never confused, 1/2 between those that are most often.
ClassDistances distances_of_confusions(std::size_t classes, const std::vector<std::uint64_t>& confusions);

// A line of numbers separated by blanks for each class (docs/formats/class-distances.md). Throws UsageError
// if the file cannot be read, DataError with file and line for what is not such a matrix of this size.
ClassDistances read_class_distances(const std::string& path, std::size_t classes);

}  // namespace calque::learn
