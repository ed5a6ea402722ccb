#include "phrasebook/sounds.h"

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace calque::phrasebook {
namespace {

constexpr std::size_t kMaxRules = 500;

std::u32string decode(std::string_view text) {
  std::u32string letters;
  for (std::size_t at = 0; at < text.size();) {
    const text::Utf8Character c = text::character_at(text, at);
    letters += c.code == U'_' ? U' ' : c.code;
    at += c.bytes;
  }
  return letters;
}

void append_utf8(char32_t c, std::string& out) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6U));
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | (c >> 12U));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0U | (c >> 18U));
    tail(12), tail(6), tail(0);
  }
}

}  // namespace

void Sounds::add_class(const GrammarLine& line, const std::string& name,
                       std::span<const std::string> members) {
  std::u32string letters;
  for (const std::string& member : members) {
    const std::u32string one = decode(member);
    if (one.size() == 1) letters += one;
  }
  line.need(classes_.emplace(name, letters).second, "remove one of them", "class '{}' is defined twice",
            name);
}

Sounds::Elements Sounds::read_elements(const GrammarLine& line, std::string_view text) const {
  Elements elements;
  while (!text.empty()) {
    std::size_t length = text::character_at(text, 0).bytes;
    Element element;
    if (text[0] == '<') {
      length = std::min(text.find('>'), text.size() - 1) + 1;
      const auto found = classes_.find(text.substr(1, length - 2));
      line.need(found != classes_.end(), "define it above in a line 'class NAME = ...'", "unknown class '{}'",
                text.substr(0, length));
      element.letters = found->second;
    } else if (text[0] != '^' && text[0] != '$') {
      element.letters = decode(text.substr(0, length));
    }
    text.remove_prefix(length);
    if (!text.empty() && (text[0] == '*' || text[0] == '?')) {
      element.times = text[0] == '*' ? Element::Times::kAny : Element::Times::kOptional;
      text.remove_prefix(1);
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

void Sounds::add_rule(const GrammarLine& line, std::string_view pattern, std::string_view becomes) {
  const std::size_t open = pattern.find('(');
  const std::size_t close = pattern.find(')');
  line.need(open < close && close != std::string_view::npos, "write 'sound BEFORE(WHAT)AFTER -> NEW'",
            "'{}' does not say in parentheses what changes", pattern);
  line.need(rules_.size() < kMaxRules, "use fewer", "more than {} sound rules", kMaxRules);
  Rule rule;
  rule.before = read_elements(line, pattern.substr(0, open));
  std::reverse(rule.before.begin(), rule.before.end());
  rule.what = read_elements(line, pattern.substr(open + 1, close - open - 1));
  rule.after = read_elements(line, pattern.substr(close + 1));
  if (becomes != "-") rule.becomes = decode(becomes);
  rules_.push_back(std::move(rule));
}

void Sounds::apply_rule(const Rule& rule, std::u32string& word) {
  // Walks over the elements in one direction; the number of letters they take, or -1.
  const auto walk = [&](const Elements& elements, std::ptrdiff_t from, std::ptrdiff_t step) {
    const auto end = static_cast<std::ptrdiff_t>(word.size());
    std::ptrdiff_t at = from;
    for (const Element& element : elements) {
      const auto fits = [&] {
        return at >= 0 && at < end &&
               element.letters.find(word[static_cast<std::size_t>(at)]) != std::u32string::npos;
      };
      if (element.letters.empty()) {
        if (at >= 0 && at < end) return std::ptrdiff_t{-1};
        continue;
      }
      if (element.times == Element::Times::kOnce && !fits()) return std::ptrdiff_t{-1};
      if (element.times == Element::Times::kAny) {
        while (fits()) at += step;
      } else if (fits()) {
        at += step;
      }
    }
    return (at - from) * step;
  };
  for (std::size_t i = 0; i <= word.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    const std::ptrdiff_t length = walk(rule.what, at, 1);
    if (length < 0 || walk(rule.after, at + length, 1) < 0 || walk(rule.before, at - 1, -1) < 0) continue;
    if (length == 0 && rule.becomes.empty()) continue;
    word.replace(i, static_cast<std::size_t>(length), rule.becomes);
    i += rule.becomes.size();
    if (length > 0) --i;
    if (word.size() > 2 * kMaxWordLength) return;
  }
}

std::string Sounds::apply(std::string_view word) const {
  std::u32string letters = decode(word);
  if (letters.size() <= kMaxWordLength) {
    for (const Rule& rule : rules_) apply_rule(rule, letters);
  }
  std::string out;
  for (const char32_t c : letters) {
    if (c != U'+') append_utf8(c, out);
  }
  return out;
}

}  // namespace calque::phrasebook
