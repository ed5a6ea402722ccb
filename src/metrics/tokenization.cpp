#include "metrics/tokenization.h"

#include <array>
#include <utility>

#include <unicode/ucasemap.h>
#include <unicode/uchar.h>

#include "base/error.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

struct NamedTokenization {
  std::string_view name;
  Tokenization value;
};

constexpr std::array<NamedTokenization, 5> kNames{{{"13a", Tokenization::k13a},
                                                   {"none", Tokenization::kNone},
                                                   {"intl", Tokenization::kIntl},
                                                   {"zh", Tokenization::kZh},
                                                   {"char", Tokenization::kChar}}};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// ASCII symbols that 13a always sets apart: everything but letters, digits, and ' , - .
bool is_13a_symbol(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

bool is_period_or_comma(char c) {
  return c == '.' || c == ',';
}

// Length in bytes of the white space character at the start of `text`, 0 if there is none. White space is
// what Python's str.split() splits at, because sacreBLEU splits with it.
std::size_t white_space_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : 0); };
  const unsigned char first = byte(0);
  if (first < 0x80) return (first >= 0x09 && first <= 0x0d) || (first >= 0x1c && first <= 0x20) ? 1 : 0;
  if (first == 0xc2) return byte(1) == 0x85 || byte(1) == 0xa0 ? 2 : 0;
  if (first == 0xe1) return byte(1) == 0x9a && byte(2) == 0x80 ? 3 : 0;
  if (first == 0xe3) return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
  if (first != 0xe2) return 0;
  if (byte(1) == 0x81) return byte(2) == 0x9f ? 3 : 0;
  if (byte(1) != 0x80) return 0;
  const unsigned char third = byte(2);
  return (third >= 0x80 && third <= 0x8a) || third == 0xa8 || third == 0xa9 || third == 0xaf ? 3 : 0;
}

void split_at_white_space(std::string_view text, std::vector<std::string_view>& tokens) {
  tokens.clear();
  std::size_t begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t blank = white_space_length(text.substr(at));
    if (blank == 0) {
      ++at;
      continue;
    }
    if (at > begin) tokens.push_back(text.substr(begin, at - begin));
    at += blank;
    begin = at;
  }
  if (at > begin) tokens.push_back(text.substr(begin, at - begin));
}

std::string_view without_trailing_white_space(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blank = white_space_length(text.substr(at));
    at += blank == 0 ? 1 : blank;
    if (blank == 0) end = at;
  }
  return text.substr(0, end);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void append(std::string& out, std::initializer_list<char> characters) {
  out.append(characters);
}

// The four substitutions of 13a, each a left-to-right pass over non-overlapping matches, as the regular
// expressions they come from. Working on bytes is right: "not a digit" holds for every byte of a longer
// character.
void apply_13a_rules(std::string& text, std::string& spare) {
  spare.clear();
  for (const char c : text) {
    if (is_13a_symbol(c)) {
      append(spare, {' ', c, ' '});
    } else {
      spare += c;
    }
  }
  const auto pass = [](const std::string& in, std::string& out, auto&& matches, auto&& replace) {
    out.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (i + 1 < in.size() && matches(in[i], in[i + 1])) {
        replace(out, in[i], in[i + 1]);
        ++i;
      } else {
        out += in[i];
      }
    }
  };
  const auto split_second = [](std::string& out, char a, char b) { append(out, {a, ' ', b, ' '}); };
  const auto split_first = [](std::string& out, char a, char b) { append(out, {' ', a, ' ', b}); };
  pass(
      spare, text, [](char a, char b) { return !is_digit(a) && is_period_or_comma(b); }, split_second);
  pass(
      text, spare, [](char a, char b) { return is_period_or_comma(a) && !is_digit(b); }, split_first);
  pass(
      spare, text, [](char a, char b) { return is_digit(a) && b == '-'; }, split_second);
}

void tokenize_13a(std::string& text, std::string& spare) {
  replace_all(text, "<skipped>", "");
  if (text.find('&') != std::string::npos) {
    replace_all(text, "&quot;", "\"");
    replace_all(text, "&amp;", "&");
    replace_all(text, "&lt;", "<");
    replace_all(text, "&gt;", ">");
  }
  text.insert(text.begin(), ' ');
  text += ' ';
  apply_13a_rules(text, spare);
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

struct CharacterRange {
  UChar32 first;
  UChar32 last;
};

// What sacreBLEU's zh tokeniser sets apart. Its table writes the planes above the first with four hexadecimal
// digits, so "extension B" really means U+2001..U+2A6D (quotation marks, dashes, arrows, ...) and characters
// above U+FFFF are not split; scores compare only if that is kept.
constexpr std::array<CharacterRange, 20> kChineseRanges{
    {{0x2001, 0x2a6d}, {0x2e80, 0x2eff}, {0x2f00, 0x2fdf}, {0x2ff0, 0x2fff}, {0x3000, 0x303f},
     {0x3100, 0x312f}, {0x31a0, 0x31bf}, {0x31c0, 0x31ef}, {0x3200, 0x32ff}, {0x3300, 0x33ff},
     {0x3400, 0x4db5}, {0x4e00, 0x9fa5}, {0x9fa6, 0x9fbb}, {0xf900, 0xfa2d}, {0xfa30, 0xfa6a},
     {0xfa70, 0xfad9}, {0xfe10, 0xfe1f}, {0xfe30, 0xfe4f}, {0xff00, 0xffef}, {0x2600, 0x27bf}}};

bool is_chinese(UChar32 c) {
  for (const CharacterRange& range : kChineseRanges) {
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
  apply_13a_rules(buffer.text, buffer.spare);
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

std::string_view name_of(Tokenization tokenization) {
  for (const NamedTokenization& entry : kNames) {
    if (entry.value == tokenization) return entry.name;
  }
  fail_check("a known tokenisation", __FILE__, __LINE__);
}

std::optional<Tokenization> tokenization_from_name(std::string_view name) {
  for (const NamedTokenization& entry : kNames) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

SegmentTokenizer::SegmentTokenizer(Tokenization tokenization, bool lowercase)
    : tokenization_(tokenization), lowercase_(lowercase) {
  if (!lowercase) return;
  UErrorCode status = U_ZERO_ERROR;
  UCaseMap* map = ucasemap_open("", 0, &status);
  if (U_FAILURE(status)) {
    throw MachineError({}, std::string("lower-casing cannot be set up: ") + u_errorName(status),
                       "check the ICU library");
  }
  case_map_ = std::shared_ptr<const void>(map, [](const void* p) {
    ucasemap_close(
        static_cast<UCaseMap*>(const_cast<void*>(p)));  // NOLINT: ICU's close takes a mutable pointer
  });
}

void SegmentTokenizer::copy_lowercased(std::string_view line, std::string& out) const {
  const auto* map = static_cast<const UCaseMap*>(case_map_.get());
  out.resize(line.size() + 16);
  for (int attempt = 0; attempt < 2; ++attempt) {
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t length =
        ucasemap_utf8ToLower(map, out.data(), static_cast<std::int32_t>(out.size()), line.data(),
                             static_cast<std::int32_t>(line.size()), &status);
    const bool too_small = status == U_BUFFER_OVERFLOW_ERROR;
    if (U_FAILURE(status) && !too_small) break;
    out.resize(static_cast<std::size_t>(length));
    if (!too_small) return;
  }
  out.assign(line);
}

void SegmentTokenizer::tokenize(std::string_view line, TokenBuffer& buffer) const {
  line = without_trailing_white_space(line);
  if (lowercase_) {
    copy_lowercased(line, buffer.text);
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
