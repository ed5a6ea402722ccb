// The layouts of a binary model.
#pragma once

#include <cstdint>

#include "base/enum_names.h"

namespace calque::lm {

// How a binary model lays its n-grams out. Every layout answers every question alike, to the last bit, unless
// it is quantised.
enum class Layout : std::uint32_t {
  kProbing = 0,  // hash tables: fastest
  kTrie = 1,     // a bit-packed trie: about 40 % of the size
};
constexpr auto enum_names(Layout) {
  return EnumNames<Layout>("there is no layout", {{"probing", Layout::kProbing}, {"trie", Layout::kTrie}});
}

struct BinaryOptions {
  Layout layout = Layout::kProbing;
  // Trie only. 0 stores every probability and back-off exactly; otherwise the n-grams of each length above 1
  // share 2^quantize_bits probabilities and as many back-offs. kMinQuantizedBits to kMaxQuantizedBits.
  unsigned quantize_bits = 0;
};

}  // namespace calque::lm
