// The blended n-spectrum kernel between two sentences: how many n-grams of 1 .. n words they share, each
// counted as often as it occurs in the one times in the other (theory/kernel-regression.md#spectrum-kernel).
//
// Functions of values; safe from many threads. These compare two sentences word by word and are what tests
// and small jobs use; against a whole corpus use SpectrumIndex.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/types.h"

namespace calque::kernel {

// Longest n-grams that features may have.
inline constexpr std::size_t kMaxOrder = 16;
// What n-grams of a length may weigh: products of many stay far inside the finite numbers of 32 bits.
inline constexpr double kMaxLengthWeight = 1e6;

// Which n-grams count, and how much.
struct SpectrumOptions {
  std::size_t order = 3;  // longest n-grams; longer than a sentence is no mistake
  // By length, from one word on: factors of the products of counts. Empty: all 1. Otherwise one for each
  // length, none negative.
  std::vector<double> length_weights{};
  // Also weigh by (1 + ln(sentences / sentences with the n-gram))^2.
  bool inverse_frequency = false;

  double length_weight(std::size_t length) const {
    return length_weights.empty() ? 1.0 : length_weights[length - 1];
  }
  // Throws UsageError for what cannot be.
  void validate() const;

  bool operator==(const SpectrumOptions&) const = default;
};

// With all weights 1. O(|x| |z|) whatever the order: the longest common prefixes of suffixes are found by one
// pass over pairs of positions.
std::int64_t spectrum_kernel(std::span<const text::WordId> x, std::span<const text::WordId> z,
                             std::size_t order);

// With weights by length (inverse_frequency needs a corpus and is not looked at).
double spectrum_kernel(std::span<const text::WordId> x, std::span<const text::WordId> z,
                       const SpectrumOptions& options);

// How often each n-gram that ends with `word` after the words before has occurred in them, by length. What a
// word adds to the kernel of a sentence with itself is the sum over lengths of 2 repeats + 1: (c + 1)^2 -
// c^2.
std::array<std::uint32_t, kMaxOrder + 1> earlier_repeats(std::span<const text::WordId> before,
                                                         text::WordId word, std::size_t order);

}  // namespace calque::kernel
