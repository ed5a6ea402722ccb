// Word classes as a text file (docs/formats/word-classes.md), and looking words up in one.
//
// A table is immutable and safe to share between threads. Reading throws UsageError if there is no such file
// and DataError with file and line for what is not of the format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/text_file.h"
#include "text/vocabulary.h"
#include "text/word_classes.h"

namespace calque::text {

struct WordClassTable {
  Vocabulary vocabulary;  // in the order of the file
  WordClasses classes;

  std::optional<std::uint32_t> find(std::string_view word) const;
  // A word that is not in the table has the unknown class.
  std::uint32_t class_of(std::string_view word) const;
  // The classes of another vocabulary's words.
  WordClasses for_vocabulary(VocabularyView words) const;
};

WordClassTable read_word_classes(const std::string& path);

// Every word of the vocabulary, in byte order. Requires: the classes are of this vocabulary. The caller
// commits.
void write_word_classes(const WordClasses& classes, VocabularyView vocabulary, store::TextWriter& out);

}  // namespace calque::text
