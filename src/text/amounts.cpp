#include "text/amounts.h"

#include <cstddef>
#include <cstdint>

#include "text/char_class.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

bool is_number(std::string_view word) {
  return !word.empty() && class_of(character_at(word, 0).code) == CharClass::kDigit;
}

// €, US$
bool is_currency(std::string_view word) {
  return !word.empty() && class_of(last_character(word)) == CharClass::kCurrency;
}

}  // namespace

std::vector<Amount> amounts(std::span<const std::string_view> words, CurrencyPlace usual) {
  std::vector<Amount> found;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool between_numbers =
        is_number(words[i]) && is_currency(words[i + 1]) && i + 2 < words.size() && is_number(words[i + 2]);
    const bool number_first = is_number(words[i]) && is_currency(words[i + 1]) &&
                              !(between_numbers && usual == CurrencyPlace::kBeforeNumber);
    if (!number_first && !(is_currency(words[i]) && is_number(words[i + 1]))) continue;
    const auto begin = static_cast<std::uint32_t>(i);
    found.push_back({{begin, begin + 2}, number_first});
    ++i;
  }
  return found;
}

}  // namespace calque::text
