// The abstract grammar that all languages share: types, categories, words and rules (world.grammar, see
// docs/formats/grammar.md). It says which sentences make sense and how often they occur, and nothing about
// how any language writes them.
//
// Immutable once read and safe to share between threads. read_world throws DataError with file and line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "phrasebook/grammar_file.h"

namespace calque::phrasebook {

inline constexpr std::size_t kMaxArguments = 8;
inline constexpr std::size_t kMaxFunctions = 10'000;
inline constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

// A set of types; what a word is, or what a verb asks of its object.
class TypeSet {
 public:
  static constexpr std::size_t kMaxTypes = 256;
  void add(std::size_t type) { bits_[type / 64] |= std::uint64_t{1} << (type % 64); }
  void add(const TypeSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  }
  bool meets(const TypeSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) common |= bits_[i] & other.bits_[i];
    return common != 0;
  }
  bool empty() const { return *this == TypeSet{}; }
  auto operator<=>(const TypeSet&) const = default;

 private:
  std::array<std::uint64_t, kMaxTypes / 64> bits_{};
};

// What the head of an argument must be: its types (attribute kNoIndex) or one of its attributes are compared
// with what was asked of the whole, with types, with the types of another head, or with an attribute of it.
struct Condition {
  enum class With { kInherited, kTypes, kTypesOf, kAttributeOf };
  With with = With::kInherited;
  std::size_t attribute = kNoIndex;
  TypeSet types;
  std::size_t argument = 0;
  std::size_t other = 0;  // kAttributeOf: the attribute of `argument`
};

struct Argument {
  std::string name;
  std::size_t category = 0;
  std::vector<Condition> conditions;
};

// A rule, or, without arguments, a word.
struct Function {
  std::string name;
  Place place;
  std::size_t category = 0;
  double weight = 1;
  std::vector<Argument> arguments;  // drawn in this order
  std::size_t head = 0;             // the argument whose head is that of the whole
  TypeSet types;                    // words: what it is
  std::vector<TypeSet> attributes;  // words: by attribute; empty sets ask for nothing

  bool is_word() const { return arguments.empty(); }
};

struct Category {
  bool once = false;          // no word of it occurs twice in a sentence
  double words_weight = 100;  // of all its words together, beside its rules
  Place place;
  std::vector<std::size_t> words;
  std::vector<std::size_t> rules;
};

struct World {
  std::string file;
  Names attributes{"attribute", 16};
  Names type_names{"type", 4 * TypeSet::kMaxTypes};
  std::vector<TypeSet> types;  // by name; some are sets of others
  Names category_names{"category", 1'000};
  std::vector<Category> categories;  // the first is that of sentences
  Names function_names{"word or rule", kMaxFunctions};
  std::vector<Function> functions;
};

World read_world(const GrammarFile& file);

// For every function how many levels its shortest tree has; words have 1. Functions that are not `usable`
// count as absent. kNoIndex: no tree at all.
std::vector<std::size_t> shortest_trees(const World& world, const std::vector<bool>& usable);

}  // namespace calque::phrasebook
