// The tokeniser's inner part: one line, its characters with their classes, and the rules that cut it.
// Used by tokenizer.cpp only. Not safe to share between threads; keep one per thread, its buffers are reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/char_class.h"
#include "text/language_rules.h"
#include "text/offset_map.h"

namespace calque::text {

class TokenScanner {
 public:
  TokenScanner();
  ~TokenScanner();
  TokenScanner(const TokenScanner&) = delete;
  TokenScanner& operator=(const TokenScanner&) = delete;

  // Cuts the line. What the two functions below return is valid until the next call. Throws DataError if the
  // line is longer than 32 bits can count.
  void scan(std::string_view line, const LanguageRules& rules);
  // Tokens are ranges of the normalised line. Positions are 32 bits wide: a scanner keeps eight bytes for
  // each character, and a long line has millions of them.
  const std::vector<ByteRange>& tokens() const { return tokens_; }
  std::string_view token(ByteRange range) const {
    return std::string_view(line_).substr(range.begin, range.end - range.begin);
  }

 private:
  struct Character {
    std::uint32_t offset;
    std::uint32_t code_and_kind;  // 24 bits (Unicode needs 21) and 8 bits

    Character(std::uint32_t at, char32_t code, CharClass cls)
        : offset(at),
          code_and_kind(static_cast<std::uint32_t>(code) << 8U | static_cast<std::uint32_t>(cls)) {}
    char32_t code() const { return code_and_kind >> 8U; }
    CharClass kind() const { return static_cast<CharClass>(code_and_kind & 0xFFU); }
  };
  struct Segmenter;

  // All positions below are indices into characters_; ranges are half open.
  void read_characters();
  void cut_piece(std::size_t begin, std::size_t end);
  void cut_spaced(std::size_t begin, std::size_t end);
  void cut_core(std::size_t begin, std::size_t end);
  void segment(std::size_t begin, std::size_t end);
  std::size_t strip_leading(std::size_t begin, std::size_t end);
  std::size_t strip_trailing(std::size_t begin, std::size_t end);
  std::size_t leading_length(std::size_t begin, std::size_t end);
  std::size_t leading_stop_length(std::size_t begin, std::size_t end) const;
  std::size_t leading_apostrophe_length(std::size_t at, std::size_t end);
  std::size_t trailing_length(std::size_t begin, std::size_t end);
  std::size_t trailing_stop_length(std::size_t begin, std::size_t end) const;
  std::size_t inner_length(std::size_t at, std::size_t begin, std::size_t end) const;
  std::size_t inner_stop_length(std::size_t at, std::size_t end) const;
  bool ends_entity(std::size_t begin, std::size_t at) const;
  bool cuts_before(std::size_t at, std::size_t begin, std::size_t end) const;
  bool begins_clitic(std::size_t at, std::size_t end) const;
  bool begins_pronoun(std::size_t at, std::size_t begin, std::size_t end) const;
  bool keeps_full_stop(std::size_t begin, std::size_t stop) const;
  bool is_dotted_abbreviation(std::size_t begin, std::size_t end) const;
  bool is_address(std::size_t begin, std::size_t end) const;
  bool is_emoticon(std::size_t begin, std::size_t end) const;
  std::size_t group_end(std::size_t open, std::size_t end) const;
  std::size_t group_begin(std::size_t begin, std::size_t close) const;

  CharClass kind(std::size_t i) const { return characters_[i].kind(); }
  char32_t code(std::size_t i) const { return characters_[i].code(); }
  bool is_word(std::size_t i) const { return is_word_class(kind(i)); }
  std::size_t run_end(std::size_t at, std::size_t end) const;
  std::size_t run_begin(std::size_t begin, std::size_t end) const;
  std::string lower_ascii(std::size_t begin, std::size_t end) const;
  void emit(std::size_t begin, std::size_t end);

  std::string line_;
  std::vector<Character> characters_;  // with one more at the end: a blank
  std::vector<ByteRange> tokens_;
  std::vector<ByteRange> trailing_;  // character ranges stripped from the right, last first
  const LanguageRules* rules_ = nullptr;
  std::size_t word_end_ = 0;            // just after the last letter or digit of the line
  std::size_t closing_apostrophe_ = 0;  // just after the last apostrophe that could close a quotation
  bool single_quote_open_ = false;
  std::unique_ptr<Segmenter> segmenter_;  // made when first needed
};

}  // namespace calque::text
