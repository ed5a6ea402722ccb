// Numbers in Chinese numerals (四十二, 二〇一〇, 20万), which words may cut anywhere.
//
// Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "text/types.h"

namespace calque::text {

// The number that a word is, all of it; nothing for any other word, for numerals that are no number (二三:
// "two or three" or 23) and for numbers of more than 18 digits. Digits may stand before 百, 千, 万 and the
// like.
std::optional<std::uint64_t> han_number(std::string_view word);

// Numerals that follow each other without a word between them.
struct HanNumber {
  Span words;          // those that the numerals stand in
  bool whole = false;  // the words hold nothing else
  std::size_t numerals = 0;
  std::size_t end_in_word = 0;  // bytes of the last word up to the end of the numerals
  std::optional<std::uint64_t> value;
};
// Those with a Chinese numeral, in order. Numbers in digits alone are not among them.
std::vector<HanNumber> han_numbers(std::span<const std::string_view> words);

}  // namespace calque::text
