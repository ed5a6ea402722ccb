#include "text/sentences.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include "base/error.h"
#include "text/casing.h"
#include "text/language_rules.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};
using OpenText = std::unique_ptr<UText, CloseText>;

// Making an iterator reads ICU's data; each thread keeps its own. The root locale: the rules are the same for
// nearly all languages, and abbreviations are in language_rules.h.
icu::BreakIterator& sentence_iterator() {
  thread_local const std::unique_ptr<icu::BreakIterator> iterator = [] {
    UErrorCode status = U_ZERO_ERROR;
    std::unique_ptr<icu::BreakIterator> made(
        icu::BreakIterator::createSentenceInstance(icu::Locale::getRoot(), status));
    if (U_FAILURE(status)) {
      throw MachineError({}, std::string("ICU cannot find sentences: ") + u_errorName(status),
                         "install ICU with its break iterator data");
    }
    return made;
  }();
  return *iterator;
}

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character first = character_at(text, 0);
    if (u_isUWhiteSpace(static_cast<UChar32>(first.code)) == 0) break;
    text.remove_prefix(first.bytes);
  }
  while (!text.empty() && u_isUWhiteSpace(static_cast<UChar32>(last_character(text))) != 0) {
    std::size_t begin = text.size() - 1;
    while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
    text = text.substr(0, begin);
  }
  return text;
}

// The last word before a dot at the end of a text, without the dot; empty if the text ends otherwise.
std::string_view word_before_dot(std::string_view text) {
  if (!text.ends_with('.')) return {};
  text.remove_suffix(1);
  const std::size_t blank = text.find_last_of(" \t(");
  return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// An initial, or a part of "z. B.".
bool is_one_letter(std::string_view word) {
  return !word.empty() && character_at(word, 0).bytes == word.size() &&
         u_isalpha(static_cast<UChar32>(first_character(word))) != 0;
}

// Unicode also ends a sentence at a mark without a blank behind it, as Chinese and Japanese write them. In
// other scripts that is the inside of an address: "example.org/a?b=1".
bool is_inside_word(std::string_view piece) {
  constexpr char32_t kFirstWideMark = 0x3000;
  const char32_t last = last_character(piece);
  return last < kFirstWideMark && u_isUWhiteSpace(static_cast<UChar32>(last)) == 0;
}

// The bytes of a closing mark and of the blanks behind it: « Oui. » ends behind its mark, although a blank
// stands before it.
std::size_t closing_mark(std::string_view rest, const LanguageRules& rules) {
  constexpr std::string_view kMark = "»";
  if (!rest.starts_with(kMark) || rules.inward_guillemets) return 0;
  std::size_t end = kMark.size();
  while (end < rest.size()) {
    const Utf8Character c = character_at(rest, end);
    if (u_isUWhiteSpace(static_cast<UChar32>(c.code)) == 0) break;
    end += c.bytes;
  }
  return end;
}

// Unicode counts all brackets behind a full stop as part of its sentence (「はい。」「), those that open the
// next one as well: the bytes of these.
std::size_t opening_marks(std::string_view piece) {
  std::size_t end = piece.size();
  while (end > 0 &&
         u_charType(static_cast<UChar32>(last_character(piece.substr(0, end)))) == U_START_PUNCTUATION) {
    --end;
    while (end > 0 && (static_cast<unsigned char>(piece[end]) & 0xC0U) == 0x80U) --end;
  }
  return piece.size() - end;
}

// Marks alone are no sentence.
bool is_rest_of_sentence(std::string_view rest) {
  constexpr std::size_t kLongest = 16;
  if (rest.size() > kLongest) return false;
  for (std::size_t at = 0; at < rest.size();) {
    const Utf8Character c = character_at(rest, at);
    if (u_isalnum(static_cast<UChar32>(c.code)) != 0) return false;
    at += c.bytes;
  }
  return true;
}

// Whether a sentence goes on after a text that seems to end one.
bool goes_on(std::string_view text, std::string_view rest, const LanguageRules& rules) {
  if (rest.empty()) return false;
  if (is_inside_word(text) || is_rest_of_sentence(rest)) return true;
  const std::string_view word = word_before_dot(trim_blanks(text));
  if (word.empty()) return false;
  if (is_one_letter(word) || (rules.ordinal_full_stop && is_number(word))) return true;
  const std::string lower = to_lower(word);
  const bool before_number = rest.front() >= '0' && rest.front() <= '9';
  return listed(rules.abbreviations, lower) ||
         (before_number && listed(rules.abbreviations_before_number, lower));
}

}  // namespace

SentenceSplitter::SentenceSplitter(std::string_view language) : rules_(&language_rules(language)) {}

std::vector<std::string_view> SentenceSplitter::split(std::string_view line) const {
  std::vector<std::string_view> sentences;
  UErrorCode status = U_ZERO_ERROR;
  const OpenText text(utext_openUTF8(nullptr, line.data(), static_cast<std::int64_t>(line.size()), &status));
  icu::BreakIterator& iterator = sentence_iterator();
  iterator.setText(text.get(), status);
  CALQUE_CHECK(U_SUCCESS(status));
  std::size_t begin = 0;
  for (std::int32_t end = iterator.next(); end != icu::BreakIterator::DONE; end = iterator.next()) {
    auto stop = static_cast<std::size_t>(end);
    stop += closing_mark(line.substr(stop), *rules_);
    if (stop > begin && stop < line.size()) stop -= opening_marks(line.substr(begin, stop - begin));
    if (stop <= begin) continue;  // the mark and its blanks, which went with the sentence before
    const std::string_view piece = line.substr(begin, stop - begin);
    if (goes_on(piece, line.substr(stop), *rules_)) continue;
    const std::string_view sentence = trim_blanks(piece);
    if (!sentence.empty()) sentences.push_back(sentence);
    begin = stop;
  }
  return sentences;
}

}  // namespace calque::text
