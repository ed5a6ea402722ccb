// Japanese numerals as views that live for ever. Safe from any thread.
#pragma once

#include <string_view>

namespace calque::phrasebook::ja {

// Numbers up to this one are written in kanji before counters, larger ones in digits.
inline constexpr int kLargestSpelt = 12;

// 〇, 一, ..., 九十九. Requires: 0 <= number < 100.
std::string_view kanji(int number);
// 一つ ... 九つ. Requires: 1 <= number <= 9.
std::string_view native_count(int number);

}  // namespace calque::phrasebook::ja
