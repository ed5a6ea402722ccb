#include "phrasebook/language.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/hash.h"

namespace calque::phrasebook {
namespace {

// `pattern` is a word, or the beginning or the end of one with '*' for the rest.
bool matches(std::string_view pattern, std::string_view word) {
  if (pattern == word) return true;
  if (pattern.size() < 2) return false;
  if (pattern.back() == '*') return word.starts_with(pattern.substr(0, pattern.size() - 1));
  return pattern.front() == '*' && word.ends_with(pattern.substr(1));
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view word) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& p) { return matches(p, word); });
}

// The longest beginning that fits decides.
bool begins_with(const std::vector<std::pair<std::string, bool>>& beginnings, std::string_view word) {
  std::size_t longest = 0;
  bool is_in = false;
  for (const auto& [member, inside] : beginnings) {
    if (member.size() <= longest || !word.starts_with(member)) continue;
    longest = member.size();
    is_in = inside;
  }
  return is_in;
}

// Latin letters of ASCII and Latin-1, and the French ligature; others are capitals of themselves.
std::string capitalised(const std::map<std::string, std::string, std::less<>>& special, std::string word) {
  const auto byte = [&](std::size_t i) { return i < word.size() ? static_cast<unsigned char>(word[i]) : 0U; };
  for (const std::size_t length : {std::size_t{1}, std::size_t{2}}) {
    if (const auto found = special.find(word.substr(0, length));
        found != special.end() && length <= word.size()) {
      return found->second + word.substr(length);
    }
  }
  if (byte(0) >= 'a' && byte(0) <= 'z') {
    word[0] = static_cast<char>(byte(0) - 'a' + 'A');
  } else if (byte(0) == 0xC3 && byte(1) >= 0xA0 && byte(1) <= 0xBE && byte(1) != 0xB7) {
    word[1] = static_cast<char>(byte(1) - 0x20);
  } else if (byte(0) == 0xC5 && byte(1) == 0x93) {
    word[1] = static_cast<char>(0x92);
  }
  return word;
}

}  // namespace

Surface Language::make_surface(std::string text) const {
  Surface surface;
  const auto fits = [&](const std::string& part) {
    if (part.front() != '<') return part == text;
    const auto found = classes.find(std::string_view(part).substr(1, part.size() - 2));
    return found != classes.end() && begins_with(found->second, text);
  };
  for (std::size_t i = 0; i < joins.size(); ++i) {
    if (fits(joins[i].first)) surface.joins_next |= std::uint64_t{1} << i;
    if (fits(joins[i].second)) surface.joins_before |= std::uint64_t{1} << i;
  }
  // A dot only tells words apart: "le·" is the article, "le" the pronoun.
  for (std::size_t dot = text.find("·"); dot != std::string::npos; dot = text.find("·")) {
    text.erase(dot, std::string_view("·").size());
  }
  surface.glued_before = unspaced || any_matches(glue_before, text);
  surface.glued_after = unspaced || any_matches(glue_after, text);
  surface.capital = capitalised(capitals, text);
  surface.hash = degski_mix(fnv1a(text));
  surface.text = std::move(text);
  return surface;
}

}  // namespace calque::phrasebook
