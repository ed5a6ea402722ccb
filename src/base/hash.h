// Mixing functions for hash tables, random numbers and keys. Their values stand in model files and decide
// random choices, so none of them may ever change; a new use with other needs gets a new function.
#pragma once

#include <cstdint>
#include <string_view>

namespace calque {

// 2^64 divided by the golden ratio, made odd. The upper bits of a product with it depend on all bits below.
inline constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;

// The hash of a sequence and one more value. Short and fast; the upper bits are the better ones.
template <unsigned kShift = 32>
constexpr std::uint64_t combine_hash(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * kGoldenRatio;
  return hash ^ (hash >> kShift);
}

// The output function of SplitMix64 (Steele, Lea and Flood 2014): every input bit changes every output bit
// with probability one half, and no two inputs share an output.
constexpr std::uint64_t split_mix(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

// The factor of degski_mix, for uses that need only one round of it.
inline constexpr std::uint64_t kDegskiFactor = 0xd6e8feb86659fd93ULL;

// A mixture of all bits in two multiplications (degski64), one-to-one like split_mix.
constexpr std::uint64_t degski_mix(std::uint64_t value) {
  value = (value ^ (value >> 32U)) * kDegskiFactor;
  value = (value ^ (value >> 32U)) * kDegskiFactor;
  return value ^ (value >> 32U);
}

// FNV-1a over the bytes of a text; `hash` is that of what stands before it. Weak in its upper bits: combine
// or mix it before use.
constexpr std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325ULL) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace calque
