// How far phrases move: the jumps that a decoder makes which translates the sentence pairs of an aligned
// corpus as they stand.
//
// A pair is cut into its smallest phrase pairs, from left to right on the target side; each jump goes from
// the end of one to the start of the next on the source side. Words without a link are left out, because they
// can belong to any phrase beside them. Links that cross each other in a tangle stay inside one phrase pair,
// so that bad alignments add few jumps. Plain values; for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/alignment.h"
#include "text/types.h"

namespace calque::phrase {

// The source sides of the smallest phrase pairs, in the order of their target sides. Positions count linked
// words only.
std::vector<text::Span> smallest_phrases(std::span<const text::Link> links);

class JumpCounts {
 public:
  // The jumps of one sentence pair.
  void add(std::span<const text::Link> links);

  std::uint64_t total() const { return total_; }
  // The mean length of all jumps, in words; 0 without any.
  double mean() const;
  // The smallest length which at least this share of all jumps do not exceed; 0 without any.
  std::uint32_t quantile(double share) const;

 private:
  std::vector<std::uint64_t> by_length_;
  std::uint64_t total_ = 0;
};

JumpCounts count_jumps(const text::AlignmentCorpus& alignments);

}  // namespace calque::phrase
