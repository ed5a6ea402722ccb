#include "text/articles.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/language_rules.h"

namespace calque::text {
namespace {

bool among(char c, std::string_view letters) {
  return letters.find(c) != std::string_view::npos;
}

// an orange, an ATV; but a European, a one-way street.
bool spoken_with_vowel(std::string_view word) {
  if (word.size() < 2 || !among(word[0], "aeioAEIO")) return false;
  // What no article stands before: there, "a" is a letter or a name.
  if (listed(" about am an and any are as at ago if in into is it of on or over ", word)) return false;
  for (const char* beginning : {"eu", "Eu", "ew", "one", "One", "once"})
    if (word.starts_with(beginning)) return false;
  return true;
}

// A word in small letters: letters by themselves and abbreviations are spelt out (an MP).
bool spoken_with_consonant(std::string_view word) {
  return word.size() > 2 && among(word[0], "bcdfgjklmnpqrstvwyz") &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
         std::any_of(word.begin(), word.end(), [](char c) { return among(c, "aeiouy"); });
}

}  // namespace

void fit_articles(std::span<std::string> words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "a" && spoken_with_vowel(words[i + 1])) {
      words[i] = "an";
    } else if (words[i] == "an" && spoken_with_consonant(words[i + 1])) {
      words[i] = "a";
    }
  }
}

}  // namespace calque::text
