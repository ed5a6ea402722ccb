// The value types that all models share: word ids, spans of positions, alignment links.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace calque::text {

// A word of one language's vocabulary. Source and target words are numbered apart.
enum class WordId : std::uint32_t {};

// Position of the word in arrays.
constexpr std::size_t index_of(WordId word) {
  return static_cast<std::size_t>(word);
}

// Half-open range of positions in a sentence.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  constexpr std::uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool contains(std::uint32_t position) const { return begin <= position && position < end; }
  auto operator<=>(const Span&) const = default;
};

// Source word `source` is translated by target word `target`; both 0-based.
struct Link {
  std::uint32_t source = 0;
  std::uint32_t target = 0;

  auto operator<=>(const Link&) const = default;
};

}  // namespace calque::text
