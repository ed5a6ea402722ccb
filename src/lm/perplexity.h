// How well a model predicts a text: totals per sentence and per text, and the perplexities that follow.
#pragma once

#include <cstdint>
#include <string_view>

#include "lm/model.h"

namespace calque::lm {

// Sums over any number of sentences; </s> counts as a token. Totals are log10, as language model tools report
// them.
struct TextScore {
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;
  std::uint64_t oov = 0;     // tokens the model does not know
  double log10 = 0.0;        // of all tokens
  double log10_known = 0.0;  // of the known tokens alone, in their full contexts

  // 10^(-log10 / tokens); 0 if there are no tokens.
  double perplexity() const;
  // The same over the known tokens alone.
  double perplexity_without_oov() const;

  TextScore& operator+=(const TextScore& other);
};

// Scores one line of words separated by blanks, between <s> and </s>.
TextScore score_line(const Model& model, std::string_view line);

}  // namespace calque::lm
