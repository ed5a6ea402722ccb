// Numbers as they are written in words of a text.
#pragma once

#include <string>
#include <string_view>

namespace calque::text {

// The decimal digits of a word as ASCII, whatever the script, without what stands between them: "1.234,5" and
// "1,234.5" both give "12345"; empty for a word without digits. Requires valid UTF-8.
std::string digits_of(std::string_view word);

// How a language separates the fraction of a number.
enum class DecimalMark { kPoint, kComma, kUnknown };
// Of a language as ISO 639 has it ("en", "pt-BR").
DecimalMark decimal_mark(std::string_view language);

// Writes a number of one language as another does: "1.234,5" becomes "1,234.5". Whatever is no number with a
// fraction or with thousands in groups of three stays as it is, and so does everything if a mark is unknown.
void localize_number(std::string& word, DecimalMark from, DecimalMark to);

// Whether a word has a Chinese numeral (一 to 九, 十, 百, 千, 万 and the like).
bool has_han_numeral(std::string_view word);

}  // namespace calque::text
