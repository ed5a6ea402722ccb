// Records of the search space, kept in a workspace.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "decode/block_pool.h"
#include "decode/continuation_cache.h"
#include "decode/reordering_scores.h"
#include "decode/search_graph.h"
#include "text/types.h"

namespace calque::decode {

inline constexpr std::uint32_t kSignBit = 0x80000000U;

// A finished hypothesis as grids see it: those of one group stand together, best first.
struct GroupHypothesis {
  double score;  // in the list of a reordering class: with the forward scores
  std::uint32_t hypothesis;
  std::uint32_t continuation;
};

// All pairs of a hypothesis of one group and an option of one source span.
struct ExpansionGrid {
  double fixed = 0;                        // jump features
  double future = 0;                       // estimate for the words that stay free
  text::Span hypotheses;                   // of the group
  text::Span options;                      // numbers in the option table
  std::uint32_t option_count = 0;          // of these, all that the reordering class permits
  text::Span words;                        // source span, counted from the segment's start
  HypothesisKey before;                    // of the group
  std::uint32_t covered = 0;               // words covered after it
  std::uint32_t coverage = kNone;          // after it; kNone: not computed yet
  std::uint32_t reordering_state = kNone;  // states after it, but for expansion features; kNone: the same
  std::uint32_t first_scored = kNone;      // its GridOptions, if they are not those of the option table
  std::uint32_t reordering_class = 0;      // of ReorderingScores
};

// The place of a grid among those into the same stack.
struct RankedGrid {
  double best_estimate = 0;  // total of the grid's first pair, with its continuation guessed
  std::uint32_t grid = 0;
};

// One option in one grid.
struct GridOption {
  double fixed = 0;           // weighted scores that depend on option and grid
  double estimate = 0;        // with the continuation guessed
  double best_following = 0;  // no option after this one in the grid has a larger `fixed`
  std::uint32_t option = 0;
  std::uint32_t reordering_state = kNone;  // states after it, if expansion features have any
};

// A hypothesis in a grid whose options cube pruning takes one after the other.
struct CubeRow {
  double base_total = 0;  // total of its pairs without the option and the continuation
  double guess = 0;       // of the total of its next pair
  std::uint32_t grid = 0;
  std::uint32_t hypothesis = 0;
  std::uint32_t next = 0;  // option
};
// A row and the guess for its next pair, as one number: the larger the guess, the larger the number, and
// among equal guesses the row opened first has the largest. The guess is rounded to a float.
enum class CubeCandidate : std::uint64_t {};
inline CubeCandidate cube_candidate(double guess, std::uint32_t row) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(guess));
  const std::uint32_t rising = (bits & kSignBit) != 0 ? ~bits : bits | kSignBit;
  return CubeCandidate{std::uint64_t{rising} << 32U | ~row};
}
inline std::uint32_t row_of(CubeCandidate candidate) {
  return ~static_cast<std::uint32_t>(candidate);
}

// Scratch of a search; contents mean nothing to callers.
struct SearchScratch {
  BlockPool coverages;
  BlockPool continuation_states;
  ContinuationCache continuations;
  BlockPool reordering_states;
  ReorderingScores reordering;
  std::vector<GroupHypothesis> hypotheses;
  std::vector<std::pair<std::uint32_t, text::Span>> group_hypotheses_by_class;  // of the group being opened
  std::vector<text::Span> gaps;                       // runs of free words of the group being opened
  std::vector<std::vector<ExpansionGrid>> grids;      // by words covered after them
  std::vector<std::vector<RankedGrid>> ranked_grids;  // the same; sorted when it is their turn
  std::vector<GridOption> scored_options;
  std::vector<CubeRow> rows;
  std::vector<CubeCandidate> heap;
  std::vector<std::uint64_t> coverage;
  std::vector<std::byte> before;
  std::vector<std::byte> after;
  std::vector<std::byte> continuation_after;
  std::vector<float> scores;
};

}  // namespace calque::decode
