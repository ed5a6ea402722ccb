#include "text/char_class.h"

#include <array>

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "text/utf8.h"

namespace calque::text {
namespace {

bool in_unspaced_script(UChar32 code) {
  for (const UScriptCode script : {USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_KATAKANA, USCRIPT_THAI, USCRIPT_LAO,
                                   USCRIPT_KHMER, USCRIPT_MYANMAR}) {
    if (uscript_hasScript(code, script) != 0) return true;
  }
  return false;
}

// CJK symbols and punctuation, katakana middle dot, vertical and small forms, full-width forms.
bool in_wide_block(char32_t code) {
  return (code >= 0x3000 && code <= 0x303F) || code == 0x30FB || code == 0x30A0 ||
         (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF65) ||
         (code >= 0xFFE0 && code <= 0xFFEE);
}

bool is_emoji(UChar32 code) {
  if (code < 0x203C || code == 0x2122 || code == 0x2139) return false;  // © ® ™ belong to the word before
  return u_hasBinaryProperty(code, UCHAR_EXTENDED_PICTOGRAPHIC) != 0 ||
         u_hasBinaryProperty(code, UCHAR_EMOJI_MODIFIER) != 0 ||
         u_hasBinaryProperty(code, UCHAR_REGIONAL_INDICATOR) != 0;
}

// Characters whose general category says too little. kSpace means "not one of them".
CharClass special_class(char32_t code) {
  switch (code) {
    case '\'':
    case 0x2019:
      return CharClass::kApostrophe;
    case '"':
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x2018:
    case 0x201A:
    case 0x201B:
    case 0xAB:
    case 0xBB:
    case 0x2039:
    case 0x203A:
      return CharClass::kQuote;
    case '-':
    case 0x2010:
    case 0x2011:
      return CharClass::kHyphen;
    case 0xA1:
    case 0xBF:
      return CharClass::kOpen;
    case '%':
    case 0x2030:
      return CharClass::kPercent;
    case 0x2026:
      return CharClass::kStop;
    case 0x200C:
    case 0x200D:
      return CharClass::kMark;
    default:
      return CharClass::kSpace;
  }
}

constexpr std::uint32_t category_mask(UChar32 code_type) {
  return 1U << static_cast<unsigned>(code_type);
}

CharClass class_of_category(UChar32 code) {
  const std::uint32_t category = category_mask(u_charType(code));
  if ((category & (U_GC_L_MASK | U_GC_NL_MASK)) != 0) return CharClass::kLetter;
  if ((category & (U_GC_ND_MASK | U_GC_NO_MASK)) != 0) return CharClass::kDigit;
  if ((category & U_GC_M_MASK) != 0) return CharClass::kMark;
  if ((category & (U_GC_PS_MASK | U_GC_PI_MASK)) != 0) return CharClass::kOpen;
  if ((category & (U_GC_PE_MASK | U_GC_PF_MASK)) != 0) return CharClass::kClose;
  if ((category & U_GC_PD_MASK) != 0) return CharClass::kDash;
  if ((category & U_GC_SC_MASK) != 0) return CharClass::kCurrency;
  if ((category & U_GC_Z_MASK) != 0) return CharClass::kSpace;
  if (u_hasBinaryProperty(code, UCHAR_TERMINAL_PUNCTUATION) != 0) return CharClass::kStop;
  return CharClass::kSymbol;
}

std::array<CharClass, 128> ascii_classes() {
  std::array<CharClass, 128> classes{};
  classes.fill(CharClass::kSymbol);
  for (char32_t c = '0'; c <= '9'; ++c) classes[c] = CharClass::kDigit;
  for (char32_t c = 'A'; c <= 'Z'; ++c) classes[c] = classes[c + 32] = CharClass::kLetter;
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r'})
    classes[static_cast<unsigned char>(c)] = CharClass::kSpace;
  for (const char c : {'.', ',', ';', ':', '!', '?'})
    classes[static_cast<unsigned char>(c)] = CharClass::kStop;
  for (const char c : {'(', '[', '{'}) classes[static_cast<unsigned char>(c)] = CharClass::kOpen;
  for (const char c : {')', ']', '}'}) classes[static_cast<unsigned char>(c)] = CharClass::kClose;
  classes['"'] = CharClass::kQuote;
  classes['\''] = CharClass::kApostrophe;
  classes['-'] = CharClass::kHyphen;
  classes['%'] = CharClass::kPercent;
  classes['$'] = CharClass::kCurrency;
  return classes;
}

}  // namespace

CharClass class_from_properties(char32_t code) {
  const auto point = static_cast<UChar32>(code);
  const CharClass special = special_class(code);
  if (special != CharClass::kSpace) return special;
  if (u_isUWhiteSpace(point) != 0) return CharClass::kSpace;
  const CharClass general = class_of_category(point);
  if (general == CharClass::kLetter || general == CharClass::kMark) {
    if (in_unspaced_script(point) && general == CharClass::kLetter) return CharClass::kUnspaced;
    return general;
  }
  if (general == CharClass::kDigit) return general;
  if (in_wide_block(code)) return CharClass::kWidePunct;
  return is_emoji(point) ? CharClass::kEmoji : general;
}

CharClass class_of(char32_t code) {
  static const std::array<CharClass, 128> kAscii = ascii_classes();
  return code < 128 ? kAscii[code] : class_from_properties(code);
}

bool is_ellipsis(std::string_view token) {
  return token.starts_with("..") || first_character(token) == 0x2026;
}

}  // namespace calque::text
