// What happens to the letters of a word where its parts meet: rules such as "y before +s becomes ie", or
// vowel harmony (docs/formats/grammar.md#sounds).
//
// Rules are applied in their order, each from left to right and once at every place, so any set of rules
// ends. apply is safe from any thread; the others throw DataError.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrasebook/grammar_file.h"

namespace calque::phrasebook {

// Longer words stay as they are.
inline constexpr std::size_t kMaxWordLength = 120;

class Sounds {
 public:
  // Members of one letter are those of the class.
  void add_class(const GrammarLine& line, const std::string& name, std::span<const std::string> members);
  // BEFORE(WHAT)AFTER and what WHAT becomes.
  void add_rule(const GrammarLine& line, std::string_view pattern, std::string_view becomes);
  // The word with '+' between its parts, as it is written.
  std::string apply(std::string_view word) const;

 private:
  struct Element {
    enum class Times { kOnce, kOptional, kAny };
    std::u32string letters;  // one of these; none: the beginning or the end of the word
    Times times = Times::kOnce;
  };
  using Elements = std::vector<Element>;
  struct Rule {
    Elements before;  // nearest first
    Elements what;
    Elements after;
    std::u32string becomes;
  };

  Elements read_elements(const GrammarLine& line, std::string_view text) const;
  static void apply_rule(const Rule& rule, std::u32string& word);

  std::map<std::string, std::u32string, std::less<>> classes_;
  std::vector<Rule> rules_;
};

}  // namespace calque::phrasebook
