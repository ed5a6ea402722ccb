// Punctuation marks as words of a sentence: what they are, and which of them enclose others.
//
// Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/types.h"

namespace calque::text {

// What a word says. Marks of all scripts and typographies that do the same are one.
enum class Mark : std::uint8_t {
  kNone,  // a word: it has a letter, a digit or a symbol such as % or €
  kOpen,  // an opening bracket
  kClose,
  kQuote,  // a quotation mark at either end
  kColon,
  kSemicolon,
  kQuestion,
  kExclamation,
  kStop,   // a full stop
  kOther,  // commas, dashes, points between names and the like
};
inline constexpr std::size_t kMarkKinds = 10;

Mark mark_of(std::string_view word);

// Spans from an opening bracket or quotation mark to the one that closes it, both with them. They nest or are
// apart, in order of their ends. Marks without a partner, and straight quotes that are not even in number,
// enclose nothing. Apostrophes and single quotes, which look alike, are not looked at.
std::vector<Span> enclosed_spans(std::span<const std::string_view> words);

}  // namespace calque::text
