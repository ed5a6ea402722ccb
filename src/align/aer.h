// Alignment quality against gold alignments with sure and possible links.
//
// Counts are additive over sentences; the figures follow from their sums.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "text/alignment.h"

namespace calque::align {

// S: sure gold links. P: possible gold links, which include the sure ones. A: links to be judged.
struct AerCounts {
  std::uint64_t links = 0;           // |A|
  std::uint64_t sure = 0;            // |S|
  std::uint64_t sure_found = 0;      // |A and S|
  std::uint64_t possible_found = 0;  // |A and P|

  AerCounts& operator+=(const AerCounts& other);
};

// Fractions of 1.
struct AerScores {
  double precision = 0.0;  // |A and P| / |A|
  double recall = 0.0;     // |A and S| / |S|
  double f1 = 0.0;         // their harmonic mean
  double aer = 0.0;        // 1 - (|A and S| + |A and P|) / (|A| + |S|)
};

// Links are sorted and without repeats, as text::parse_pharaoh and text::parse_gold return them.
AerCounts count_links(std::span<const text::Link> links, const text::GoldAlignment& gold);

// The sum over two files of alignments, line by line ("-": standard input). Throws UsageError for a file that
// cannot be read, DataError for bad links and for files of different lengths.
AerCounts count_files(const std::string& gold, const std::string& test);

// Nothing to find and nothing found is perfect (precision, recall and F1 1, AER 0); a ratio with nothing
// below the line is otherwise 1 if nothing could be wrong (no links: precision 1; nothing sure: recall 1).
AerScores score(const AerCounts& counts);

}  // namespace calque::align
