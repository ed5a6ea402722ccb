#include "block/data_points.h"

#include <algorithm>

#include "base/error.h"

namespace calque::block {

std::size_t DataPoints::bytes() const {
  return floats_.size() * sizeof(float) + binary_begin_.size() * sizeof(std::uint32_t) +
         binary_.size() * sizeof(std::uint32_t) + first_vector_.size() * sizeof(std::uint64_t) +
         positives_.size() * sizeof(std::uint32_t);
}

PointView DataPoints::operator[](std::size_t point) const {
  PointView view;
  const std::uint64_t first = first_vector_[point];
  const std::uint64_t count = first_vector_[point + 1] - first;
  view.floats_ = floats_.data() + first * width_;
  view.binary_ = binary_.empty() ? nullptr : binary_.data();
  view.binary_begin_ = {binary_begin_.data() + first, static_cast<std::size_t>(count + 1)};
  view.float_count_ = float_count_;
  view.width_ = width_;
  view.positives_ = positives_[point];
  return view;
}

void DataPoints::prefetch_place(std::size_t point) const {
  __builtin_prefetch(first_vector_.data() + point);
  __builtin_prefetch(positives_.data() + point);
}

void DataPoints::prefetch(std::size_t point) const {
  constexpr std::size_t kFloatsPerLine = 16;
  const std::uint64_t first = first_vector_[point];
  const float* const begin = floats_.data() + first * width_;
  const std::size_t vectors = static_cast<std::size_t>(first_vector_[point + 1] - first);
  for (std::size_t i = 0; i < std::min<std::size_t>(vectors * width_, 32 * kFloatsPerLine);
       i += kFloatsPerLine)
    __builtin_prefetch(begin + i);
  if (binary_.empty()) return;
  __builtin_prefetch(binary_begin_.data() + first);
  __builtin_prefetch(binary_begin_.data() + first + vectors);
}

void DataPoints::add(std::span<const float> floats, std::span<const std::uint32_t> binary) {
  CALQUE_CHECK(floats.size() == float_count_);
  floats_.insert(floats_.end(), floats.begin(), floats.end());
  floats_.insert(floats_.end(), width_ - float_count_, 0.0F);
  binary_.insert(binary_.end(), binary.begin(), binary.end());
  CALQUE_CHECK(binary_.size() < 0xffffffffU);
  binary_begin_.push_back(static_cast<std::uint32_t>(binary_.size()));
  for (const std::uint32_t feature : binary)
    binary_limit_ = std::max<std::size_t>(binary_limit_, feature + std::size_t{1});
}

void DataPoints::add_positive(std::span<const float> floats, std::span<const std::uint32_t> binary) {
  CALQUE_CHECK(!open_negatives_);
  add(floats, binary);
  ++open_positives_;
}

void DataPoints::add_negative(std::span<const float> floats, std::span<const std::uint32_t> binary) {
  add(floats, binary);
  open_negatives_ = true;
}

void DataPoints::end_point() {
  CALQUE_CHECK(open_positives_ > 0);
  first_vector_.push_back(vector_count());
  positives_.push_back(open_positives_);
  positive_count_ += open_positives_;
  open_positives_ = 0;
  open_negatives_ = false;
}

void DataPoints::append(const DataPoints& others) {
  CALQUE_CHECK(others.float_count_ == float_count_ && others.open_positives_ == 0 && open_positives_ == 0);
  const std::uint64_t vectors = vector_count();
  const auto binaries = static_cast<std::uint32_t>(binary_.size());
  CALQUE_CHECK(binary_.size() + others.binary_.size() < 0xffffffffU);
  floats_.insert(floats_.end(), others.floats_.begin(), others.floats_.end());
  binary_.insert(binary_.end(), others.binary_.begin(), others.binary_.end());
  for (std::size_t i = 1; i < others.binary_begin_.size(); ++i)
    binary_begin_.push_back(binaries + others.binary_begin_[i]);
  for (std::size_t i = 1; i < others.first_vector_.size(); ++i)
    first_vector_.push_back(vectors + others.first_vector_[i]);
  positives_.insert(positives_.end(), others.positives_.begin(), others.positives_.end());
  positive_count_ += others.positive_count_;
  binary_limit_ = std::max(binary_limit_, others.binary_limit_);
}

void DataPoints::clear() {
  *this = DataPoints(float_count_);
}

}  // namespace calque::block
