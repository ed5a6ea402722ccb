// How wide one sentence is searched: what its search options say, and for the rest what their speed chooses
// by the sentence's length. The only place that knows what a speed means; docs/decoder.md has what each is
// worth.
//
// A pure function.
#pragma once

#include <cstdint>

#include "decode/search_options.h"

namespace calque::decode {

struct SearchWidth {
  SearchAlgorithm search = SearchAlgorithm::kCube;
  std::uint32_t pop_limit = 0;   // cube pruning: pairs scored per stack; 0: all
  std::uint32_t stack_size = 0;  // hypotheses kept per stack; 0: all
  double beam = 0;               // how far below the best of its stack a total may be; infinity: no limit

  bool operator==(const SearchWidth&) const = default;
};

// For a sentence, or a segment of a long one, of so many words. Requires: options that are valid.
SearchWidth width_for(const SearchOptions& options, std::uint32_t words);

}  // namespace calque::decode
