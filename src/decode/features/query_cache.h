// Remembers answers of the language model. Hypotheses that compete end in much the same words, so that most
// queries of a search have been asked before; an answer from here costs one cache line instead of one per
// n-gram length.
//
// Direct-mapped: a new answer takes the place of another with the same slot. Belongs to one thread. The model
// must outlive it.
#pragma once

#include <cstdint>
#include <vector>

#include "lm/model.h"
#include "text/types.h"

namespace calque::decode {

class QueryCache {
 public:
  explicit QueryCache(const lm::Model& model);

  // What model.score(state, word, state) returns and does to `state`.
  float score(lm::State& state, text::WordId word) noexcept;

 private:
  // An entry is a run of 32-bit numbers: length and words of the state before (its back-offs follow from
  // them), word, packed state after, score. For order 5 that is one cache line.
  static constexpr std::size_t kEntries = std::size_t{1} << 12U;

  const lm::Model& model_;
  std::size_t before_size_;  // in 32-bit numbers
  std::size_t after_size_;
  std::size_t entry_size_;
  std::vector<std::uint32_t> entries_;
};

}  // namespace calque::decode
