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

// Parts of nodes of a tree: 0 is the node itself, 1 its punctuation marks, the others as its rule says.
class NodeSet {
 public:
  static constexpr std::size_t kParts = 4;
  void add(std::size_t node, std::size_t part = 0) {
    bits_[node / kNodesPerWord] |= std::uint64_t{1} << (node % kNodesPerWord * kParts + part);
  }
  void add(const NodeSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  }
  bool meets(const NodeSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) common |= bits_[i] & other.bits_[i];
    return common != 0;
  }
  bool operator==(const NodeSet&) const = default;

 private:
  static constexpr std::size_t kNodesPerWord = 64 / kParts;
  std::array<std::uint64_t, kMaxNodes / kNodesPerWord> bits_{};
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
