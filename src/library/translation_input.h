// What `calque translate` reads: the lines to translate, and those to reach.
//
// Lines that cannot be translated, because they are too long or, if the user wants it so, not UTF-8, are
// passed through with a warning; those that are too long in several parts. For one caller. Throws what
// reading throws, and DataError if there are not as many lines to reach as to translate.
#pragma once

#include <optional>
#include <string>

#include "base/reporter.h"
#include "calque/translator.h"
#include "store/text_file.h"

namespace calque {

struct TranslationFiles {
  std::string input = "-";
  std::string reference{};  // translations to reach, line by line; empty: none
  bool skip_bad_lines = false;
  bool whole_lines = false;  // for formats in which no line can be passed through
};

class TranslationInput {
 public:
  TranslationInput(const TranslationFiles& files, Reporter& reporter);

  // Puts the next line into a copy of `common`; false at the end.
  bool next(const Request& common, Request& request);

 private:
  bool is_verbatim(const Request& request, store::LinePart part);
  [[noreturn]] void refuse(const char* what) const;

  bool skip_bad_lines_;
  bool whole_lines_;
  Reporter& reporter_;
  store::LineReader reader_;
  std::optional<store::LineReader> references_;
};

// The words of content that the best translation leaves out, with commas between; empty if none.
std::string dropped_words(const Response& response);

}  // namespace calque
