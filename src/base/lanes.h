// Four floats at a time, with the compiler's vector type: the order of additions is written down, so every
// processor gets the same bits.
#pragma once

#include <cstddef>

namespace calque {

inline constexpr std::size_t kLanes = 4;
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float)), aligned(alignof(float)), may_alias));

inline Lanes& lanes_at(float* p) {
  return *reinterpret_cast<Lanes*>(p);
}
inline const Lanes& lanes_at(const float* p) {
  return *reinterpret_cast<const Lanes*>(p);
}

// The sums of neighbours added, and the sum of the first half and the second half added: rounding tells them
// apart.
inline float sum_of(const Lanes& lanes) {
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}
inline float sum_of_halves(const Lanes& lanes) {
  return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
}

// The next multiple of the lane count: rows padded to it need no special treatment of their ends.
constexpr std::size_t padded(std::size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

}  // namespace calque
