// Which phrase pairs may be learned: those that keep numbers, punctuation and words of content.
#pragma once

#include <string>

namespace calque::phrase {

struct PairRules {
  // Both sides have the same numbers in digits, or one side says as a word what the other has in digits.
  // Chinese numerals are not cut.
  bool same_numbers = false;
  // Marks are translated by marks alone; brackets, quotation marks, colons and question marks are as many on
  // both sides; and what has a word of content has a word in the translation.
  bool same_marks = false;
  // As ISO 639 has them; empty: unknown. For numbers that are words.
  std::string source_language{};
  std::string target_language{};

  bool any() const { return same_numbers || same_marks; }
};

}  // namespace calque::phrase
