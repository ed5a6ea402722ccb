#include "text/numerals.h"

#include <cstdint>

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace calque::text {

std::string digits_of(std::string_view word) {
  std::string digits;
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    at += character.bytes;
    const std::int32_t digit = u_charDigitValue(static_cast<UChar32>(character.code));
    if (digit >= 0) digits.push_back(static_cast<char>('0' + digit));
  }
  return digits;
}

bool has_han_numeral(std::string_view word) {
  static constexpr std::u32string_view kNumerals = U"〇零一二三四五六七八九十百千万萬億亿两";
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    at += character.bytes;
    if (kNumerals.find(character.code) != std::u32string_view::npos) return true;
  }
  return false;
}

}  // namespace calque::text
