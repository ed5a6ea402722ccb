// A word that a model has never seen, in words that it has: another form of a known word (kalter, where
// kalten is known), or known words written as one (Billardtisch, grau-roten; after Koehn and Knight,
// "Empirical Methods for Compound Splitting", 2003). German, French and Arabic; in other languages every word
// stays as it is.
//
// Immutable and shareable between threads.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace calque::text {

class KnownForms {
 public:
  // How often a model has seen a word; 0 if never.
  using Count = std::function<double(std::string_view word)>;

  explicit KnownForms(std::string_view language);

  // The known word that differs least from an unknown one; of those that differ equally the most frequent.
  // Empty if there is none.
  std::string form(std::string_view word, const Count& count) const;
  // The words that an unknown one is made of: known ones, or parts beside hyphens that stay as they are.
  // Empty if it is none of these.
  std::vector<std::string> parts(std::string_view word, const Count& count) const;

 private:
  std::vector<std::string> hyphenated_parts(std::string_view word, const Count& count) const;
  std::string part(std::string_view word, bool last, const Count& count) const;

  // What forms of one word begin or end with besides its stem; nothing at all is the first.
  std::vector<std::string_view> beginnings_{""}, endings_{""};
  bool hyphenated_pronouns_ = false;  // dit -elle: the pronoun stands alone elsewhere
  std::size_t shortest_stem_ = 4;     // in letters: words alike in fewer are different words
  // What stands between nouns that are written as one, such as the s of Hochzeitskuss. Empty if none are.
  std::vector<std::string_view> links_;
};

}  // namespace calque::text
