// Further text for a trained model.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/corpus.h"
#include "text/vocabulary.h"

namespace calque::align {

// Adds tokenised text to a corpus in the numbers of a model's vocabulary, and counts how many of its words
// the model knows; the others become kUnknownWord.
class TextNumberer {
 public:
  explicit TextNumberer(const text::VocabularyView& vocabulary) : vocabulary_(vocabulary) {}

  void add(std::string_view line, text::Corpus& corpus);
  std::uint64_t known_words() const { return known_words_; }
  std::uint64_t words() const { return words_; }

 private:
  text::VocabularyView vocabulary_;
  std::vector<std::string_view> line_;
  std::vector<text::WordId> ids_;
  std::uint64_t known_words_ = 0;
  std::uint64_t words_ = 0;
};

}  // namespace calque::align
