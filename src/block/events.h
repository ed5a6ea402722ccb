// Data points from sentence pairs (theory/block-bigrams.md#alternatives): the blocks that followed each
// block, and those that could have.
//
// EventMaker owns scratch memory: one per thread. Models and sets must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/enum_names.h"
#include "block/binary_features.h"
#include "block/block_set.h"
#include "block/data_points.h"
#include "block/matches.h"
#include "block/vectors.h"

namespace calque::block {

// Which vectors a true successor competes with.
enum class Alternatives : std::uint8_t {
  kSource,           // blocks with the same source phrase
  kSourceAndTarget,  // also blocks at the same target words and other source words of the sentence pair
};
constexpr auto enum_names(Alternatives) {
  using enum Alternatives;
  return EnumNames<Alternatives>("there are no alternatives",
                                 {{"source", kSource}, {"source-target", kSourceAndTarget}});
}

// Which matches count as true successors. The others can only be alternatives.
enum class TrueMatches : std::uint8_t {
  kAll,      // wherever the words of a block occur on both sides
  kAligned,  // those that at least half of the word alignments agree with; all if there are none
};
constexpr auto enum_names(TrueMatches) {
  using enum TrueMatches;
  return EnumNames<TrueMatches>("there are no matches", {{"aligned", kAligned}, {"all", kAll}});
}

struct EventOptions {
  Alternatives alternatives = Alternatives::kSourceAndTarget;
  Adjacency adjacency = Adjacency::kTouching;
  std::size_t max_alternatives = 9;  // blocks of a source phrase, the most frequent
  TrueMatches true_matches = TrueMatches::kAll;
  // kElsewhere if the block set and the points come from the same corpus: a pair's own contribution to counts
  // is subtracted when points are made from it.
  SeenIn seen = SeenIn::kAnywhere;
  std::size_t point_every = 1;  // only every so many-th point of the corpus is made
};

// The true ones among all matches of a pair, in the same order.
void choose_true(std::span<const Match> all, const SentencePair& pair, TrueMatches which,
                 std::vector<Match>& chosen);

class EventMaker {
 public:
  EventMaker(const VectorMaker& vectors, const BinaryFeatures& binary, const EventOptions& options);

  // Adds a point for each match that has successors to `points` and, for the orientation model, a point for
  // each match without predecessor to `neutral`. Which are left out depends on the pair's number.
  void add_points(const SentencePair& pair, DataPoints& points, DataPoints& neutral);

 private:
  void add_point(const SentencePair& pair, const Match* previous, std::span<const Bigram> successors,
                 DataPoints& points);
  void collect(std::span<const Bigram> successors, std::size_t target_length);
  void add_alternative(const Candidate& candidate);

  const VectorMaker& vectors_;
  const BlockSet& blocks_;
  const BinaryFeatures& binary_;
  EventOptions options_;
  Matcher matcher_;
  std::vector<Match> all_matches_;
  std::vector<Match> matches_;  // the true ones
  std::vector<Bigram> bigrams_;
  std::vector<lm::State> states_;  // by target position: before the word there
  std::vector<Candidate> positives_;
  std::vector<Candidate> negatives_;
  std::vector<float> floats_;
  std::vector<std::uint32_t> active_;
};

}  // namespace calque::block
