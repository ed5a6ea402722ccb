#include "text/casing.h"

#include <cstdint>
#include <limits>

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/uchar.h>

#include "base/error.h"
#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// Languages in which "I" and "i" are not the two cases of one letter, or dots are added.
bool has_own_casing(std::string_view language) {
  const std::string base = base_language(language);
  return base == "tr" || base == "az" || base == "lt";
}

enum class Direction { kLower, kTitle };

void map_case(std::string_view text, std::string_view language, Direction direction, std::string& out) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw DataError({}, "a line of more than 2 GB", "cut the text into lines, one sentence each");
  }
  const std::string locale = has_own_casing(language) ? base_language(language) : std::string();
  UErrorCode status = U_ZERO_ERROR;
  out.clear();
  icu::StringByteSink<std::string> sink(&out);
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  if (direction == Direction::kLower) {
    icu::CaseMap::utf8ToLower(locale.c_str(), 0, piece, sink, nullptr, status);
  } else {
    icu::CaseMap::utf8ToTitle(locale.c_str(), U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_LOWERCASE, nullptr,
                              piece, sink, nullptr, status);
  }
  CALQUE_CHECK(U_SUCCESS(status));
}

bool is_upper(char32_t code) {
  return u_isUUppercase(static_cast<UChar32>(code)) != 0 || u_istitle(static_cast<UChar32>(code)) != 0;
}

bool is_lower(char32_t code) {
  return u_isULowercase(static_cast<UChar32>(code)) != 0;
}

// Offset of the first letter or digit; the size if there is none.
std::size_t first_word_offset(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const Utf8Character c = character_at(text, i);
    const CharClass cls = class_of(c.code);
    if (is_word_class(cls) || cls == CharClass::kUnspaced) break;
    i += c.bytes;
  }
  return i;
}

}  // namespace

void to_lower(std::string_view text, std::string_view language, std::string& out) {
  if (!is_ascii(text) || has_own_casing(language)) {
    map_case(text, language, Direction::kLower, out);
    return;
  }
  out.assign(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
}

std::string to_lower(std::string_view text, std::string_view language) {
  std::string out;
  to_lower(text, language, out);
  return out;
}

InitialCase initial_case(std::string_view text) {
  bool uninformative_start = false;
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Character c = character_at(text, i);
    const bool upper = is_upper(c.code);
    if (upper || is_lower(c.code)) {
      // A sentence in a script without case may contain a Latin name; its case says nothing about the
      // sentence.
      if (uninformative_start) return InitialCase::kCaseless;
      return upper ? InitialCase::kUpper : InitialCase::kLower;
    }
    const CharClass cls = class_of(c.code);
    if (is_word_class(cls) || cls == CharClass::kUnspaced) uninformative_start = true;
    i += c.bytes;
  }
  return InitialCase::kCaseless;
}

bool is_all_upper(std::string_view text) {
  std::size_t capitals = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Character c = character_at(text, i);
    if (is_lower(c.code)) return false;
    if (is_upper(c.code)) ++capitals;
    i += c.bytes;
  }
  return capitals > 1;
}

std::string capitalize_sentence(std::string_view sentence, std::string_view language) {
  const std::size_t start = first_word_offset(sentence);
  std::size_t end = sentence.find(' ', start);
  if (end == std::string_view::npos) end = sentence.size();
  const std::string_view word = sentence.substr(start, end - start);
  std::string unchanged(sentence);
  if (word.empty() || !is_lower(first_character(word))) return unchanged;
  if (word.find("://") != std::string_view::npos || word.find('@') != std::string_view::npos)
    return unchanged;
  if (word.starts_with("www.")) return unchanged;
  const std::size_t first_bytes = character_at(word, 0).bytes;
  for (std::size_t i = first_bytes; i < word.size();) {
    const Utf8Character c = character_at(word, i);
    if (class_of(c.code) == CharClass::kHyphen || class_of(c.code) == CharClass::kApostrophe) break;
    if (is_upper(c.code)) return unchanged;
    i += c.bytes;
  }
  std::string initial;
  map_case(word.substr(0, first_bytes), language, Direction::kTitle, initial);
  return unchanged.replace(start, first_bytes, initial);
}

}  // namespace calque::text
