// Arithmetic on four floats at a time (base/lanes.h) for loops over vectors of features. The result is the
// same on every processor.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/lanes.h"

namespace calque::block {

inline Lanes all_lanes(float value) {
  return Lanes{value, value, value, value};
}
// sum_of_halves of each of four, to the bit.
inline Lanes sums_of(Lanes a, Lanes b, Lanes c, Lanes d) {
  const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Lanes cd = __builtin_shufflevector(c, d, 0, 4, 1, 5) + __builtin_shufflevector(c, d, 2, 6, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}
inline Lanes larger_of(Lanes a, Lanes b) {
  return a > b ? a : b;
}

// exp of numbers that are not positive, to about one unit in the last place; what would be less than the
// least normal float is about that.
inline Lanes exp_of(Lanes x) {
  using Bits = std::int32_t __attribute__((vector_size(sizeof(Lanes))));
  const Lanes minimum = all_lanes(-87.0F);
  x = x < minimum ? minimum : x;
  // x = n ln 2 + r with |r| at most half of ln 2; adding and taking off 1.5 * 2^23 rounds to a whole number.
  const Lanes rounder = all_lanes(12582912.0F);
  const Lanes shifted = x * 1.44269504F + rounder;
  const Lanes n = shifted - rounder;
  // ln 2 in two parts, the first of so few bits that its product with n is exact.
  const Lanes r = (x - n * 0.693359375F) + n * 2.12194440e-4F;
  // The power series; the next term is below half a unit in the last place.
  Lanes series = all_lanes(1.0F / 5040.0F);
  series = series * r + 1.0F / 720.0F;
  series = series * r + 1.0F / 120.0F;
  series = series * r + 1.0F / 24.0F;
  series = series * r + 1.0F / 6.0F;
  series = series * r + 0.5F;
  series = series * r + 1.0F;
  series = series * r + 1.0F;
  // n stands in the low bits of `shifted`; 2^n is put together from its bits.
  Bits bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  bits = (bits << 23) + (127 << 23);
  Lanes power;
  std::memcpy(&power, &bits, sizeof power);
  return series * power;
}

}  // namespace calque::block
