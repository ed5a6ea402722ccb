// The grammars of a pair of languages: the built-in ones, or those of a folder of *.grammar files
// (docs/formats/grammar.md).
//
// Immutable once loaded and safe to share between threads. Throws UsageError for a pair that is not there,
// DataError with file and line for mistakes in a grammar.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phrasebook/language.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

struct Grammar {
  World world;
  Language source;
  Language target;
  std::vector<bool> usable;  // by function of the world: both languages have it
};

// `pair` is "de-en"; `folder` holds world.grammar, de.grammar and en.grammar; empty: the built-in grammars.
Grammar load_grammar(std::string_view pair, const std::string& folder = "");

// The same from texts of files.
struct NamedText {
  std::string name;
  std::string_view text;
};
Grammar read_grammar(const NamedText& world, const NamedText& source, const NamedText& target);

// Codes of the languages of a folder, sorted; of the built-in ones if it is empty.
std::vector<std::string> languages_of(const std::string& folder = "");

// The built-in files (made by cmake/EmbedGrammars.cmake).
std::vector<NamedText> built_in_grammars();

}  // namespace calque::phrasebook
