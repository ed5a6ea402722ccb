// A file of a grammar (docs/formats/grammar.md) as lines of words: the layer below both readers.
//
// A line is cut at blanks; what stands in quotes, parentheses or braces stays together. '#' begins a comment.
// Throws DataError with file and line for text that is not UTF-8, for quotes and brackets without their
// partner, and for files over the limits.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"

namespace calque::phrasebook {

// Throws DataError.
[[noreturn]] void refuse(const Place& place, const std::string& problem, const std::string& remedy);

struct GrammarLine {
  Place place;
  bool indented = false;  // belongs to the last line that is not
  std::vector<std::string> words;

  // Throws unless the line is right.
  template <typename... Parts>
  void need(bool right, const std::string& remedy, fmt::format_string<const Parts&...> problem,
            const Parts&... parts) const {
    if (!right) refuse(place, fmt::format(problem, parts...), remedy);
  }
  // The words from `first` on as they would be written.
  std::string text(std::size_t first) const;
  // Where a word stands, or behind the last one.
  std::size_t find(std::string_view word, std::size_t from = 0) const;
};

// A line at the margin with those that are indented below it.
struct Statement {
  GrammarLine head;
  std::vector<GrammarLine> body;
};

struct GrammarFile {
  std::string name;
  std::vector<Statement> statements;
};

GrammarFile read_grammar_text(const std::string& name, std::string_view text);

// Names of one kind and their numbers: 0, 1, 2, ... in the order in which they were added.
class Names {
 public:
  Names(std::string kind, std::size_t most) : kind_(std::move(kind)), most_(most) {}

  std::size_t size() const { return all_.size(); }
  const std::string& operator[](std::size_t i) const { return all_[i]; }
  std::optional<std::size_t> find(std::string_view name) const;
  // Throws DataError if it is there already, is no name, or is one too many.
  std::size_t add(const GrammarLine& line, std::string_view name);
  // Throws DataError if it is not there.
  std::size_t at(const GrammarLine& line, std::string_view name) const;

 private:
  std::string kind_;
  std::size_t most_;
  std::vector<std::string> all_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
};

}  // namespace calque::phrasebook
