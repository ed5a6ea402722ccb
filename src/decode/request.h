// One sentence to translate and what the person who sends it knows about it.
//
// A value; views of words must outlive the call that it is given to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/interrupt.h"
#include "decode/reordering_constraints.h"
#include "decode/search_options.h"
#include "phrase/types.h"
#include "text/types.h"

namespace calque::decode {

// A translation of a source span from outside the phrase table.
struct Suggestion {
  text::Span source;               // not empty
  std::vector<std::string> words;  // target words; not empty
  double log_prob = 0;             // used for every score of a phrase pair
  bool exclusive = true;           // these source words may have no other translation
  // One that is expected to be `margin` better than the best translation without it, as far as `log_prob`
  // does not speak against it (preferred.h).
  bool preferred = false;
  double margin = 0;  // a natural logarithm of what the language models may say against it
  std::vector<phrase::InternalLink> alignment{};  // sorted
};

// The source word at `position` stands for another text: what translates it into itself is shown as that
// text.
struct Placeholder {
  std::uint32_t position = 0;
  std::string text;
};

struct Request {
  std::span<const std::string_view> words;
  std::size_t n = 1;                      // translations wanted
  std::vector<Suggestion> suggestions{};  // exclusive ones do not overlap with any other
  ReorderingConstraints constraints{};
  // Spans that no phrase may cut, such as numbers of several words. Apart from each other; each has a
  // suggestion that covers it or a translation in the phrase source.
  std::vector<text::Span> units{};
  std::vector<Placeholder> placeholders{};
  // Only translations with exactly these words.
  std::optional<std::vector<std::string>> reference{};
  // Instead of the decoder's own.
  std::optional<SearchOptions> options{};
  bool with_indicators = false;    // the translations shall name the indicators of sparse features
  bool explain = false;            // the translations shall explain every phrase
  bool with_graph = false;         // the search graph as text is wanted
  bool with_alternatives = false;  // what else the phrases of the translations could be is wanted
  bool with_expectation = false;   // the expected feature values of all derivations are wanted
  std::uint64_t number = 0;        // of the sentence, for the graph
  Interrupt interrupt{};           // when to give up the search

  // Whether the sentence must be searched as a whole, however long it is.
  bool needs_one_segment() const {
    return !suggestions.empty() || !units.empty() || !constraints.empty() || reference.has_value() ||
           with_graph || with_expectation;
  }
};

}  // namespace calque::decode
