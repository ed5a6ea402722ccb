#include "text/numerals.h"

#include <cstdint>

#include <unicode/uchar.h>

#include "text/language_rules.h"
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

DecimalMark decimal_mark(std::string_view language) {
  // Of the languages with many speakers, those whose standard is plain.
  constexpr std::string_view kPoint = " en zh ja ko th he hi ";
  constexpr std::string_view kComma =
      " de fr it nl pl ru uk cs sk sl hr sr bg ro hu fi sv da nb no tr el id vi ca eu lt lv et az ";
  const std::string base = base_language(language);
  if (base.empty()) return DecimalMark::kUnknown;
  if (listed(kPoint, base)) return DecimalMark::kPoint;
  return listed(kComma, base) ? DecimalMark::kComma : DecimalMark::kUnknown;
}

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits, groups of three after the mark for thousands if there is any, and perhaps a fraction. At least one
// mark.
bool is_marked_number(std::string_view word, char thousands, char fraction) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < word.size() && is_digit(word[at])) ++at;
    return at - begin;
  };
  const std::size_t first = digits();
  if (first == 0) return false;
  bool grouped = false;
  while (at < word.size() && word[at] == thousands) {
    ++at;
    if (first > 3 || digits() != 3) return false;
    grouped = true;
  }
  if (at == word.size()) return grouped;
  return word[at++] == fraction && digits() > 0 && at == word.size();
}

}  // namespace

void localize_number(std::string& word, DecimalMark from, DecimalMark to) {
  if (from == to || from == DecimalMark::kUnknown || to == DecimalMark::kUnknown) return;
  const bool comma = from == DecimalMark::kComma;
  if (!is_marked_number(word, comma ? '.' : ',', comma ? ',' : '.')) return;
  for (char& c : word) {
    if (c == '.' || c == ',') c = c == '.' ? ',' : '.';
  }
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
