// A concrete grammar: how one language writes the words and rules of the world (LANGUAGE.grammar, see
// docs/formats/grammar.md).
//
// Immutable once read (language_reader.h) and safe to share between threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "phrasebook/sounds.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

inline constexpr std::size_t kMaxFeatures = 16;
inline constexpr std::size_t kMaxValues = 32;
inline constexpr std::uint8_t kUnset = 255;

// The value of each feature, kUnset where it has none.
using Values = std::array<std::uint8_t, kMaxFeatures>;

struct Feature {
  std::string name;
  std::vector<std::string> values;
};

// One token as it is written.
struct Surface {
  std::string text;
  std::uint64_t hash = 0;          // of the text
  std::uint64_t joins_next = 0;    // the joins whose first word this is
  std::uint64_t joins_before = 0;  // the joins whose second word this is
  bool glued_before = false;       // in natural text no blank stands before it
  bool glued_after = false;
  std::string capital;  // at the beginning of a sentence
};

// A part of a text that stands between blanks. Text that begins with '+' goes on with the word before it.
struct Piece {
  Surface alone;
  bool goes_on = false;
  std::string raw;  // with '+' between the parts
};
// A text as pieces. What consists of one piece is named by its number, others by kManyPieces and a number in
// Language::phrases.
using Phrase = std::vector<std::uint32_t>;
inline constexpr std::uint32_t kManyPieces = 0x80000000U;

// Cells of a table by the values of features; the last feature varies fastest.
struct Shape {
  std::vector<std::uint8_t> features;
  std::size_t cells = 1;
};

struct Field {
  std::string name;       // empty for the field that needs no name
  Shape forms;            // of words
  std::size_t first = 0;  // where these begin among all forms of a word
};

struct LanguageCategory {
  std::uint64_t line = 0;           // that describes it, and others that are like it; 0: none
  std::vector<std::uint8_t> gives;  // features that every word and rule of it has
  std::vector<Field> fields;
};

// A word: its own features, and for each field a table of phrases.
struct WordEntry {
  Place place;
  bool present = false;
  Values values{};
  std::vector<std::uint32_t> forms;  // phrases, by field and cell
};

// "dat", "!pl", "n.pl", "s:person": whether a row is taken.
struct Guard {
  enum class Of { kEnvironment, kArgument, kTypes };
  Of of = Of::kEnvironment;
  bool negated = false;
  std::uint8_t feature = 0;
  std::uint32_t values = 0;  // as bits
  std::uint8_t argument = 0;
  TypeSet types;
  std::vector<std::uint32_t> words;  // beside the types
};

// A value that is handed down: a constant, one feature of an argument, or all that an argument gives.
struct Setting {
  enum class From { kConstant, kArgument };
  From from = From::kConstant;
  std::uint8_t feature = 0;
  std::uint8_t value = 0;
  std::uint8_t argument = 0;
};

struct Item {
  enum class Kind { kText, kTable, kArgument };
  Kind kind = Kind::kText;
  std::uint32_t index = 0;  // phrase, table, or argument
  std::uint8_t field = 0;   // of the argument
  std::vector<Setting> settings;
  // Which nodes of the tree the words express.
  bool own = true;
  bool is_mark = false;                 // a punctuation mark
  std::vector<std::uint8_t> arguments;  // their heads
  std::vector<std::uint8_t> features;   // the node that a feature was taken from
};

struct Row {
  Place place;
  std::vector<Guard> guards;
  std::vector<Item> items;
};

// How a rule of the world is written. A field without rows is that of an argument.
struct LanguageRule {
  struct FieldRows {
    std::vector<Row> rows;
    std::uint8_t argument = 0;
    std::uint8_t field = 0;
  };
  Place place;
  bool present = false;
  std::vector<Setting> settings;
  std::vector<Setting> gives;  // in the order of the category's
  std::vector<FieldRows> fields;
};

struct Table {
  std::string name;
  Shape shape;
  std::vector<std::uint32_t> cells;
};

// Two neighbours that are written in another way. Names in <> are classes; the second word of a class stays.
struct Join {
  std::string first;
  std::string second;
  std::string result;
};

// Beginnings of words; the longest that fits decides.
struct Beginnings {
  std::vector<std::pair<std::string, bool>> members;
};

struct Language {
  std::string code;
  std::string file;
  bool partial = false;   // need not have all words of the world
  bool unspaced = false;  // natural text has no blanks at all
  std::vector<Feature> features;
  std::vector<LanguageCategory> categories;  // as in the world
  std::vector<WordEntry> words;              // by function of the world
  std::vector<LanguageRule> rules;           // by function of the world
  std::vector<Table> tables;
  std::vector<Piece> pieces;
  std::vector<Phrase> phrases;
  Sounds sounds;
  std::map<std::string, Beginnings, std::less<>> classes;
  std::vector<Join> joins;
  std::vector<Surface> join_results;
  std::vector<std::string> glue_before;                      // "'s", "-*"
  std::vector<std::string> glue_after;                       // "*'"
  std::map<std::string, std::string, std::less<>> capitals;  // letters with a capital of their own

  Surface make_surface(std::string text) const;
  bool has(std::size_t function) const { return words[function].present || rules[function].present; }
};

}  // namespace calque::phrasebook
