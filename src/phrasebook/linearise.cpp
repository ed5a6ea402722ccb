#include "phrasebook/linearise.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace calque::phrasebook {
namespace {

constexpr int kDigitsLimit = 2100;

// Appends `word` with its first letter as a capital: ASCII, Latin-1 letters and the French oe ligature.
void append_capitalised(std::string_view word, std::string& out) {
  const std::size_t at = out.size();
  out += word;
  if (word.empty()) return;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(word[i]); };
  if (byte(0) >= 'a' && byte(0) <= 'z') {
    out[at] = static_cast<char>(byte(0) - 'a' + 'A');
  } else if (word.size() > 1 && byte(0) == 0xC3 && byte(1) >= 0xA0 && byte(1) <= 0xBE && byte(1) != 0xB7) {
    out[at + 1] = static_cast<char>(byte(1) - 0x20);
  } else if (word.size() > 1 && byte(0) == 0xC5 && byte(1) == 0x93) {
    out[at + 1] = static_cast<char>(0x92);
  }
}

}  // namespace

const Lineariser& lineariser(Language language) {
  switch (language) {
    case Language::kEnglish:
      return english();
    case Language::kGerman:
      return german();
    case Language::kFrench:
      return french();
    case Language::kJapanese:
      return japanese();
  }
  fail_check("language", __FILE__, __LINE__);
}

std::string_view code_of(Language language) {
  constexpr std::array<std::string_view, 4> kCodes = {"en", "de", "fr", "ja"};
  return kCodes[static_cast<std::size_t>(language)];
}

void append_line(std::span<const Token> tokens, Spacing spacing, std::string& out) {
  bool first = true;
  for (const Token& token : tokens) {
    if (first) {
      append_capitalised(token.form, out);
      first = false;
      continue;
    }
    if (spacing == Spacing::kTokens || token.space_before) out += ' ';
    out += token.form;
  }
}

void link_tokens(std::span<const Token> source, std::span<const Token> target, text::Alignment& links) {
  links.clear();
  for (std::uint32_t i = 0; i < source.size(); ++i) {
    for (std::uint32_t j = 0; j < target.size(); ++j) {
      if ((source[i].nodes & target[j].nodes) != 0) links.push_back({i, j});
    }
  }
}

std::string_view digits(int number) {
  static const auto table = [] {
    std::array<std::string, kDigitsLimit> forms;
    for (int i = 0; i < kDigitsLimit; ++i) forms[static_cast<std::size_t>(i)] = std::to_string(i);
    return forms;
  }();
  CALQUE_CHECK(number >= 0 && number < kDigitsLimit);
  return table[static_cast<std::size_t>(number)];
}

}  // namespace calque::phrasebook
