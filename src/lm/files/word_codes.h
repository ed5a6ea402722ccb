// Word ids scrambled inside the trie, so that the codes of any set of words lie evenly over their range and a
// word's place among sorted ones can be computed instead of searched for.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/hash.h"
#include "lm/files/bit_pack.h"

namespace calque::lm {

// Multiplication with an odd number near 2^bits / golden ratio, modulo 2^bits: one to one, and ids that
// follow each other (the most frequent words) come to stand far apart.
class WordCodes {
 public:
  WordCodes() = default;
  // Requires: 1 <= bits <= 32.
  explicit WordCodes(unsigned bits) noexcept
      : bits_(bits), mask_((std::uint64_t{1} << bits) - 1), factor_((kGoldenRatio >> (64U - bits)) | 1U) {
    for (int round = 0; round < 5; ++round) inverse_ *= 2 - factor_ * inverse_;  // doubles the right bits
  }

  unsigned bits() const noexcept { return bits_; }
  std::uint64_t code_of(std::uint32_t word) const noexcept { return (word * factor_) & mask_; }
  std::uint32_t word_of(std::uint64_t code) const noexcept {
    return static_cast<std::uint32_t>((code * inverse_) & mask_);
  }

  // About where it would stand.
  std::uint64_t guess(std::uint64_t begin, std::uint64_t end, std::uint64_t code) const noexcept {
    return begin + (((end - begin) * code) >> bits_);
  }
  // Where `code` stands among the rising codes of the records [begin, end); `end` if it is not there. Stays
  // inside the range, and takes logarithmic time at worst, whatever the records hold.
  std::uint64_t find(const PackedView& codes, std::uint64_t begin, std::uint64_t end,
                     std::uint64_t code) const noexcept {
    constexpr std::uint64_t kCorrectedLength = 48;
    constexpr unsigned kSteps = 12;
    if (begin == end) return end;
    const std::uint64_t length = end - begin;
    std::uint64_t at = guess(begin, end, code);
    std::uint64_t here = codes[at];
    // In a long range the first guess misses by about half its length's root; what is read there corrects it.
    if (length > kCorrectedLength) {
      if (here < code) {
        at = std::min(at + ((length * (code - here)) >> bits_), end - 1);
      } else {
        at -= std::min((length * (here - code)) >> bits_, at - begin);
      }
      here = codes[at];
    }
    if (here < code) {
      for (unsigned step = 0; step < kSteps; ++step) {
        if (++at == end) return end;
        here = codes[at];
        if (here >= code) return here == code ? at : end;
      }
      return codes.find(at, end, code);
    }
    for (unsigned step = 0; here > code; ++step) {
      if (at == begin) return end;
      if (step == kSteps) {
        const std::uint64_t found = codes.find(begin, at, code);
        return found == at ? end : found;
      }
      here = codes[--at];
    }
    return here == code ? at : end;
  }

 private:
  unsigned bits_ = 1;
  std::uint64_t mask_ = 1;
  std::uint64_t factor_ = 1;
  std::uint64_t inverse_ = 1;
};

}  // namespace calque::lm
