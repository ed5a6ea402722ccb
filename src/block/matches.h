// Two-dimensional matching and the block bigrams of a sentence pair (spec 04 section 3).
//
// A Matcher owns scratch memory: one per thread. The block set must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "block/block_set.h"
#include "block/types.h"
#include "text/types.h"

namespace calque::block {

// A block whose words stand at these places of a sentence pair.
struct Match {
  BlockId block = 0;
  text::Span source;
  text::Span target;

  auto operator<=>(const Match&) const = default;
};

class Matcher {
 public:
  // `own_count` is how often the sentence pairs that are asked about were counted at each place of a block;
  // blocks that were seen nowhere else do not match then. 0: all do.
  explicit Matcher(const BlockSet& blocks, double own_count = 0);

  // All matches, by target begin, target end, source begin, source end. Words are in the set's ids.
  void find(std::span<const text::WordId> source, std::span<const text::WordId> target,
            std::vector<Match>& matches);
  // What the pair asked about last has added to the block's count.
  double own_count(BlockId block) const;

 private:
  struct Place {
    text::Span target;
    std::uint32_t next;  // another place of the same phrase, or kNowhere
  };
  static constexpr std::uint32_t kNowhere = 0xffffffffU;

  void drop_unseen_elsewhere(std::vector<Match>& matches);

  const BlockSet& blocks_;
  double own_count_;
  std::vector<BlockId> found_;              // blocks of the matches, sorted
  std::vector<std::uint32_t> first_place_;  // by target phrase; kNowhere for those not in the sentence
  std::vector<Place> places_;
  std::vector<std::uint32_t> present_;  // target phrases of the sentence
};

// Where the predecessor and the block must stand in the source.
enum class Adjacency : std::uint8_t {
  kTouching,  // side by side, as the orientations right and left say
  kAnywhere,  // apart; those that do not touch are neutral
};

// `match` can follow `previous`; both are numbers in the list of matches.
struct Bigram {
  std::uint32_t previous = 0;  // kNoMatch: nothing stands before it (then the orientation is neutral)
  std::uint32_t match = 0;
  Orientation orientation = Orientation::kNeutral;

  auto operator<=>(const Bigram&) const = default;
};
inline constexpr std::uint32_t kNoMatch = 0xffffffffU;

// Orientation of a source span seen from the one said before it.
constexpr Orientation orientation_of(text::Span previous, text::Span next) {
  if (next.begin == previous.end) return Orientation::kRight;
  if (next.end == previous.begin) return Orientation::kLeft;
  return Orientation::kNeutral;
}

// Every pair of matches of which one begins where the other ends in the target and that stand so in the
// source; and for every match without predecessor a neutral entry. By match, then by predecessor. Requires:
// matches are sorted as find() gives them.
void list_bigrams(std::span<const Match> matches, Adjacency adjacency, std::vector<Bigram>& bigrams);

}  // namespace calque::block
