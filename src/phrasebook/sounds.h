// What happens to the letters of a word where its parts meet: rules such as "y before +s becomes ie", or
// vowel harmony (docs/formats/grammar.md#sounds).
//
// Rules are applied in their order, each from left to right and once at every place, so any set of rules
// ends. Immutable while it is applied; apply is safe from any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace calque::phrasebook {

// Longer words stay as they are.
inline constexpr std::size_t kMaxWordLength = 120;

class Sounds {
 public:
  // The letters of a class. Throws DataError if it is there already.
  void add_class(const Place& place, const std::string& name, const std::vector<std::string>& members);
  bool has_class(std::string_view name) const { return classes_.contains(name); }

  // BEFORE(WHAT)AFTER and what WHAT becomes. Throws DataError for a pattern that cannot be read.
  void add_rule(const Place& place, std::string_view pattern, std::string_view becomes);

  // The word with '+' between its parts, as it is written.
  std::string apply(std::string_view word) const;

 private:
  struct Element {
    enum class Times { kOnce, kOptional, kAny };
    std::u32string letters;  // one of these
    bool edge = false;       // instead: the beginning or the end of the word
    Times times = Times::kOnce;
  };
  using Elements = std::vector<Element>;
  struct Rule {
    Elements before;  // nearest first
    Elements what;
    Elements after;
    std::u32string becomes;
  };

  Elements read_elements(const Place& place, std::string_view text) const;
  static void apply_rule(const Rule& rule, std::u32string& word);

  std::map<std::string, std::u32string, std::less<>> classes_;
  std::vector<Rule> rules_;
};

}  // namespace calque::phrasebook
