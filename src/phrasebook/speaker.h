// From a tree of the abstract grammar to the words of one language.
//
// A Speaker keeps scratch memory and the words it has put together; it is not shared between threads. Tokens
// are views into it and the language, valid until the next sentence. What it says depends on the tree alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "phrasebook/language.h"
#include "phrasebook/tree_drawer.h"
#include "text/alignment.h"

namespace calque::phrasebook {

// A set of nodes of a tree. Punctuation marks of a rule link with marks alone, so they are kept apart.
struct NodeSet {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t marks = 0;

  void add(std::size_t node) { (node < 64 ? low : high) |= std::uint64_t{1} << (node % 64); }
  void add(const NodeSet& other) {
    low |= other.low;
    high |= other.high;
    marks |= other.marks;
  }
  void add_mark(std::size_t node) { marks |= std::uint64_t{1} << (node % 64); }
  bool meets(const NodeSet& other) const {
    return ((low & other.low) | (high & other.high) | (marks & other.marks)) != 0;
  }
  bool operator==(const NodeSet&) const = default;
};

struct Token {
  const Surface* surface = nullptr;
  NodeSet nodes;  // the parts of the tree that this word expresses; none: it has no counterpart anywhere
};
using Tokens = std::vector<Token>;

// Tokens with single spaces between them, or as a person writes them.
enum class Spacing { kTokens, kRaw };
// The first letter of the line becomes a capital.
void append_line(std::span<const Token> tokens, Spacing spacing, std::string& out);

// Positions of tokens that share a node, sorted. Empties `links` first.
void link_tokens(std::span<const Token> source, std::span<const Token> target, text::Alignment& links);

class Speaker {
 public:
  Speaker(const Language& language, const World& world);

  // False if the sentence is longer than sentences may be. Throws DataError if no row of a rule fits.
  bool say(const Tree& tree, Tokens& tokens);

 private:
  struct Environment {
    Values values;
    std::array<NodeIndex, kMaxFeatures> from;  // the head that the value was taken from
  };
  struct Part {
    std::uint32_t piece = 0;
    NodeSet nodes;
  };

  void find_values();
  void write(std::size_t node, std::size_t field, const Environment& environment);
  void write_row(std::size_t node, const Row& row, const Environment& environment);
  void write_phrase(std::uint32_t phrase, const NodeSet& nodes);
  bool holds(const Guard& guard, std::size_t node, const Environment& environment) const;
  void set(const std::vector<Setting>& settings, std::size_t node, Environment& environment) const;
  std::size_t cell(const Shape& shape, const Environment& environment) const;
  NodeSet nodes_of(const Item& item, std::size_t node, const Environment& environment) const;
  void put_words_together(Tokens& tokens);
  const std::vector<Surface>& whole_word(std::size_t begin, std::size_t end);
  static void add_token(const Surface& surface, const NodeSet& nodes, Tokens& tokens);
  void join(Tokens& tokens) const;

  const Language& language_;
  const World& world_;
  const Tree* tree_ = nullptr;
  std::vector<Values> values_;  // what each node gives
  std::vector<Part> parts_;
  std::vector<const LanguageCategory*> categories_;  // of words; null: a rule
  std::size_t steps_ = 0;
  std::string key_;
  std::unordered_map<std::string, std::vector<Surface>> words_;  // put together from several parts
};

}  // namespace calque::phrasebook
