// Many short sequences in one flat array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace calque::phrase {

// Sequences of T one after the other; sequence i is items [offsets[i], offsets[i+1]).
template <typename T>
struct Sequences {
  std::vector<T> items;
  std::vector<std::uint64_t> offsets{0};

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const T> operator[](std::size_t i) const {
    return {items.data() + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  void close() { offsets.push_back(items.size()); }  // ends the sequence that was appended to `items`
};

}  // namespace calque::phrase
