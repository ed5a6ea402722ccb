// The two inner loops of every learner, with the number of weights per feature known to the compiler for the
// usual numbers of classes.
#pragma once

#include <cstddef>
#include <type_traits>

#include "learn/rows.h"

namespace calque::learn::detail {

// A stride known at compile time, or, for 0, at run time only.
template <std::size_t kKnown>
struct Stride {
  static constexpr std::size_t kPlaces = kKnown;
  std::size_t value;
  constexpr std::size_t operator()() const { return kKnown != 0 ? kKnown : value; }
};

// Calls work with the fitting Stride.
template <typename Work>
decltype(auto) with_stride(std::size_t stride, Work&& work) {
  if (stride == 4) return work(Stride<4>{4});
  if (stride == 8) return work(Stride<8>{8});
  return work(Stride<0>{stride});
}

// Asks for a row that is needed soon: rows are visited in random order.
inline void prefetch(const RowsView& rows, std::size_t i) {
  constexpr std::size_t kPerLine = 16;
  const auto begin = static_cast<std::size_t>(rows.offsets[i]);
  const auto end = static_cast<std::size_t>(rows.offsets[i + 1]);
  for (std::size_t at = begin; at < end; at += kPerLine) {
    __builtin_prefetch(rows.features.data() + at);
    __builtin_prefetch(rows.values.data() + at);
  }
}

// scores[k] += value * weight, for all features of the row and all places of the stride.
template <typename S>
inline void add_scores(S stride, const double* weights, const RowView& row, double* scores) {
  const std::size_t entries = row.size();
  const std::uint32_t* features = row.features.data();
  const float* values = row.values.data();
  // Sums that stay in registers: the compiler cannot know that scores and weights are apart.
  double sums[S::kPlaces == 0 ? 1 : S::kPlaces] = {};
  for (std::size_t i = 0; i < entries; ++i) {
    const double* of_feature = weights + features[i] * stride();
    const auto value = static_cast<double>(values[i]);
    if constexpr (S::kPlaces == 0) {
      for (std::size_t k = 0; k < stride(); ++k) scores[k] += value * of_feature[k];
    } else {
      for (std::size_t k = 0; k < S::kPlaces; ++k) sums[k] += value * of_feature[k];
    }
  }
  for (std::size_t k = 0; k < S::kPlaces; ++k) scores[k] += sums[k];
}

// weight += value * step[k], for all features of the row and all places of the stride.
template <typename S>
inline void add_row(S stride, double* weights, const RowView& row, const double* step) {
  const std::size_t entries = row.size();
  const std::uint32_t* features = row.features.data();
  const float* values = row.values.data();
  for (std::size_t i = 0; i < entries; ++i) {
    double* of_feature = weights + features[i] * stride();
    const auto value = static_cast<double>(values[i]);
    for (std::size_t k = 0; k < stride(); ++k) of_feature[k] += value * step[k];
  }
}

}  // namespace calque::learn::detail
