// A text as paragraphs and sentences, and its translation put together again: line ends and white space stay
// where they are.
//
// Immutable; safe to share between threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "calque/translation.h"

namespace calque::serve {

// Cuts a line into its sentences (Translator::sentences).
using SentenceCutter = std::function<std::vector<TextRange>(std::string_view line)>;

class TextLayout {
 public:
  // A text without letters has no sentences. Requires: well-formed UTF-8. `target_language` decides what
  // stands between two sentences of a line.
  TextLayout(std::string text, const SentenceCutter& cut, std::string_view target_language);

  const std::string& text() const { return text_; }
  // Bytes of the text.
  const std::vector<TextRange>& sentences() const { return sentences_; }
  std::string_view sentence(std::size_t i) const {
    return std::string_view(text_).substr(sentences_[i].begin, sentences_[i].end - sentences_[i].begin);
  }

  // The whole translation from those of the sentences; if asked, also where each of them stands in it.
  std::string join(const std::vector<std::string_view>& translations,
                   std::vector<TextRange>* ranges = nullptr) const;

 private:
  void add_line(std::size_t begin, std::size_t end, const SentenceCutter& cut);

  std::string text_;
  std::vector<TextRange> sentences_;
  std::vector<std::string> gaps_;  // before each sentence and behind the last one, for the translation
  bool tight_;                     // sentences need no blank between them
};

// Whether there is anything to translate: a letter of any script.
bool has_letters(std::string_view text);

}  // namespace calque::serve
