// A hash for numbers made of two numbers: std::hash leaves them as they are, and the lower one alone would
// decide the slot in a table.
#pragma once

#include <cstddef>
#include <cstdint>

namespace calque::kernel {

struct MixedHash {
  std::size_t operator()(std::uint64_t key) const noexcept {
    key ^= key >> 32U;
    key *= 0xd6e8feb86659fd93ULL;
    key ^= key >> 32U;
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15ULL);
  }
};

}  // namespace calque::kernel
