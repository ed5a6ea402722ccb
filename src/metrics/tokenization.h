// How scored text is cut into tokens: the five tokenisations of sacreBLEU, byte for byte, so that scores
// compare.
//
// SegmentTokenizer is immutable and may be shared between threads; each thread brings its own TokenBuffer.
// The token views point into that buffer and live until its next use. Nothing here throws on any input: bytes
// that are not UTF-8 count as U+FFFD where characters matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "metrics/white_space.h"

namespace calque::metrics {

enum class Tokenization {
  k13a,   // the tokeniser of mteval-v13a: punctuation apart, language-independent
  kNone,  // the text is tokenised already: split at white space only
  kIntl,  // mteval-v14 international: splits at Unicode punctuation and symbols
  kZh,    // every Chinese character is a token, the rest as 13a without its entities
  kChar,  // every character is a token
};
constexpr auto enum_names(Tokenization) {
  using enum Tokenization;
  return EnumNames<Tokenization>(
      "unknown tokenisation",
      {{"13a", k13a}, {"none", kNone}, {"intl", kIntl}, {"zh", kZh}, {"char", kChar}});
}

// Scratch memory of one thread.
struct TokenBuffer {
  std::string text;
  std::string spare;
  std::vector<std::int32_t> characters;
  std::vector<std::int32_t> spare_characters;
  std::vector<std::string_view> tokens;
  std::vector<std::string_view> spare_tokens;
};

class SegmentTokenizer {
 public:
  SegmentTokenizer(Tokenization tokenization, bool lowercase);

  // The tokens of one line, left in buffer.tokens.
  void tokenize(std::string_view line, TokenBuffer& buffer) const;

  Tokenization tokenization() const { return tokenization_; }
  bool lowercase() const { return lowercaser_.has_value(); }

 private:
  Tokenization tokenization_;
  std::optional<Lowercaser> lowercaser_;
};

}  // namespace calque::metrics
