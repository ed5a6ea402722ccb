// Which words of a segment are translated, as bits in 64-bit words that live inside a hypothesis' key.
//
// Plain functions over the words, because the bits are part of a byte block that is hashed and compared as a
// whole. Positions count from the segment's start. Up to 64 words take one machine word, and every loop below
// runs once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace calque::decode {

constexpr std::size_t coverage_words(std::size_t positions) {
  return positions == 0 ? 1 : (positions + 63) / 64;
}

constexpr bool is_covered(std::span<const std::uint64_t> coverage, std::uint32_t position) {
  return (coverage[position / 64] >> (position % 64) & 1) != 0;
}

// First position at or after `from` whose bit equals `covered`; `end` if there is none before it.
constexpr std::uint32_t next_with(std::span<const std::uint64_t> coverage, bool covered, std::uint32_t from,
                                  std::uint32_t end) {
  for (std::uint32_t word = from / 64; std::uint64_t{word} * 64 < end; ++word) {
    std::uint64_t bits = covered ? coverage[word] : ~coverage[word];
    if (word == from / 64) bits &= ~std::uint64_t{0} << (from % 64);
    if (bits == 0) continue;
    const std::uint32_t position = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
    return position < end ? position : end;
  }
  return end;
}

constexpr void cover(std::span<std::uint64_t> coverage, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t position = begin; position < end; ++position) {
    coverage[position / 64] |= std::uint64_t{1} << (position % 64);
  }
}

}  // namespace calque::decode
