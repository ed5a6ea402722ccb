// Cuts a line of running text into words; the detokeniser (detokenizer.h) joins them again.
//
// Tokens are plain pieces of the normalised line (normalize.h), never empty, without blanks or markers of any
// kind, so that word alignment and language models see ordinary words. Characters such as | < [ are never
// special. The rules:
// - blanks separate; inside a piece between blanks, brackets, quotes, clause punctuation, dashes, per cent
// and currency
//   signs come off; hyphens, slashes and other symbols written tight stay in the word, and so do URLs,
//   addresses, numbers (1,234.56), times (10:30), abbreviations and code (f(x), <b>);
// - apostrophes follow the language (don 't; l' homme; geht's);
// - runs of Han, kana, Thai, Lao, Khmer and Burmese letters are segmented with ICU's dictionaries.
//
// A Tokenizer is immutable and may be shared between threads; each thread keeps a scratch buffer and an ICU
// iterator of its own, made at first use. Never throws on any bytes except DataError for a line over 2 GB.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/offset_map.h"

namespace calque::text {

struct LanguageRules;

// Changes whenever some text is cut or joined differently than before: models record it.
inline constexpr int kTokenizerVersion = 3;

class Tokenizer {
 public:
  // An ISO 639 code such as "en" or "pt-BR"; unknown or empty means general rules.
  explicit Tokenizer(std::string_view language);

  // Replaces the content of `tokens`.
  void tokenize(std::string_view line, std::vector<std::string>& tokens) const;
  std::vector<std::string> tokenize(std::string_view line) const;
  // Where the tokens stand in the line.
  std::vector<ByteRange> token_ranges(std::string_view line) const;
  // Appends the tokens separated by single blanks; nothing for a blank line.
  void append_tokenized(std::string_view line, std::string& out) const;
  std::size_t count_tokens(std::string_view line) const;

 private:
  const LanguageRules* rules_;  // from a constant table
};

}  // namespace calque::text
