#include "metrics/tokenizer_13a.h"

#include <cstddef>

namespace calque::metrics {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// ASCII symbols that 13a always sets apart: everything but letters, digits, and ' , - .
constexpr bool is_13a_symbol(char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

bool is_period_or_comma(char c) {
  return c == '.' || c == ',';
}

// Rewrites `in` to `out` from left to right: where matches(a, b) holds for two neighbours, replace writes
// them and they are passed over; every other character is copied. Neither writes more than four characters.
template <typename Matches, typename Replace>
void rewrite_pairs(const std::string& in, std::string& out, Matches&& matches, Replace&& replace) {
  out.resize(2 * in.size() + 4);
  char* to = out.data();
  std::size_t i = 0;
  while (i + 1 < in.size()) {
    if (matches(in[i], in[i + 1])) {
      to = replace(to, in[i], in[i + 1]);
      i += 2;
    } else {
      *to++ = in[i++];
    }
  }
  if (i < in.size()) *to++ = in[i];
  out.resize(static_cast<std::size_t>(to - out.data()));
}

char* split_second(char* to, char a, char b) {
  *to++ = a;
  *to++ = ' ';
  *to++ = b;
  *to++ = ' ';
  return to;
}

char* split_first(char* to, char a, char b) {
  *to++ = ' ';
  *to++ = a;
  *to++ = ' ';
  *to++ = b;
  return to;
}

void set_symbols_apart(const std::string& in, std::string& out) {
  out.resize(3 * in.size());
  char* to = out.data();
  for (const char c : in) {
    // Blanks are symbols to 13a, but more of them change nothing.
    if (c != ' ' && is_13a_symbol(c)) {
      *to++ = ' ';
      *to++ = c;
      *to++ = ' ';
    } else {
      *to++ = c;
    }
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
}

}  // namespace

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void undo_entities(std::string& text) {
  if (text.find('&') == std::string::npos) return;
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

// The four substitutions of 13a, each a left-to-right pass over non-overlapping matches, as the regular
// expressions they come from. Working on bytes is right: "not a digit" holds for every byte of a longer
// character.
void split_punctuation(std::string& text, std::string& spare, Possessives possessives) {
  set_symbols_apart(text, spare);
  text.swap(spare);
  if (possessives == Possessives::kSetApart) {
    replace_all(text, "'s ", " 's ");
    if (text.ends_with("'s")) text.insert(text.size() - 2, 1, ' ');
  }
  if (text.find('.') != std::string::npos || text.find(',') != std::string::npos) {
    rewrite_pairs(
        text, spare, [](char a, char b) { return is_period_or_comma(b) && !is_digit(a); }, split_second);
    rewrite_pairs(
        spare, text, [](char a, char b) { return is_period_or_comma(a) && !is_digit(b); }, split_first);
  }
  if (text.find('-') != std::string::npos) {
    rewrite_pairs(
        text, spare, [](char a, char b) { return b == '-' && is_digit(a); }, split_second);
    text.swap(spare);
  }
}

}  // namespace calque::metrics
