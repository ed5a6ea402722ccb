// Four floats at a time, with the compiler's vector type: the order of additions is written down, so every
// CPU gets the same bits. For this module's inner loops only.
#pragma once

#include <cstddef>

namespace calque::align {

using Lanes = float __attribute__((vector_size(16), aligned(4), may_alias));
inline constexpr std::size_t kLanes = 4;

inline Lanes& lanes_at(float* p) {
  return *reinterpret_cast<Lanes*>(p);
}
inline const Lanes& lanes_at(const float* p) {
  return *reinterpret_cast<const Lanes*>(p);
}
inline float sum_of(const Lanes& lanes) {
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}
// The next multiple of the lane count: rows padded to it need no special treatment of their ends.
constexpr std::size_t padded(std::size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

}  // namespace calque::align
