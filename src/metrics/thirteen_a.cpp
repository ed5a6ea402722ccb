#include "metrics/thirteen_a.h"

#include <initializer_list>

namespace calque::metrics {
namespace {

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

void append(std::string& out, std::initializer_list<char> characters) {
  out.append(characters);
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
  spare.clear();
  for (const char c : text) {
    if (is_13a_symbol(c)) {
      append(spare, {' ', c, ' '});
    } else {
      spare += c;
    }
  }
  if (possessives == Possessives::kSetApart) {
    replace_all(spare, "'s ", " 's ");
    if (spare.ends_with("'s")) spare.insert(spare.size() - 2, " ");
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

}  // namespace calque::metrics
