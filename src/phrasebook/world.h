// The abstract grammar that all languages share: types, categories, words and rules (world.grammar, see
// docs/formats/grammar.md). It says which sentences make sense and how often they occur, and nothing about
// how any language writes them.
//
// Immutable once read and safe to share between threads. read_world throws DataError with file and line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "phrasebook/grammar_file.h"

namespace calque::phrasebook {

inline constexpr std::size_t kMaxArguments = 8;
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
  bool empty() const { return bits_ == decltype(bits_){}; }
  auto operator<=>(const TypeSet&) const = default;

 private:
  std::array<std::uint64_t, kMaxTypes / 64> bits_{};
};

// What an argument must be. `attribute` says of the argument's head what is compared: one of its attributes,
// or, if it is kNoIndex, its types. They are compared with what stands on the other side.
struct Condition {
  enum class With {
    kInherited,   // whatever was asked of the whole is asked of this argument
    kTypes,       // `types`
    kTypesOf,     // the types of the head of argument `argument`
    kAttributeOf  // the attribute `other` of the head of argument `argument`
  };
  With with = With::kInherited;
  std::size_t attribute = kNoIndex;
  TypeSet types;
  std::size_t argument = 0;
  std::size_t other = 0;
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
  std::string name;
  Place place;
  bool once = false;          // no word of it occurs twice in a sentence
  double words_weight = 100;  // of all its words together, beside its rules
  std::vector<std::size_t> words;
  std::vector<std::size_t> rules;
};

struct World {
  std::string file;
  std::vector<std::string> attributes;
  std::map<std::string, TypeSet, std::less<>> types;  // also the names of sets of types
  std::vector<Category> categories;                   // the first is that of sentences
  std::vector<Function> functions;
  std::map<std::string, std::size_t, std::less<>> function_names;
  std::map<std::string, std::size_t, std::less<>> category_names;
};

World read_world(const GrammarFile& file);

// For every function how many levels its shortest tree has; words have 1. Functions that are not `usable`
// count as absent. kNoIndex: no tree at all.
std::vector<std::size_t> shortest_trees(const World& world, const std::vector<bool>& usable);

}  // namespace calque::phrasebook
