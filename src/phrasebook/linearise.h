// From the language-neutral tree to words: one Lineariser per language.
//
// A lineariser is immutable, shareable between threads, and lives as long as the program. Token forms are
// views into its own tables (string literals or forms built once), so tokens stay valid for ever and making
// them allocates nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrasebook/tree.h"
#include "text/alignment.h"

namespace calque::phrasebook {

enum class Language { kEnglish, kGerman, kFrench, kJapanese };

struct Token {
  std::string_view form;  // as inside a sentence: the first letter is made a capital when text is joined
  NodeMask nodes = 0;     // the tree nodes that this word expresses; 0: no counterpart anywhere
  Concept lemma =
      Concept::kNone;        // the concept if the word belongs to one, kNone for articles, commas, particles
  bool space_before = true;  // in natural writing (--raw): false before "." and ",", in Japanese everywhere
};
using Tokens = std::vector<Token>;

class Lineariser {
 public:
  virtual ~Lineariser() = default;

  virtual Language language() const = 0;
  // Appends the sentence's tokens, with the end mark, to `out` (which the caller has emptied).
  virtual void linearise(const Sentence& sentence, Tokens& out) const = 0;
  // The citation form (dictionary word) of a concept; empty if the lexicon has no entry. Tests ask for every
  // concept.
  virtual std::string_view citation(Concept id) const = 0;
};

const Lineariser& english();
const Lineariser& german();
const Lineariser& french();
const Lineariser& japanese();
const Lineariser& lineariser(Language language);

// Two-letter code (en, de, fr, ja).
std::string_view code_of(Language language);

// The sentence as a line of text: tokens separated by single spaces (kTokens) or as a person writes it
// (kRaw). The first letter of the line becomes a capital (Latin letters).
enum class Spacing { kTokens, kRaw };
void append_line(std::span<const Token> tokens, Spacing spacing, std::string& out);

// Gold links: positions of tokens that share a node. Sorted, without repeats. Empties `links` first.
void link_tokens(std::span<const Token> source, std::span<const Token> target, text::Alignment& links);

// "0" .. "2099" as views that live for ever: for numerals, days and years in digits.
std::string_view digits(int number);

}  // namespace calque::phrasebook
