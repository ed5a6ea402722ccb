#include "metrics/tokenization.h"

#include <array>
#include <utility>

#include <unicode/uchar.h>

#include "base/error.h"
#include "metrics/tokenizer_13a.h"
#include "metrics/white_space.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

void tokenize_13a(std::string& text, std::string& spare) {
  replace_all(text, "<skipped>", "");
  undo_entities(text);
  text.insert(text.begin(), ' ');
  text += ' ';
  split_punctuation(text, spare, Possessives::kKeep);
}

void decode(std::string_view line, std::vector<std::int32_t>& characters) {
  characters.clear();
  for (std::size_t at = 0; at < line.size();) {
    const text::Utf8Character character = text::character_at(line, at);
    characters.push_back(static_cast<std::int32_t>(character.code));
    at += character.bytes;
  }
}

void append_utf8(std::string& out, UChar32 c) {
  const auto push = [&out](UChar32 byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    push(c);
  } else if (c < 0x800) {
    push(0xc0 | (c >> 6));
    push(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    push(0xe0 | (c >> 12));
    push(0x80 | ((c >> 6) & 0x3f));
    push(0x80 | (c & 0x3f));
  } else {
    push(0xf0 | (c >> 18));
    push(0x80 | ((c >> 12) & 0x3f));
    push(0x80 | ((c >> 6) & 0x3f));
    push(0x80 | (c & 0x3f));
  }
}

bool is_number(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_N_MASK) != 0;
}
bool is_punctuation(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_P_MASK) != 0;
}
bool is_symbol(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_S_MASK) != 0;
}

void tokenize_intl(TokenBuffer& buffer) {
  decode(buffer.text, buffer.characters);
  const std::vector<std::int32_t>& in = buffer.characters;
  std::vector<std::int32_t>& middle = buffer.spare_characters;
  middle.clear();
  for (std::size_t i = 0; i < in.size(); ++i) {
    middle.push_back(in[i]);
    if (i + 1 < in.size() && !is_number(in[i]) && is_punctuation(in[i + 1])) {
      middle.insert(middle.end(), {' ', in[i + 1], ' '});
      ++i;
    }
  }
  std::string& out = buffer.text;
  out.clear();
  const auto emit = [&out](UChar32 c) {
    const bool apart = is_symbol(c);
    if (apart) out += ' ';
    append_utf8(out, c);
    if (apart) out += ' ';
  };
  for (std::size_t i = 0; i < middle.size(); ++i) {
    if (i + 1 < middle.size() && is_punctuation(middle[i]) && !is_number(middle[i + 1])) {
      out += ' ';
      emit(middle[i]);
      out += ' ';
      ++i;
    }
    emit(middle[i]);
  }
}

struct UnicodeRange {
  UChar32 first;
  UChar32 last;
};

// What sacreBLEU's zh tokeniser sets apart. Its table writes the planes above the first with four hexadecimal
// digits, so "extension B" really means U+2001..U+2A6D (quotation marks, dashes, arrows, ...) and characters
// above U+FFFF are not split; scores compare only if that is kept.
constexpr std::array<UnicodeRange, 20> kChineseRanges{
    {{0x2001, 0x2a6d}, {0x2e80, 0x2eff}, {0x2f00, 0x2fdf}, {0x2ff0, 0x2fff}, {0x3000, 0x303f},
     {0x3100, 0x312f}, {0x31a0, 0x31bf}, {0x31c0, 0x31ef}, {0x3200, 0x32ff}, {0x3300, 0x33ff},
     {0x3400, 0x4db5}, {0x4e00, 0x9fa5}, {0x9fa6, 0x9fbb}, {0xf900, 0xfa2d}, {0xfa30, 0xfa6a},
     {0xfa70, 0xfad9}, {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0xff00, 0xffef}, {0x2600, 0x27bf}}};

bool is_chinese(UChar32 c) {
  for (const UnicodeRange& range : kChineseRanges) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

void tokenize_zh(TokenBuffer& buffer) {
  std::string_view text = buffer.text;
  while (const std::size_t blank = white_space_length(text)) text.remove_prefix(blank);
  decode(text, buffer.characters);
  buffer.text.clear();
  for (const UChar32 c : buffer.characters) {
    const bool apart = is_chinese(c);
    if (apart) buffer.text += ' ';
    append_utf8(buffer.text, c);
    if (apart) buffer.text += ' ';
  }
  split_punctuation(buffer.text, buffer.spare, Possessives::kKeep);
}

void tokenize_char(TokenBuffer& buffer) {
  decode(buffer.text, buffer.characters);
  buffer.text.clear();
  for (const UChar32 c : buffer.characters) {
    append_utf8(buffer.text, c);
    buffer.text += ' ';
  }
}

}  // namespace

SegmentTokenizer::SegmentTokenizer(Tokenization tokenization, bool lowercase) : tokenization_(tokenization) {
  if (lowercase) lowercaser_.emplace();
}

void SegmentTokenizer::tokenize(std::string_view line, TokenBuffer& buffer) const {
  line = without_trailing_white_space(line);
  if (lowercaser_) {
    lowercaser_->copy_lowercased(line, buffer.text);
  } else {
    buffer.text.assign(line);
  }
  switch (tokenization_) {
    case Tokenization::k13a:
      tokenize_13a(buffer.text, buffer.spare);
      break;
    case Tokenization::kNone:
      break;
    case Tokenization::kIntl:
      tokenize_intl(buffer);
      break;
    case Tokenization::kZh:
      tokenize_zh(buffer);
      break;
    case Tokenization::kChar:
      tokenize_char(buffer);
      break;
  }
  split_at_white_space(buffer.text, buffer.tokens);
}

}  // namespace calque::metrics
