// Vectors that stand for classes where a learner maps features to them (the output embedding of
// theory/reordering.md#maximum-margin-regression). Immutable values.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace calque::learn {

// A vector for each class; classes that should be confused rather than others have vectors close to each
// other.
class ClassEmbedding {
 public:
  // Unit vectors: no class is close to another.
  explicit ClassEmbedding(std::size_t classes);
  // Rows of `dimension` values. Throws UsageError if they do not fill whole rows or a row is 0.
  ClassEmbedding(std::size_t classes, std::size_t dimension, std::vector<double> values);

  std::size_t classes() const { return classes_; }
  std::size_t dimension() const { return dimension_; }
  std::span<const double> of(std::size_t label) const {
    return {values_.data() + label * dimension_, dimension_};
  }
  double product(std::size_t a, std::size_t b) const;

 private:
  std::size_t classes_;
  std::size_t dimension_;
  std::vector<double> values_;
};

// A line of numbers separated by blanks for each class (docs/formats/class-embedding.md). Throws UsageError
// if the file cannot be read, DataError with file and line for what are no vectors of these classes.
ClassEmbedding read_class_embedding(const std::string& path, std::size_t classes);

}  // namespace calque::learn
