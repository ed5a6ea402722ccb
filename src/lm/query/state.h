// The context of a query, as callers keep it between words.
//
// Plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lm/files/ngram_data.h"

namespace calque::lm {

// Context: the most recent words first, only as many as can still matter, and for each length the back-off of
// the context of that length. Back-offs follow from the words; they are here so that a query need not look
// for them again. Unused entries are zero: states of one model compare by bytes.
struct State {
  std::uint32_t length = 0;
  std::array<std::uint32_t, kMaxOrder - 1> words{};
  std::array<float, kMaxOrder - 1> backoffs{};

  bool operator==(const State& other) const noexcept {
    if (length != other.length) return false;
    for (std::uint32_t k = 0; k < length; ++k) {
      if (words[k] != other.words[k]) return false;
    }
    return true;
  }
};
static_assert(sizeof(State) == sizeof(std::uint32_t) * (2 * kMaxOrder - 1));

// A state without the places that no model of this order uses, for those who keep many: length, order - 1
// words, order - 1 back-offs. Equal states have equal bytes.
inline std::size_t packed_state_bytes(unsigned order) {
  return sizeof(std::uint32_t) * (2 * order - 1);
}
// The usual order is handed on as a constant: copies of a size known beforehand are a few instructions.
template <typename Use>
inline void with_order(unsigned order, const Use& use) noexcept {
  if (order == 5) {
    use(std::integral_constant<unsigned, 5>{});
  } else {
    use(order);
  }
}
inline void pack_state(const State& state, unsigned order, std::byte* packed) noexcept {
  with_order(order, [&](auto n) {
    const std::size_t words = sizeof(std::uint32_t) * n;  // and the length before them
    std::memcpy(packed, &state, words);
    std::memcpy(packed + words, state.backoffs.data(), sizeof(float) * (n - 1));
  });
}
inline State unpack_state(const std::byte* packed, unsigned order) noexcept {
  State state;
  with_order(order, [&](auto n) {
    const std::size_t words = sizeof(std::uint32_t) * n;
    std::memcpy(static_cast<void*>(&state), packed, words);
    std::memcpy(state.backoffs.data(), packed + words, sizeof(float) * (n - 1));
  });
  return state;
}

}  // namespace calque::lm
