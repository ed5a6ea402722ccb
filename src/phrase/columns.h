// Columns of the phrase table in few bytes: what the writer puts into sections and the reader maps.
//
// Column writers belong to one thread. Views are immutable, shareable between threads, and live as long as
// the container.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/flat_table.h"
#include "base/hash.h"
#include "store/container.h"
#include "store/spilling_array.h"

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

// Gathers such a column before it is known how wide it will be; large ones go to the disk.
class NumberColumnWriter {
 public:
  explicit NumberColumnWriter(const store::SpillOptions& spill = {}) : numbers_(spill) {}

  void add(std::uint32_t number) {
    numbers_.push_back(number);
    largest_ = std::max(largest_, number);
  }
  // With `renumbered`, number n is written as renumbered[n], which must rise with n. Uses the writer up.
  void write(store::ContainerWriter& writer, std::string_view name,
             std::span<const std::uint32_t> renumbered = {});

 private:
  store::SpillingArray<std::uint32_t> numbers_;
  std::uint32_t largest_ = 0;
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

// Gathers such a column, and its different values as long as they can be coded.
class FloatColumnWriter {
 public:
  explicit FloatColumnWriter(const store::SpillOptions& spill = {}) : numbers_(spill) {}

  // Requires: a finite number.
  void add(float number) {
    number += 0.0F;  // there is but one zero
    numbers_.push_back(number);
    if (coded_) note_value(number);
  }
  // Uses the writer up.
  void write(store::ContainerWriter& writer, std::string_view name);

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    float value = 0;
    std::uint32_t code = kFree;

    bool is_free() const { return code == kFree; }
    std::uint64_t hash() const { return combine_hash(0, std::bit_cast<std::uint32_t>(value)) >> 20U; }
  };

  std::uint32_t& code_of(float value);
  void note_value(float value);

  store::SpillingArray<float> numbers_;
  bool coded_ = true;
  FlatTable<Slot> slots_;
  std::vector<float> values_;  // in the order of their first appearance
};

void write_floats(store::ContainerWriter& writer, std::string_view name, std::span<const float> numbers);

}  // namespace calque::phrase
