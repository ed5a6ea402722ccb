// What a character is for cutting text into words and for joining words again.
//
// Pure function, safe from any thread; ASCII by table, everything else from ICU's character properties.
#pragma once

#include <cstdint>
#include <string_view>

namespace calque::text {

enum class CharClass : std::uint8_t {
  kSpace,
  kLetter,
  kDigit,
  kMark,        // combining marks, joiners, variation selectors: belong to the character before
  kUnspaced,    // letters of scripts written without blanks: Han, kana, Thai, Lao, Khmer, Burmese
  kWidePunct,   // punctuation of East Asian typography, written without blanks around it
  kOpen,        // ( [ { and ¿ ¡: belong to what follows
  kClose,       // ) ] }
  kQuote,       // " “ ” „ ‘ « »: open or close depending on language and place
  kApostrophe,  // ' and U+2019: part of a word or a quotation mark
  kHyphen,
  kDash,      // en dash, em dash and their relatives
  kStop,      // . , ; : ! ? and what ends a clause in other scripts
  kPercent,   // % and per mille
  kCurrency,  // $ € ¥
  kEmoji,
  kSymbol,  // everything else that is visible
};

CharClass class_of(char32_t code);
// The same from ICU's properties alone: the definition that the ASCII table is tested against.
CharClass class_from_properties(char32_t code);

inline bool is_word_class(CharClass c) {
  return c == CharClass::kLetter || c == CharClass::kDigit;
}

// Whether a token that is not empty is … or full stops in a row.
bool is_ellipsis(std::string_view token);

}  // namespace calque::text
