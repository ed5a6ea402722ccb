// Data points of the online learners (theory/block-bigrams.md#online-training): vectors that could follow one
// predecessor, some of which do (positives) and some of which do not (negatives). A vector has a fixed number
// of floats and any number of binary features.
//
// Flat arrays. Filled by one thread; reading is safe from many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "base/lanes.h"

namespace calque::block {

// One point. A view into DataPoints.
class PointView {
 public:
  std::size_t size() const { return binary_begin_.size() - 1; }  // vectors, positives first
  std::size_t positives() const { return positives_; }
  std::span<const float> floats(std::size_t vector) const { return {padded_floats(vector), float_count_}; }
  // The same with zeros behind, up to whole lanes.
  const float* padded_floats(std::size_t vector) const { return floats_ + vector * width_; }
  std::span<const std::uint32_t> binary(std::size_t vector) const {
    return {binary_ + binary_begin_[vector],
            static_cast<std::size_t>(binary_begin_[vector + 1] - binary_begin_[vector])};
  }
  // Whether any vector has binary features.
  bool has_binary() const { return binary_ != nullptr && binary_begin_.front() != binary_begin_.back(); }

 private:
  friend class DataPoints;
  const float* floats_ = nullptr;
  const std::uint32_t* binary_ = nullptr;  // null if no point has any
  std::span<const std::uint32_t> binary_begin_;
  std::size_t float_count_ = 0;
  std::size_t width_ = 0;
  std::size_t positives_ = 0;
};

class DataPoints {
 public:
  explicit DataPoints(std::size_t float_count)
      : float_count_(float_count), width_(padded(float_count)) {}

  std::size_t size() const { return positives_.size(); }
  std::size_t float_count() const { return float_count_; }
  std::size_t vector_count() const { return binary_begin_.size() - 1; }
  std::size_t positive_count() const { return positive_count_; }
  std::size_t binary_count() const { return binary_.size(); }
  // One above the largest binary feature; 0 if there is none.
  std::size_t binary_limit() const { return binary_limit_; }
  std::size_t bytes() const;
  PointView operator[](std::size_t point) const;
  // Ask for the memory of a point that will be read soon: where it is, and some points later the point
  // itself.
  void prefetch_place(std::size_t point) const;
  void prefetch(std::size_t point) const;

  // Adds a vector to the point that is being built: all positives first, then the negatives. Requires:
  // floats.size() == float_count(), all finite.
  void add_positive(std::span<const float> floats, std::span<const std::uint32_t> binary);
  void add_negative(std::span<const float> floats, std::span<const std::uint32_t> binary);
  // Requires: the point has a positive vector.
  void end_point();
  void append(const DataPoints& others);
  void clear();

 private:
  void add(std::span<const float> floats, std::span<const std::uint32_t> binary);

  std::size_t float_count_;
  std::size_t width_;  // floats_ per vector
  // Points are read in random order.
  template <typename T>
  using Array = std::vector<T, LargePages<T>>;
  Array<float> floats_;                   // by vector, with zeros up to whole lanes
  Array<std::uint32_t> binary_begin_{0};  // by vector; one more entry at the end
  Array<std::uint32_t> binary_;
  Array<std::uint64_t> first_vector_{0};  // by point; one more entry at the end
  Array<std::uint32_t> positives_;        // by point
  std::uint32_t open_positives_ = 0;
  bool open_negatives_ = false;
  std::size_t positive_count_ = 0;
  std::size_t binary_limit_ = 0;
};

}  // namespace calque::block
