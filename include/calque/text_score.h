// How well a language model predicts a text.
//
// A plain value; copy and keep it as you like.
#pragma once

#include <cstdint>

#include "calque/export.h"

namespace calque {

// The score of a sentence or, summed with +=, of a text.
struct CALQUE_API TextScore {
  std::uint64_t sentences = 0;
  std::uint64_t tokens = 0;  // with one </s> for each sentence
  std::uint64_t oov = 0;     // tokens that the model does not know
  double log10 = 0;          // of all tokens
  double log10_known = 0;    // of the known tokens alone, in their full contexts

  // 10^(-log10 / tokens), of all tokens and of the known ones; 0 if there are none.
  double perplexity() const;
  double perplexity_without_oov() const;

  TextScore& operator+=(const TextScore& other);
};

}  // namespace calque
