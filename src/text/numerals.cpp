#include "text/numerals.h"

#include <cstdint>

#include <unicode/uchar.h>

#include "text/casing.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {

std::string digits_of(std::string_view word) {
  std::string digits;
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    at += character.bytes;
    const std::int32_t digit = u_charDigitValue(static_cast<UChar32>(character.code));
    if (digit >= 0) digits.push_back(static_cast<char>('0' + digit));
  }
  return digits;
}

DecimalMark decimal_mark(std::string_view language) {
  // Of the languages with many speakers, those whose standard is plain.
  constexpr std::string_view kPoint = " en zh ja ko th he hi ";
  constexpr std::string_view kComma =
      " de fr it nl pl pt ru uk cs sk sl hr sr bg ro hu fi sv da nb no tr el id vi ca eu lt lv et az ";
  const std::string base = base_language(language);
  if (base.empty()) return DecimalMark::kUnknown;
  if (listed(kPoint, base)) return DecimalMark::kPoint;
  return listed(kComma, base) ? DecimalMark::kComma : DecimalMark::kUnknown;
}

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits, groups of three after the mark for thousands if there is any, and perhaps a fraction. At least one
// mark.
bool is_marked_number(std::string_view word, char thousands, char fraction) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < word.size() && is_digit(word[at])) ++at;
    return at - begin;
  };
  const std::size_t first = digits();
  if (first == 0) return false;
  bool grouped = false;
  while (at < word.size() && word[at] == thousands) {
    ++at;
    if (first > 3 || digits() != 3) return false;
    grouped = true;
  }
  if (at == word.size()) return grouped;
  return word[at++] == fraction && digits() > 0 && at == word.size();
}

}  // namespace

namespace {

// The bytes of a blank that may stand in a number at `at`; 0 if there is none.
std::size_t blank_length(std::string_view line, std::size_t at, bool ordinary) {
  if (line[at] == ' ') return ordinary ? 1 : 0;
  for (const std::string_view blank : {"\u00A0", "\u202F", "\u2009"}) {
    if (line.substr(at).starts_with(blank)) return blank.size();
  }
  return 0;
}

}  // namespace

bool join_thousands(std::string_view line, std::string_view language, std::string& out) {
  constexpr std::size_t kGroup = 3;
  const DecimalMark mark = decimal_mark(language);
  if (mark == DecimalMark::kUnknown) return false;
  const bool ordinary = language_rules(language).blank_thousands;
  bool joined = false;
  std::size_t copied = 0;  // bytes of the line that are in `out`
  std::size_t digits = 0;  // just before `at`; more than a group if no number may go on here
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (is_digit(line[at])) {
      ++digits;
      continue;
    }
    const std::size_t blank = digits > 0 && digits <= kGroup ? blank_length(line, at, ordinary) : 0;
    const std::size_t next = at + blank;
    std::size_t end = next;
    while (blank > 0 && end < line.size() && end - next <= kGroup && is_digit(line[end])) ++end;
    if (blank > 0 && end - next == kGroup) {
      if (!joined) out.clear();
      out += line.substr(copied, at - copied);
      out += mark == DecimalMark::kComma ? '.' : ',';
      joined = true;
      copied = next;
      at = next - 1;
      digits = 0;
      continue;
    }
    // 1,000 or 1-23: what follows another mark does not begin a number.
    const bool within = line[at] == '.' || line[at] == ',' || line[at] == ':' || line[at] == '/';
    digits = digits > 0 && within ? kGroup + 1 : 0;
  }
  if (joined) out += line.substr(copied);
  return joined;
}

void split_thousands(std::string& word, std::string_view language) {
  const bool comma = decimal_mark(language) == DecimalMark::kComma;
  if (!language_rules(language).blank_thousands || !comma || !is_marked_number(word, '.', ',')) return;
  std::string split;
  for (const char c : word) {
    c == '.' ? split += "\u00A0" : split += c;
  }
  word = split;
}

bool introduces_label(std::string_view word) {
  constexpr std::size_t kLongest = 16;
  if (word.size() > kLongest) return false;
  return listed(
      " version versions v release § §§ section sections chapter kapitel abschnitt ziffer chapitre versión "
      "versione wersja verze версия версии versie versão ",
      to_lower(word));
}

void localize_number(std::string& word, DecimalMark from, DecimalMark to) {
  if (from == to || from == DecimalMark::kUnknown || to == DecimalMark::kUnknown) return;
  const bool comma = from == DecimalMark::kComma;
  if (!is_marked_number(word, comma ? '.' : ',', comma ? ',' : '.')) return;
  for (char& c : word) {
    if (c == '.' || c == ',') c = c == '.' ? ',' : '.';
  }
}

bool has_han_numeral(std::string_view word) {
  static constexpr std::u32string_view kNumerals = U"〇零一二三四五六七八九十百千万萬億亿两";
  for (std::size_t at = 0; at < word.size();) {
    const Utf8Character character = character_at(word, at);
    at += character.bytes;
    if (kNumerals.find(character.code) != std::u32string_view::npos) return true;
  }
  return false;
}

}  // namespace calque::text
