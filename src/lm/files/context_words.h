// The words before a queried word, most recent first, wherever they stand: in a state or in running text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace calque::lm {

struct ContextWords {
  const std::uint32_t* newest = nullptr;
  std::ptrdiff_t step = 1;  // to the next older word: 1 in a state, -1 in text
  std::uint32_t length = 0;

  std::uint32_t operator[](std::uint32_t k) const noexcept {
    return newest[static_cast<std::ptrdiff_t>(k) * step];
  }
};

}  // namespace calque::lm
