#include "block/events.h"

#include <algorithm>

#include "base/hash.h"
#include "phrase/hash.h"

namespace calque::block {

void choose_true(std::span<const Match> all, const SentencePair& pair, TrueMatches which,
                 std::vector<Match>& chosen) {
  const std::size_t alignments = which == TrueMatches::kAll ? 0 : pair.alignments.size();
  chosen.clear();
  for (const Match& match : all) {
    if (2 * std::size_t{match.alignments} >= alignments) chosen.push_back(match);
  }
}

EventMaker::EventMaker(const VectorMaker& vectors, const BinaryFeatures& binary, const EventOptions& options)
    : vectors_(vectors),
      blocks_(vectors.blocks()),
      binary_(binary),
      options_(options),
      matcher_(vectors.blocks(), options.seen) {}

void EventMaker::add_points(const SentencePair& pair, DataPoints& points, DataPoints& neutral) {
  // A row of its own for each pair that passes over point_every - 1 of so many, whatever was made before.
  std::uint64_t row = combine_hash(0x51ed270b0f5dULL, pair.number) >> 8U;
  const auto is_wanted = [&] { return row++ % options_.point_every == 0; };
  matcher_.find(pair, all_matches_);
  choose_true(all_matches_, pair, options_.true_matches, matches_);
  list_bigrams(matches_, options_.adjacency, bigrams_);
  states_.assign(1, vectors_.begin_state());
  for (const text::WordId word : pair.target) states_.push_back(vectors_.state_after(states_.back(), word));
  std::stable_sort(bigrams_.begin(), bigrams_.end(),
                   [](const Bigram& a, const Bigram& b) { return a.previous < b.previous; });
  const std::span<const Bigram> bigrams(bigrams_);
  for (std::size_t i = 0; i < bigrams.size();) {
    if (bigrams[i].previous == kNoMatch) {
      if (vectors_.kind() == ModelKind::kOrientation && is_wanted())
        add_point(pair, nullptr, bigrams.subspan(i, 1), neutral);
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < bigrams.size() && bigrams[end].previous == bigrams[i].previous) ++end;
    if (is_wanted()) add_point(pair, &matches_[bigrams[i].previous], bigrams.subspan(i, end - i), points);
    i = end;
  }
}

void EventMaker::add_point(const SentencePair& pair, const Match* previous,
                           std::span<const Bigram> successors, DataPoints& points) {
  collect(successors, pair.target.size());
  const DerivationState derivation{states_[matches_[successors[0].match].target.begin],
                                   previous == nullptr ? nullptr : &previous->source};
  const BlockSides before = previous == nullptr
                                ? BlockSides{}
                                : BlockSides::of(previous->block, blocks_.target_words(previous->block));
  const auto write = [&](const Candidate& candidate) {
    vectors_.write_floats(pair.source, derivation, candidate, floats_);
    active_.clear();
    binary_.append_active(before, BlockSides::of(candidate.block, blocks_.target_words(candidate.block)),
                          active_);
  };
  for (const Candidate& candidate : positives_) {
    write(candidate);
    points.add_positive(floats_, active_);
  }
  for (const Candidate& candidate : negatives_) {
    write(candidate);
    points.add_negative(floats_, active_);
  }
  points.end_point();
}

// theory/block-bigrams.md#alternatives. Alternatives inherit the orientation of their true successor, and its
// place at the sentence's end.
void EventMaker::collect(std::span<const Bigram> successors, std::size_t target_length) {
  positives_.clear();
  negatives_.clear();
  const auto candidate_at = [&](const Bigram& bigram) {
    const Match& match = matches_[bigram.match];
    return Candidate{match.block,
                     match.source,
                     bigram.orientation,
                     match.target.end == target_length,
                     matcher_.own_count(match.block),
                     matcher_.own_target_count(blocks_.target_of(match.block)),
                     options_.seen == SeenIn::kElsewhere};
  };
  for (const Bigram& bigram : successors) positives_.push_back(candidate_at(bigram));
  for (const Bigram& bigram : successors) {
    const Match& match = matches_[bigram.match];
    Candidate other = candidate_at(bigram);
    const BlockSet::Range range = blocks_.with_source(blocks_.source_of(match.block));
    const std::size_t count = std::min<std::size_t>(range.end - range.begin, options_.max_alternatives);
    for (std::size_t i = 0; i < count; ++i) {
      other.block = static_cast<BlockId>(range.begin + i);
      other.own_count = matcher_.own_count(other.block);
      other.own_target_count = matcher_.own_target_count(blocks_.target_of(other.block));
      other.own_orientation = false;
      add_alternative(other);
    }
    if (options_.alternatives == Alternatives::kSource) continue;
    // Matches at the same target words stand together.
    const auto [first, last] =
        std::equal_range(all_matches_.begin(), all_matches_.end(), match,
                         [](const Match& a, const Match& b) { return a.target < b.target; });
    for (auto at = first; at != last; ++at) {
      if (at->source == match.source) continue;
      other.block = at->block;
      other.source = at->source;
      other.own_count = matcher_.own_count(other.block);
      other.own_target_count = matcher_.own_target_count(blocks_.target_of(other.block));
      add_alternative(other);
    }
  }
}

void EventMaker::add_alternative(const Candidate& candidate) {
  const auto same = [&](const Candidate& other) {
    return other.block == candidate.block && other.source == candidate.source;
  };
  if (std::any_of(positives_.begin(), positives_.end(), same)) return;
  if (std::any_of(negatives_.begin(), negatives_.end(), same)) return;
  // In the eyes of all other pairs there is no such block.
  if (blocks_.count(candidate.block) - candidate.own_count < 0.5) return;
  negatives_.push_back(candidate);
}

}  // namespace calque::block
