// Numbers as they are written in words of a text.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

// The decimal digits of a word as ASCII, whatever the script, without what stands between them: "1.234,5" and
// "1,234.5" both give "12345"; empty for a word without digits. Requires valid UTF-8.
std::string digits_of(std::string_view word);

// Whether a word has a Chinese numeral (一 to 九, 十, 百, 千, 万 and the like).
bool has_han_numeral(std::string_view word);

}  // namespace calque::text
