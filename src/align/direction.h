// Which side generates: each word of the generated side comes from one word of the generator side, or from
// the null word.
#pragma once

#include <array>
#include <cstddef>

namespace calque::align {

enum class Direction {
  kSourceGeneratesTarget,  // p(target word | source word); every target word gets at most one link
  kTargetGeneratesSource,  // p(source word | target word); every source word gets at most one link
};

inline constexpr std::array<Direction, 2> kDirections{Direction::kSourceGeneratesTarget,
                                                      Direction::kTargetGeneratesSource};

// Position of the direction in arrays of two.
constexpr std::size_t index_of(Direction direction) {
  return static_cast<std::size_t>(direction);
}
constexpr bool is_forward(Direction direction) {
  return direction == Direction::kSourceGeneratesTarget;
}
constexpr Direction opposite(Direction direction) {
  return kDirections[1 - index_of(direction)];
}

}  // namespace calque::align
