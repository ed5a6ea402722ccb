// What the rest of the sentence will cost at best, guessed without context: for each span the best sequence
// of options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decode/option_table.h"

namespace calque::decode {

// Part of a workspace; rebuilt for every segment. Positions count from the segment's start.
class FutureCost {
 public:
  void build(const OptionTable& table, std::uint32_t length);

  // Weighted score (larger is better) of the best monotone cover of [begin, end). Requires: begin <= end <=
  // length.
  double score(std::uint32_t begin, std::uint32_t end) const {
    return scores_[std::size_t{begin} * (length_ + std::size_t{1}) + end];
  }

 private:
  std::vector<double> scores_;
  std::uint32_t length_ = 0;
};

}  // namespace calque::decode
