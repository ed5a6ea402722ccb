// Draws sentences from a model, each with the probability that the model gives it.
//
// Sampler is immutable and safe to share; it refers to the model data, which must outlive it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

class Sampler {
 public:
  explicit Sampler(const NgramModelData& data);

  // Words up to the end of the sentence, at most max_words. <unk> stands for every word that the model does
  // not know.
  std::vector<text::WordId> sentence(Rng& rng, std::size_t max_words) const;
  // The same as text, with blanks between the words.
  std::string line(Rng& rng, std::size_t max_words) const;

 private:
  // The n-grams that begin with each n-gram of one length, sorted by last word.
  struct Continuations {
    std::vector<std::uint32_t> offsets;    // those of i are [offsets[i], offsets[i + 1])
    std::vector<std::uint32_t> ngrams;     // numbers, one level up
    std::vector<std::uint32_t> last_word;  // of each
    std::vector<double> cumulative;        // sums of probabilities within one context
  };
  // An n-gram by length and number; length 0 is the empty context.
  struct Position {
    unsigned length = 0;
    std::uint32_t number = 0;
  };

  Continuations list_continuations(unsigned n) const;
  Position draw(Position context, Rng& rng) const;
  // Whether `word` is listed after the context.
  bool lists(Position context, std::uint32_t word) const;
  Position shorten(Position context) const;
  std::uint32_t last_word(Position ngram) const;

  const NgramModelData& data_;
  std::vector<Continuations> after_;                    // [n] for contexts of length n
  std::vector<std::vector<std::uint32_t>> last_words_;  // [n - 1][i]
};

}  // namespace calque::lm
