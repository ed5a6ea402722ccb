// Tables of values that stand for the numbers of a model, so that an n-gram holds a short code instead of a
// float.
//
// An exact table holds every value there is; a quantising one holds 2^bits values chosen so that the squared
// distance of each number to its stand-in is small. Stateless; the same table for the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace calque::lm {

inline constexpr unsigned kMinQuantizedBits = 2;
inline constexpr unsigned kMaxQuantizedBits = 16;

class Codebook {
 public:
  // Every distinct value (by its bits), if that takes less memory than the numbers as they are.
  static std::optional<Codebook> exact(std::span<const float> numbers);
  // At most 2^bits values. 0.0 and -0.0 mean something of their own in back-offs: where they occur they are
  // kept exactly and nothing else is turned into them. Exact if there are no more than 2^bits different
  // numbers. Requires: finite numbers, kMinQuantizedBits <= bits <= kMaxQuantizedBits.
  static Codebook quantized(std::span<const float> numbers, unsigned bits);

  std::span<const float> values() const noexcept { return values_; }
  // Bits that every code fits into; at least 1.
  unsigned bits() const noexcept;
  // The code of one of the numbers: of the value itself if the table has it, else of the nearest.
  std::uint32_t code_of(float number) const noexcept;

 private:
  Codebook(std::vector<float> zeros, const std::vector<float>& others);
  std::vector<float> values_;  // -0.0 and 0.0, if there, then the others rising
  std::size_t zero_count_ = 0;
};

}  // namespace calque::lm
