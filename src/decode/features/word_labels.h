// What sparse features call words: the most frequent ones by name, all by their class (Cherry 2013).
//
// Text form (docs/formats/word-labels.md): one line per word, "source|target<TAB>word<TAB>class[<TAB>named]".
// Immutable after it is made, shareable between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/corpus.h"
#include "text/vocabulary.h"
#include "text/word_classes.h"

namespace calque::decode {

enum class Side : std::uint8_t { kSource, kTarget };

// Number of a label among those of its side.
using Label = std::uint32_t;
inline constexpr Label kNoLabel = 0xffffffffU;

// The labels of one word; kNoLabel where there is none.
struct LabelsOfWord {
  Label by_name = kNoLabel;
  Label by_class = kNoLabel;
};

class WordLabels {
 public:
  // `named` words of each side, the most frequent ones, have a label of their own.
  struct SideTraining {
    const text::Corpus& corpus;
    text::VocabularyView vocabulary;
    const text::WordClasses& classes;
  };
  static std::string format(const SideTraining& source, const SideTraining& target, std::size_t named);

  // Words of the vocabularies that the text does not list have no labels. Throws DataError with file and
  // line.
  static WordLabels parse(std::string_view text, const std::string& file, text::VocabularyView source,
                          text::VocabularyView target);

  // Of a word of the vocabulary; none for other ids.
  LabelsOfWord of(Side side, text::WordId word) const {
    const auto& words = words_[static_cast<std::size_t>(side)];
    return text::index_of(word) < words.size() ? words[text::index_of(word)] : LabelsOfWord{};
  }
  // "w:Haus" or "c:12"; characters that have a meaning in feature names are written as %XX.
  const std::string& name(Side side, Label label) const {
    return names_[static_cast<std::size_t>(side)][label];
  }
  // kNoLabel if there is no such label.
  Label find(Side side, std::string_view name) const;

 private:
  Label label(std::size_t side, const std::string& name);

  std::vector<LabelsOfWord> words_[2];
  std::vector<std::string> names_[2];
};

}  // namespace calque::decode
