// A hash for numbers made of two numbers: std::hash leaves them as they are, and the lower one alone would
// decide the slot in a table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace calque::kernel {

struct MixedHash {
  std::size_t operator()(std::uint64_t key) const noexcept {
    key ^= key >> 32U;
    key *= kDegskiFactor;
    key ^= key >> 32U;
    return static_cast<std::size_t>(key * kGoldenRatio);
  }
};

}  // namespace calque::kernel
