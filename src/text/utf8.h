// UTF-8: checking text that comes from outside, and walking over text that has been checked.
//
// Pure functions, safe from any thread. check_utf8 throws EncodingError; the others never throw.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/error.h"

namespace calque::text {

// The first thing wrong in a text that should be UTF-8.
struct Utf8Problem {
  std::size_t offset = 0;   // of the byte where the bad sequence starts, from 0
  const char* reason = "";  // a phrase for the message: "a truncated UTF-8 sequence"
};

// Nothing for well-formed UTF-8 (RFC 3629) without NUL characters, which no text file should contain and
// which other tools cut lines at.
std::optional<Utf8Problem> find_invalid_utf8(std::string_view text);

// Text that is not UTF-8, told apart so that a program can say what it offers against it.
class EncodingError : public DataError {
 public:
  using DataError::DataError;
};

// Throws EncodingError for the line at `place` unless it is well-formed; the message has file, line and byte.
void check_utf8(std::string_view line, const Place& place);

bool is_ascii(std::string_view text);

// One character of well-formed UTF-8 and the number of bytes it takes.
struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 1;
};

// The character at `offset`. Requires: offset < text.size(). A byte that starts no whole sequence is read as
// U+FFFD of one byte, so that a walk over damaged text ends, in bounds.
Utf8Character character_at(std::string_view text, std::size_t offset);

// First and last character; U+0000 for empty text.
char32_t first_character(std::string_view text);
char32_t last_character(std::string_view text);

}  // namespace calque::text
