// Terms with given translations, found in a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "calque/error.h"
#include "calque/translation.h"
#include "decode/request.h"

namespace calque::pipeline {

// The sentence twice: as it was cut into words, and with the case that the models know.
struct GlossaryText {
  std::span<const std::string> cut;
  std::span<const std::string> cased;
};

// How text is cut into words.
struct GlossaryRules {
  std::function<std::vector<std::string>(std::string_view)> cut_source;
  std::function<std::vector<std::string>(std::string_view)> cut_target;
};

// Terms cut into words, ready to be found. Immutable and shareable between threads.
class GlossaryTerms {
 public:
  // Throws UsageError, with the place, for an entry without words.
  GlossaryTerms(std::span<const GlossaryEntry> entries, std::span<const std::string> kept_words,
                const GlossaryRules& rules, const Place& place);

  // A suggestion for every occurrence of a term. A term matches where each of its words equals the word of
  // the text in either of its forms. Where terms overlap with each other or with what is given, the longest
  // that begins first wins; of equals, the one that was given first.
  std::vector<decode::Suggestion> find(const GlossaryText& text,
                                       std::span<const decode::Suggestion> given) const;

 private:
  struct Term {
    std::vector<std::string> source;
    std::vector<std::string> target;  // empty: the source words as they stand in the text
    bool exclusive = true;
  };
  const Term* longest(const GlossaryText& text, std::size_t begin, const std::vector<bool>& taken) const;

  std::unordered_map<std::string, std::vector<Term>> by_first_word_;  // longest first
};

// Moves suggestions for words that were then cut into pieces: `origins` has for each piece its word, never
// falling; empty if nothing was cut.
void move_to_pieces(const std::vector<std::uint32_t>& origins, std::vector<decode::Suggestion>& suggestions);

// Appends those that overlap with none that is there already.
void add_apart(std::vector<decode::Suggestion> more, std::vector<decode::Suggestion>& suggestions);

}  // namespace calque::pipeline
