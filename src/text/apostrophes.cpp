#include "text/apostrophes.h"

#include <unicode/uchar.h>

#include "text/utf8.h"

namespace calque::text {
namespace {

constexpr char32_t kCurly = 0x2019;
constexpr char32_t kModifierLetter = 0x02BC;
constexpr std::string_view kCurlyText = "\u2019";

bool is_curly(char32_t code) {
  return code == kCurly || code == kModifierLetter;
}

// Calls visit(code, offset, bytes, whether a letter stands before).
template <typename Visit>
void walk(std::string_view text, const Visit& visit) {
  bool after_letter = false;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = character_at(text, at);
    visit(character.code, text.substr(at, character.bytes), after_letter);
    after_letter = u_isalpha(static_cast<UChar32>(character.code)) != 0 && !is_curly(character.code);
    at += character.bytes;
  }
}

}  // namespace

void straighten_apostrophes(std::string& word) {
  if (is_ascii(word) || character_at(word, 0).bytes == word.size()) return;
  std::string straight;
  walk(word, [&](char32_t code, std::string_view bytes, bool) { straight += is_curly(code) ? "'" : bytes; });
  word = straight;
}

bool has_curly_apostrophes(std::string_view text) {
  if (text.find('\'') != std::string_view::npos) return false;
  bool in_word = false;
  bool open = false;  // a curly one after a letter: an apostrophe if a letter follows
  walk(text, [&](char32_t code, std::string_view, bool after_letter) {
    in_word = in_word || (open && u_isalpha(static_cast<UChar32>(code)) != 0);
    open = code == kCurly && after_letter;
  });
  return in_word;
}

std::string curl_apostrophes(std::string_view text) {
  std::string curly;
  walk(text, [&](char32_t code, std::string_view bytes, bool after_letter) {
    curly += code == '\'' && after_letter ? kCurlyText : bytes;
  });
  return curly;
}

}  // namespace calque::text
