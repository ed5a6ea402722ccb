// A file of a grammar (docs/formats/grammar.md) as lines of words: the layer below both readers.
//
// A line is cut at blanks; what stands in quotes, parentheses or braces stays together. '#' begins a comment.
// Immutable once read; words are views into the lines, which own their text. Throws DataError with file and
// line for text that is not UTF-8, for quotes and brackets without their partner, and for files over the
// limits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace calque::phrasebook {

// What a hostile file cannot exceed.
inline constexpr std::size_t kMaxGrammarBytes = 1 << 21;
inline constexpr std::size_t kMaxLineWords = 400;

struct GrammarLine {
  Place place;
  bool indented = false;  // belongs to the last line that is not
  std::vector<std::string> words;

  // The words from `first` on as they would be written.
  std::string text(std::size_t first = 0) const;
};

struct GrammarFile {
  std::string name;
  std::vector<GrammarLine> lines;  // without those that are empty
};

GrammarFile read_grammar_text(const std::string& name, std::string_view text);

// Throws DataError.
[[noreturn]] void refuse(const Place& place, const std::string& problem, const std::string& remedy);

// Throws unless `name` can be a name: letters, digits, '_', '-', '.', and what is not ASCII.
void check_name(const Place& place, std::string_view name, std::string_view of_what);

// "alpha, beta, gamma", the beginning of it if there are many: for messages.
std::string list_of(const std::vector<std::string>& names);

}  // namespace calque::phrasebook
