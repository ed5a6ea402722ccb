// Source words that a translation leaves out.
//
// Immutable and shareable between threads. The phrase table must outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decode/request.h"
#include "decode/translation.h"
#include "phrase/phrase_table.h"

namespace calque::pipeline {

class DroppedWords {
 public:
  // Function words of the source language, which translations may do without: those words of the table's
  // vocabulary, one to a line. Throws FormatError naming `file` for other words.
  DroppedWords(const phrase::PhraseTable& phrases, std::string_view function_words, const std::string& file);

  // Positions of words of content in `source` that no word of the translation is linked to and whose usual
  // translations it does not have; rising. What was suggested for its words counts as their translation.
  std::vector<std::uint32_t> find(std::span<const std::string> source,
                                  std::span<const decode::Suggestion> suggestions,
                                  const decode::Translation& translation) const;

 private:
  bool has_usual_translation(text::WordId word, std::span<const std::string> target) const;

  const phrase::PhraseTable& phrases_;
  std::vector<bool> is_function_word_;  // by source word
};

}  // namespace calque::pipeline
