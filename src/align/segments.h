// The units that are aligned: sentence pairs, over-long ones cut into pieces.
//
// Pure function. Pairs with an empty side yield no segment. Memory and time of everything that follows are
// bounded by the area of a segment, so one absurd line cannot exhaust the machine.
#pragma once

#include <cstdint>
#include <vector>

#include "align/options.h"
#include "text/corpus.h"

namespace calque::align {

// Words [source.begin, source.end) of a source sentence are aligned with words [target.begin, target.end) of
// its target sentence and no others. Neither is empty.
struct Segment {
  std::uint32_t sentence = 0;
  text::Span source;
  text::Span target;

  std::uint64_t cells() const { return std::uint64_t{source.size()} * target.size(); }
};

struct Segmentation {
  std::vector<Segment> segments;   // in sentence order, the pieces of one pair from left to right
  std::size_t empty_pairs = 0;     // pairs with an empty side
  std::size_t cut_pairs = 0;       // pairs that became several pieces
  std::uint32_t longest_side = 0;  // most words of one side of a segment
};

// A pair of more than max_pair_cells, or with a side of more than 10,000 words, is cut at equal fractions of
// both sides (translations of long texts run along the diagonal), into pieces whose longer side has at most
// piece_length words.
Segmentation cut_into_segments(const text::ParallelCorpus& corpus, const AlignOptions& options);

}  // namespace calque::align
