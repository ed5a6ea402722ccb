#include "phrasebook/french_writer.h"

#include "phrasebook/french_lexicon.h"

namespace calque::phrasebook::fr {

// Called when the next word is known: the last one may still change.
void Writer::settle_border(std::string_view next) {
  const bool vowel = begins_with_vowel_sound(next);
  if (last_.junction == Junction::kSi && (next == "il" || next == "ils")) {
    out_.back().form = "s'";
    glued_ = true;
  } else if (vowel && !last_.before_vowel.empty()) {
    out_.back().form = last_.before_vowel;
    glued_ = last_.before_vowel.ends_with('\'');
  } else if (last_.junction == Junction::kArticle && before_last_ == Junction::kContracting) {
    const Token article = out_.back();
    out_.pop_back();
    Token& preposition = out_.back();
    const bool of = preposition.form == "de";
    const bool plural = article.form == "les";
    preposition.form = of ? (plural ? "des" : "du") : (plural ? "aux" : "au");
    preposition.nodes |= article.nodes;
  }
}

void Writer::piece(const Piece& piece, NodeMask nodes, Concept lemma) {
  if (!out_.empty()) settle_border(piece.form);
  out_.push_back({piece.form, nodes, lemma, !glued_});
  glued_ = piece.form.ends_with('\'');
  before_last_ = last_.junction;
  last_ = piece;
}

void Writer::suffix(std::string_view form, NodeMask nodes, Concept lemma) {
  word(form, nodes, lemma);
  out_.back().space_before = false;
}

void Writer::phrase(std::string_view words, NodeMask nodes, Concept lemma) {
  while (!words.empty()) {
    const std::size_t space = words.find(' ');
    const std::string_view form = words.substr(0, space);
    words = space == std::string_view::npos ? std::string_view{} : words.substr(space + 1);
    if (form == "de") {
      piece(kDe, nodes, lemma);
    } else if (form == "à") {
      piece(kA, nodes, lemma);
    } else if (form == "que") {
      piece(kQue, nodes, lemma);
    } else if (form == "si") {
      piece(kSi, nodes, lemma);
    } else if (form.starts_with('-')) {
      suffix(form, nodes, lemma);
    } else {
      word(form, nodes, lemma);
    }
  }
}

}  // namespace calque::phrasebook::fr
