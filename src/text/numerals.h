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

// Joins groups of digits that blanks set apart by the mark for thousands of the language, so that a number is
// one word: "1 000" becomes "1.000" in French. Ordinary blanks count only where the language writes numbers
// so, no-break ones everywhere. Returns whether `out` was filled; if not, there is nothing to join.
bool join_thousands(std::string_view line, std::string_view language, std::string& out);
// The other way for a word that is such a number, where the language writes so, with a no-break blank.
void split_thousands(std::string& word, std::string_view language);

// Whether the word before a number says that it is no quantity: "version 1.2", "§ 3.4".
bool introduces_label(std::string_view word);

// Writes a number of one language as another does: "1.234,5" becomes "1,234.5". Whatever is no number with a
// fraction or with thousands in groups of three stays as it is, and so does everything if a mark is unknown.
void localize_number(std::string& word, DecimalMark from, DecimalMark to);

// Whether a word has a Chinese numeral (一 to 九, 十, 百, 千, 万 and the like).
bool has_han_numeral(std::string_view word);

}  // namespace calque::text
