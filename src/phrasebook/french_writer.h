// Writes French tokens one after another and does what happens at their borders: elision (le homme ->
// l'homme), forms before a vowel (ce -> cet, ma -> mon, beau -> bel) and contraction (de le -> du, à les ->
// aux).
//
// Not shared between threads; refers to the caller's token vector. Forms must live for ever.
#pragma once

#include <string_view>

#include "phrasebook/linearise.h"

namespace calque::phrasebook::fr {

enum class Junction : std::uint8_t {
  kPlain,
  kContracting,  // à, de
  kArticle,      // le, les
  kSi,           // elides before il and ils only
};

// A word and what becomes of it before a vowel (empty: nothing). Forms that end in an apostrophe take no
// space.
struct Piece {
  std::string_view form;
  std::string_view before_vowel = {};
  Junction junction = Junction::kPlain;
};

inline constexpr Piece kLe{"le", "l'", Junction::kArticle};
inline constexpr Piece kLa{"la", "l'"};
inline constexpr Piece kLes{"les", {}, Junction::kArticle};
inline constexpr Piece kDe{"de", "d'", Junction::kContracting};
inline constexpr Piece kA{"à", {}, Junction::kContracting};
inline constexpr Piece kQue{"que", "qu'"};
inline constexpr Piece kNe{"ne", "n'"};
inline constexpr Piece kSi{"si", {}, Junction::kSi};
inline constexpr Piece kCe{"ce", "c'"};

class Writer {
 public:
  explicit Writer(Tokens& out) : out_(out) {}

  void piece(const Piece& piece, NodeMask nodes, Concept lemma = Concept::kNone);
  void word(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone) {
    piece({form}, nodes, lemma);
  }
  // Several words separated by spaces; de, à, que and si behave as pieces, words that begin with a hyphen are
  // joined.
  void phrase(std::string_view words, NodeMask nodes, Concept lemma = Concept::kNone);
  // Joined to the word before it: "-moi", ",", ".".
  void suffix(std::string_view form, NodeMask nodes, Concept lemma = Concept::kNone);

 private:
  void settle_border(std::string_view next);

  Tokens& out_;
  Piece last_;
  Junction before_last_ = Junction::kPlain;
  bool glued_ = false;  // the next token follows an apostrophe
};

}  // namespace calque::phrasebook::fr
