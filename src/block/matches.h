// Two-dimensional matching and the block bigrams of a sentence pair
// (theory/block-bigrams.md#orientation-bigrams).
//
// A Matcher owns scratch memory: one per thread. The block set must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "block/block_set.h"
#include "block/types.h"
#include "text/alignment.h"
#include "text/types.h"

namespace calque::block {

// A sentence pair in the ids of the block set.
struct SentencePair {
  std::span<const text::WordId> source;
  std::span<const text::WordId> target;
  // Word alignments of the corpus that it is pair `number` of, if they are known.
  std::span<const text::AlignmentCorpus> alignments{};
  std::size_t number = 0;
};

// A block whose words occur at these positions of a sentence pair.
struct Match {
  BlockId block = 0;
  text::Span source;
  text::Span target;
  // How many of the pair's word alignments link words of the block with each other and with no others: the
  // block was extracted here, and does not just occur here by chance.
  std::uint32_t alignments = 0;

  auto operator<=>(const Match&) const = default;
};

// Which blocks may match.
enum class SeenIn : std::uint8_t { kAnywhere, kElsewhere };

class Matcher {
 public:
  // kElsewhere is for the corpus that the blocks were counted on: blocks that were seen in no other pair do
  // not match.
  explicit Matcher(const BlockSet& blocks, SeenIn seen = SeenIn::kAnywhere);

  // All matches, by target begin, target end, source begin, source end.
  void find(const SentencePair& pair, std::vector<Match>& matches);
  // What the pair of the last find() added to the block's count: the alignments that it was extracted under
  // or, if there are none, its occurrences. 0 with kAnywhere.
  double own_count(BlockId block) const;
  // The same of all blocks with this target phrase.
  double own_target_count(std::uint32_t target) const;

 private:
  struct Occurrence {
    text::Span target;
    std::uint32_t next;  // another occurrence of the same phrase, or kNowhere
  };
  static constexpr std::uint32_t kNowhere = 0xffffffffU;

  // How far the links of a word reach on the other side; empty if it has none.
  using Reach = std::vector<text::Span>;

  void match(const SentencePair& pair, std::vector<Match>& matches);
  void count_alignments(const SentencePair& pair, std::vector<Match>& matches);
  void drop_unseen_elsewhere(const SentencePair& pair, std::vector<Match>& matches);

  const BlockSet& blocks_;
  SeenIn seen_;
  using Counts = std::vector<std::pair<std::uint32_t, double>>;
  static void add_equals(Counts& counts);
  static double count_in(const Counts& counts, std::uint32_t key);

  Counts own_counts_;         // by block
  Counts own_target_counts_;  // by target phrase
  Reach source_reach_;
  Reach target_reach_;
  std::vector<std::uint32_t> first_occurrence_;  // by target phrase; kNowhere for those not in the sentence
  std::vector<Occurrence> occurrences_;
  std::vector<std::uint32_t> present_;  // target phrases of the sentence
};

// Where the predecessor and the block must be in the source.
enum class Adjacency : std::uint8_t {
  kTouching,  // side by side, with orientation right or left
  kAnywhere,  // apart; those that do not touch are neutral
};
constexpr auto enum_names(Adjacency) {
  using enum Adjacency;
  return EnumNames<Adjacency>("there are no successors", {{"touching", kTouching}, {"anywhere", kAnywhere}});
}

// `match` can follow `previous`; both are numbers in the list of matches.
struct Bigram {
  std::uint32_t previous = 0;  // kNoMatch: there is none (then the orientation is neutral)
  std::uint32_t match = 0;
  Orientation orientation = Orientation::kNeutral;

  auto operator<=>(const Bigram&) const = default;
};
inline constexpr std::uint32_t kNoMatch = 0xffffffffU;

// Orientation of a source span relative to the one translated before it.
constexpr Orientation orientation_of(text::Span previous, text::Span next) {
  if (next.begin == previous.end) return Orientation::kRight;
  if (next.end == previous.begin) return Orientation::kLeft;
  return Orientation::kNeutral;
}

// Every pair of matches of which one begins where the other ends in the target and that are adjacent so in
// the source; and for every match without predecessor a neutral entry. By match, then by predecessor.
// Requires: matches are sorted as find() gives them.
void list_bigrams(std::span<const Match> matches, Adjacency adjacency, std::vector<Bigram>& bigrams);

}  // namespace calque::block
