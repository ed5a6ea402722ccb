// Columns of the phrase table in few bytes: what the writer puts into sections and the reader maps.
//
// Views are immutable, shareable between threads, and live as long as the container.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "store/container.h"

namespace calque::phrase {

// Whole numbers, in two bytes each if all fit, else in four.
class NumberColumn {
 public:
  NumberColumn() = default;
  // Throws FormatError if there is no such section or its elements have neither size.
  NumberColumn(const store::Container& file, std::string_view name);

  std::size_t size() const { return narrow_.size() + wide_.size(); }
  std::uint32_t operator[](std::size_t i) const { return wide_.empty() ? narrow_[i] : wide_[i]; }

 private:
  std::span<const std::uint16_t> narrow_;
  std::span<const std::uint32_t> wide_;
};

void write_numbers(store::ContainerWriter& writer, std::string_view name,
                   std::span<const std::uint32_t> numbers);

// Real numbers: two-byte codes into a rising list of values if there are at most 65,536 different ones, else
// the numbers themselves. Nothing is rounded.
class FloatColumn {
 public:
  FloatColumn() = default;
  // Section NAME.values, and NAME.codes if there are codes.
  FloatColumn(const store::Container& file, std::string_view name);

  std::size_t size() const { return coded_ ? codes_.size() : values_.size(); }
  // Throws FormatError for a code without value and for a value that is no finite number.
  float operator[](std::size_t i) const {
    const std::size_t place = coded_ ? codes_[i] : i;
    if (place >= values_.size() || !std::isfinite(values_[place])) refuse();
    return values_[place];
  }

 private:
  [[noreturn]] void refuse() const;

  const store::Container* file_ = nullptr;
  bool coded_ = false;
  std::span<const std::uint16_t> codes_;
  std::span<const float> values_;
};

void write_floats(store::ContainerWriter& writer, std::string_view name, std::span<const float> numbers);

}  // namespace calque::phrase
