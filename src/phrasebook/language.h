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
#include <utility>
#include <vector>

#include "phrasebook/grammar_file.h"
#include "phrasebook/sounds.h"
#include "phrasebook/world.h"

namespace calque::phrasebook {

inline constexpr std::size_t kMaxFeatures = 16;
inline constexpr std::size_t kMaxValues = 32;
inline constexpr std::size_t kMaxJoins = 64;
inline constexpr std::uint8_t kUnset = 255;

// The value of each feature, kUnset where it has none.
using Values = std::array<std::uint8_t, kMaxFeatures>;

// One token as it is written.
struct Surface {
  std::string text;
  std::uint64_t hash = 0;          // of the text
  std::uint64_t joins_next = 0;    // the joins whose first word this is
  std::uint64_t joins_before = 0;  // the joins whose second word this is
  bool glued_before = false;       // in natural text no blank stands before it
  bool glued_after = false;
  std::string capital{};  // at the beginning of a sentence
};

// A part of a text that stands between blanks. Text that begins with '+' goes on with the word before it.
struct Piece {
  Surface alone{};
  bool goes_on = false;
  std::string raw{};  // with '+' between the parts
};
// A text: the number of its piece, or kManyPieces and a number in Language::phrases.
inline constexpr std::uint32_t kManyPieces = 0x80000000U;
inline constexpr std::uint32_t kNoForm = ~std::uint32_t{0};

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

// A word: its own features, and its forms by field and cell.
struct WordEntry {
  Place place;
  bool present = false;
  Values values{};
  std::vector<std::uint32_t> forms;
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

// A value that is handed down: a constant, or that of a feature of an argument.
struct Setting {
  std::uint8_t feature = 0;
  std::uint8_t value = kUnset;  // kUnset: from the argument
  std::uint8_t argument = 0;
};

struct Item {
  enum class Kind { kText, kTable, kArgument };
  Kind kind = Kind::kText;
  std::uint32_t index = 0;  // text, table, or argument
  std::uint8_t field = 0;   // of the argument
  std::vector<Setting> settings;
  // What the words stand for: parts of the rule itself (as bits; part 0 its words, part 1 its marks), heads
  // of arguments, and nodes that features were taken from.
  std::uint8_t own = 1;
  std::vector<std::uint8_t> arguments;
  std::vector<std::uint8_t> features;
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
  std::vector<Setting> gives;
  std::vector<FieldRows> fields;
};

struct Table {
  Shape shape;
  std::vector<std::uint32_t> cells;
};

// Two neighbours that are written in another way. Names in <> are classes; the second word of a class stays.
struct Join {
  std::string first;
  std::string second;
  std::string result;
};

struct Language {
  std::string code;
  std::string file;
  bool partial = false;   // need not have all words of the world
  bool unspaced = false;  // natural text has no blanks at all
  Names features{"feature", kMaxFeatures};
  std::vector<std::size_t> feature_sizes;    // how many values each has
  std::vector<LanguageCategory> categories;  // as in the world
  std::vector<WordEntry> words;              // by function of the world
  std::vector<LanguageRule> rules;           // by function of the world
  std::vector<Table> tables;
  std::vector<Piece> pieces;
  std::vector<std::vector<std::uint32_t>> phrases;
  Sounds sounds;
  // Beginnings of words that are in a class or, although a shorter beginning is, not.
  std::map<std::string, std::vector<std::pair<std::string, bool>>, std::less<>> classes;
  std::vector<Join> joins;
  std::vector<Surface> join_results;
  std::vector<std::string> glue_before;                      // "'s", "-*"
  std::vector<std::string> glue_after;                       // "*'"
  std::map<std::string, std::string, std::less<>> capitals;  // letters with a capital of their own

  Surface make_surface(std::string text) const;
  bool has(std::size_t function) const { return words[function].present || rules[function].present; }
};

}  // namespace calque::phrasebook
