#include "phrasebook/japanese_numbers.h"

#include <array>
#include <cstddef>
#include <string>

#include "base/error.h"

namespace calque::phrasebook::ja {
namespace {

constexpr std::array<std::string_view, 10> kUnits = {"〇", "一", "二", "三", "四",
                                                     "五", "六", "七", "八", "九"};

std::string spell(std::size_t number) {
  std::string out;
  if (number >= 20) out += kUnits[number / 10];
  if (number >= 10) out += "十";
  if (number < 10 || number % 10 != 0) out += kUnits[number % 10];
  return out;
}

}  // namespace

std::string_view kanji(int number) {
  static const auto table = [] {
    std::array<std::string, 100> forms;
    for (std::size_t i = 0; i < forms.size(); ++i) forms[i] = spell(i);
    return forms;
  }();
  CALQUE_CHECK(number >= 0 && number < 100);
  return table[static_cast<std::size_t>(number)];
}

std::string_view native_count(int number) {
  constexpr std::array<std::string_view, 9> kForms = {"一つ", "二つ", "三つ", "四つ", "五つ",
                                                      "六つ", "七つ", "八つ", "九つ"};
  CALQUE_CHECK(number >= 1 && number <= 9);
  return kForms[static_cast<std::size_t>(number - 1)];
}

}  // namespace calque::phrasebook::ja
