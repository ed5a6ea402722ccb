// Joins words into running text as the language is written: the counterpart of Tokenizer.
//
// For text written the ordinary way, detokenize(tokenize(line)) gives the line back (docs/modules/text.md
// says what "ordinary" means); for any other sequence of words it gives readable text. No word is changed,
// lost or added. Immutable, safe to share between threads. Never throws on any words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/offset_map.h"

namespace calque::text {

struct LanguageRules;

class Detokenizer {
 public:
  explicit Detokenizer(std::string_view language);

  std::string detokenize(std::span<const std::string_view> tokens) const;
  std::string detokenize(const std::vector<std::string>& tokens) const;
  // Also where each token stands in the text; `ranges` is replaced.
  std::string detokenize(const std::vector<std::string>& tokens, std::vector<ByteRange>& ranges) const;
  // The tokens of the line stand between blanks.
  std::string detokenize_line(std::string_view line) const;

 private:
  const LanguageRules* rules_;  // from a constant table
};

}  // namespace calque::text
