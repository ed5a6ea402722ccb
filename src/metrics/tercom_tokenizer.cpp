#include <array>

#include "metrics/ter.h"
#include "metrics/tokenizer_13a.h"
#include "metrics/white_space.h"
#include "text/utf8.h"

namespace calque::metrics {
namespace {

struct CharacterRange {
  char32_t first;
  char32_t last;
};

// Chinese characters, strokes and radicals, compatibility forms, enclosed letters.
constexpr std::array<CharacterRange, 8> kAsianRanges{{{0x4e00, 0x9fff},
                                                      {0x3400, 0x4dbf},
                                                      {0x31c0, 0x31ef},
                                                      {0x2e80, 0x2eff},
                                                      {0x3300, 0x33ff},
                                                      {0xf900, 0xfaff},
                                                      {0xfe30, 0xfe4f},
                                                      {0x3200, 0x3f22}}};
constexpr std::array<CharacterRange, 11> kAsianPunctuation{{{0x3001, 0x3002},
                                                            {0x3008, 0x3011},
                                                            {0x3014, 0x301f},
                                                            {0xff61, 0xff65},
                                                            {0x30fb, 0x30fb},
                                                            {0xff0e, 0xff0e},
                                                            {0xff0c, 0xff0c},
                                                            {0xff1f, 0xff1f},
                                                            {0xff1a, 0xff1b},
                                                            {0xff01, 0xff02},
                                                            {0xff08, 0xff09}}};

template <std::size_t kSize>
bool in_ranges(char32_t c, const std::array<CharacterRange, kSize>& ranges) {
  for (const CharacterRange& range : ranges) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

// Copies `in` to `out`, each character as `rule` says: kept, set apart or dropped.
enum class Treatment { kKeep, kSetApart, kDrop };

template <typename Rule>
void rewrite(const std::string& in, std::string& out, Rule&& rule) {
  out.clear();
  for (std::size_t at = 0; at < in.size();) {
    const text::Utf8Character character = text::character_at(in, at);
    const Treatment treatment = rule(character.code);
    if (treatment == Treatment::kSetApart) out += ' ';
    if (treatment != Treatment::kDrop) out.append(in, at, character.bytes);
    if (treatment == Treatment::kSetApart) out += ' ';
    at += character.bytes;
  }
}

bool is_western_punctuation(char32_t c) {
  return c < 0x80 && std::string_view(".,?:;!\"()").find(static_cast<char>(c)) != std::string_view::npos;
}

}  // namespace

void TercomTokenizer::tokenize(std::string_view line, TokenBuffer& buffer) const {
  std::string& text = buffer.text;
  if (options_.case_sensitive) {
    text.assign(line);
  } else {
    lowercaser_.copy_lowercased(line, text);
  }
  if (options_.normalize) {
    undo_entities(text);
    text.insert(text.begin(), ' ');
    text += ' ';
    split_punctuation(text, buffer.spare, Possessives::kSetApart);
    if (options_.split_asian) {
      rewrite(text, buffer.spare, [](char32_t c) {
        return in_ranges(c, kAsianRanges) || in_ranges(c, kAsianPunctuation) ? Treatment::kSetApart
                                                                             : Treatment::kKeep;
      });
      text.swap(buffer.spare);
    }
  }
  if (!options_.keep_punctuation) {
    rewrite(text, buffer.spare, [this](char32_t c) {
      const bool drop =
          is_western_punctuation(c) || (options_.split_asian && in_ranges(c, kAsianPunctuation));
      return drop ? Treatment::kDrop : Treatment::kKeep;
    });
    text.swap(buffer.spare);
  }
  split_at_white_space(text, buffer.tokens);
}

}  // namespace calque::metrics
