#include "text/token_scanner.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <unicode/brkiter.h>
#include <unicode/utext.h>

#include "base/error.h"
#include "text/normalize.h"
#include "text/utf8.h"

namespace calque::text {
namespace {

// ICU counts in 31 bits.
constexpr std::size_t kMaxBytes = std::numeric_limits<std::int32_t>::max();

}  // namespace

// ICU's word iterator with its dictionaries, over UTF-8 without conversion.
struct TokenScanner::Segmenter {
  std::unique_ptr<icu::BreakIterator> words;

  Segmenter() : words(prototype().clone()) {}

 private:
  // Made once, under the guard of a static: every thread clones it.
  static const icu::BreakIterator& prototype() {
    static const std::unique_ptr<icu::BreakIterator> made = make();
    return *made;
  }
  static std::unique_ptr<icu::BreakIterator> make() {
    UErrorCode status = U_ZERO_ERROR;
    // The root locale: the dictionaries go by script, not by language.
    std::unique_ptr<icu::BreakIterator> iterator(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    if (U_FAILURE(status)) {
      throw MachineError({}, std::string("ICU cannot segment words: ") + u_errorName(status),
                         "install ICU with its break iterator data");
    }
    return iterator;
  }
};

TokenScanner::TokenScanner() = default;
TokenScanner::~TokenScanner() = default;

void TokenScanner::scan(std::string_view line, const LanguageRules& rules) {
  rules_ = &rules;
  tokens_.clear();
  single_quote_open_ = false;
  normalize(line, line_);
  if (line_.size() > kMaxBytes) {
    throw DataError({}, fmt::format("a line of {} bytes is too long to be cut into words", line_.size()),
                    "break it into sentences, one on each line");
  }
  read_characters();
  const std::size_t count = characters_.size() - 1;
  for (std::size_t i = 0; i < count;) {
    if (kind(i) == CharClass::kSpace) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (kind(end) != CharClass::kSpace) ++end;
    cut_piece(i, end);
    i = end;
  }
}

void TokenScanner::read_characters() {
  characters_.clear();
  characters_.reserve(line_.size() + 1);
  word_end_ = closing_apostrophe_ = 0;
  CharClass previous = CharClass::kSpace;
  for (std::uint32_t offset = 0; offset < line_.size();) {
    const Utf8Character character = character_at(line_, offset);
    CharClass cls = class_of(character.code);
    // A mark belongs to the character before; a mark without one stands as a letter.
    if (cls == CharClass::kMark) cls = previous == CharClass::kSpace ? CharClass::kLetter : previous;
    characters_.emplace_back(offset, character.code, cls);
    if (is_word_class(cls) || cls == CharClass::kUnspaced) word_end_ = characters_.size();
    offset += static_cast<std::uint32_t>(character.bytes);
    previous = cls;
  }
  characters_.emplace_back(static_cast<std::uint32_t>(line_.size()), U' ', CharClass::kSpace);
  for (std::size_t i = characters_.size() - 1; i > 0; --i) {
    const bool doubled =
        kind(i) == CharClass::kApostrophe || (i > 1 && kind(i - 2) == CharClass::kApostrophe);
    if (kind(i - 1) == CharClass::kApostrophe && !is_word(i) && !doubled) {
      closing_apostrophe_ = i;
      break;
    }
  }
}

void TokenScanner::emit(std::size_t begin, std::size_t end) {
  if (begin < end) tokens_.push_back({characters_[begin].offset, characters_[end].offset});
}

// End of the run of characters equal to the one at `at`.
std::size_t TokenScanner::run_end(std::size_t at, std::size_t end) const {
  std::size_t i = at + 1;
  while (i < end && code(i) == code(at)) ++i;
  return i;
}

std::size_t TokenScanner::run_begin(std::size_t begin, std::size_t end) const {
  std::size_t i = end - 1;
  while (i > begin && code(i - 1) == code(end - 1)) --i;
  return i;
}

// The text in lower case as far as ASCII goes, with a straight apostrophe: for the word lists.
std::string TokenScanner::lower_ascii(std::size_t begin, std::size_t end) const {
  std::string word;
  for (std::size_t i = begin; i < end; ++i) {
    const char32_t c = code(i);
    if (c == 0x2019) {
      word += '\'';
    } else if (c >= 'A' && c <= 'Z') {
      word += static_cast<char>(c + 32);
    } else {
      word += std::string_view(line_).substr(characters_[i].offset,
                                             characters_[i + 1].offset - characters_[i].offset);
    }
  }
  return word;
}

void TokenScanner::cut_piece(std::size_t begin, std::size_t end) {
  const auto stands_alone = [](CharClass cls) {
    return cls == CharClass::kUnspaced || cls == CharClass::kWidePunct || cls == CharClass::kEmoji;
  };
  for (std::size_t i = begin; i < end;) {
    const CharClass cls = kind(i);
    std::size_t stop = i + 1;
    if (cls == CharClass::kWidePunct) {
      stop = run_end(i, end);
      emit(i, stop);
    } else if (stands_alone(cls)) {
      while (stop < end && kind(stop) == cls) ++stop;
      cls == CharClass::kUnspaced ? segment(i, stop) : emit(i, stop);
    } else {
      while (stop < end && !stands_alone(kind(stop))) ++stop;
      cut_spaced(i, stop);
    }
    i = stop;
  }
}

void TokenScanner::segment(std::size_t begin, std::size_t end) {
  if (!segmenter_) segmenter_ = std::make_unique<Segmenter>();
  const std::uint32_t base = characters_[begin].offset;
  UErrorCode status = U_ZERO_ERROR;
  UText* text = utext_openUTF8(nullptr, line_.data() + base,
                               static_cast<std::int64_t>(characters_[end].offset - base), &status);
  CALQUE_CHECK(U_SUCCESS(status));
  segmenter_->words->setText(text, status);
  utext_close(text);  // the iterator holds a shallow clone
  CALQUE_CHECK(U_SUCCESS(status));
  std::int32_t from = segmenter_->words->first();
  for (std::int32_t to = segmenter_->words->next(); to != icu::BreakIterator::DONE;
       to = segmenter_->words->next()) {
    tokens_.push_back({base + static_cast<std::uint32_t>(from), base + static_cast<std::uint32_t>(to)});
    from = to;
  }
}

void TokenScanner::cut_spaced(std::size_t begin, std::size_t end) {
  if (is_emoticon(begin, end)) {
    emit(begin, end);
    return;
  }
  begin = strip_leading(begin, end);
  trailing_.clear();
  end = strip_trailing(begin, end);
  if (begin < end) {
    is_address(begin, end) ? emit(begin, end) : cut_core(begin, end);
  }
  for (auto range = trailing_.rbegin(); range != trailing_.rend(); ++range) emit(range->begin, range->end);
}

std::size_t TokenScanner::strip_leading(std::size_t begin, std::size_t end) {
  while (begin < end) {
    const std::size_t length = leading_length(begin, end);
    if (length == 0) break;
    emit(begin, begin + length);
    begin += length;
  }
  return begin;
}

std::size_t TokenScanner::strip_trailing(std::size_t begin, std::size_t end) {
  while (begin < end) {
    const std::size_t length = trailing_length(begin, end);
    if (length == 0) break;
    trailing_.push_back({static_cast<std::uint32_t>(end - length), static_cast<std::uint32_t>(end)});
    end -= length;
  }
  return end;
}

void TokenScanner::cut_core(std::size_t begin, std::size_t end) {
  std::size_t start = begin;  // of the token that is growing
  for (std::size_t i = begin; i < end;) {
    if (kind(i) == CharClass::kOpen) {
      // f(x), friend(s), (un)do: a bracket written tight and closed in the same word stays.
      const std::size_t closed = group_end(i, end);
      const bool tight = (i > begin && is_word(i - 1)) || (closed < end && is_word(closed));
      if (closed > i && tight) {
        i = closed;
        continue;
      }
    }
    const std::size_t length = inner_length(i, begin, end);
    if (length > 0) {
      emit(start, i);
      emit(i, i + length);
      i += length;
      start = i;
      continue;
    }
    if (i > start && cuts_before(i, begin, end)) {
      emit(start, i);
      start = i;
    }
    ++i;
  }
  emit(start, end);
}

}  // namespace calque::text
