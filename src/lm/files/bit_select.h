// Finding ones in a word of 64 bits, without instructions that older processors lack.
#pragma once

#include <array>
#include <cstdint>

namespace calque::lm {

// Byte j of the result is the number of ones in bytes 0 to j.
constexpr std::uint64_t ones_up_to_bytes(std::uint64_t bits) noexcept {
  bits -= (bits >> 1U) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2U) & 0x3333333333333333ULL);
  return ((bits + (bits >> 4U)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
}

// [byte][k]: the position of the one of the byte that has k ones below it.
inline constexpr auto kOneInByte = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0, ones = 0; bit < 8; ++bit) {
      if ((byte >> bit & 1U) != 0) table[byte][ones++] = static_cast<std::uint8_t>(bit);
    }
  }
  return table;
}();

// Position of the one that has `ones_before` ones below it; `up_to_bytes` is ones_up_to_bytes(bits).
// Requires: more ones than ones_before.
constexpr unsigned select_one(std::uint64_t bits, std::uint64_t up_to_bytes, unsigned ones_before) noexcept {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  constexpr std::uint64_t kLowBits = 0x0101010101010101ULL;
  // The high bit of each byte that has at most ones_before ones up to its end.
  const std::uint64_t passed = ((ones_before * kLowBits | kHighBits) - up_to_bytes) & kHighBits;
  const auto shift = static_cast<unsigned>(((passed >> 7U) * kLowBits) >> 56U) * 8;
  const auto before = static_cast<unsigned>((up_to_bytes << 8U) >> shift & 0xffU);
  return shift + kOneInByte[bits >> shift & 0xffU][ones_before - before];
}

}  // namespace calque::lm
