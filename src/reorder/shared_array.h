// An immutable array that is either owned or a part of a mapped file; copies share it.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "store/container.h"

namespace calque::reorder {

template <typename T>
class SharedArray {
 public:
  SharedArray() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a vector can stand wherever an array is asked for.
  SharedArray(std::vector<T> values) {
    auto owned = std::make_shared<const std::vector<T>>(std::move(values));
    values_ = *owned;
    owner_ = std::move(owned);
  }
  // Throws FormatError if the section is missing or of other elements.
  SharedArray(std::shared_ptr<const store::Container> file, std::string_view section)
      : values_(file->section<T>(section)), owner_(std::move(file)) {}

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  const T& operator[](std::size_t i) const { return values_[i]; }
  const T* data() const { return values_.data(); }
  std::span<const T> span() const { return values_; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  std::span<const T> values_;
  std::shared_ptr<const void> owner_;
};

}  // namespace calque::reorder
