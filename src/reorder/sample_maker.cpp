#include "reorder/sample_maker.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/error.h"
#include "phrase/types.h"
#include "text/alignment.h"

namespace calque::reorder {
namespace {

// The moves of a sentence's phrases, told by distances.
class Distances {
 public:
  Distances(const phrase::AlignedPair& pair, Direction direction, Neighbours neighbours)
      : forward_(direction == Direction::kForward),
        joins_(neighbours == Neighbours::kPhrases),
        end_(static_cast<std::int32_t>(pair.source_length)) {
    if (joins_) {
      linked_.assign(pair.source_length, false);
      for (const text::Link& link : pair.links) linked_[link.source] = true;
    }
    if (forward_) find_next_begins(pair.links, pair.target_length);
  }

  std::int32_t of(const phrase::Occurrence& found) const {
    return forward_ ? onwards(found) : from_before(found);
  }

 private:
  // The mirror image of the distance of theory/reordering.md#training-samples: by target position, the first
  // source word of what is said next there, which is that of the nearest linked target word; the sentence's
  // length at its end.
  void find_next_begins(std::span<const text::Link> links, std::size_t target) {
    begins_.assign(target + 1, end_);
    for (const text::Link& link : links)
      begins_[link.target] = std::min(begins_[link.target], static_cast<std::int32_t>(link.source));
    // No link of a word is to the sentence's end, so that this marks words without.
    for (std::size_t i = target; i-- > 0;) {
      if (begins_[i] == end_) begins_[i] = begins_[i + 1];
    }
  }

  bool is_free(std::int32_t word) const { return !linked_[static_cast<std::size_t>(word)]; }

  std::int32_t from_before(const phrase::Occurrence& found) const {
    const auto begin = static_cast<std::int32_t>(found.source_begin);
    std::int32_t previous_end = found.distance + begin;  // exclusive; 0: nothing was said before
    if (joins_ && previous_end > 0) {
      while (previous_end < begin && is_free(previous_end)) ++previous_end;
    }
    return previous_end - begin;
  }

  std::int32_t onwards(const phrase::Occurrence& found) const {
    const auto end = static_cast<std::int32_t>(found.source().end);
    std::int32_t next = begins_[found.target().end];
    if (joins_ && next < end_) {
      while (next > end && is_free(next - 1)) --next;
    }
    return end - next;
  }

  bool forward_;
  bool joins_;
  std::int32_t end_;
  std::vector<bool> linked_;
  std::vector<std::int32_t> begins_;
};

// How the move looks.
struct Move {
  std::int32_t distance;
  phrase::Orientation orientation;
};

Sample sample_of(const phrase::Occurrence& found, const Move& move, const ReorderingClasses& classes) {
  Sample sample;
  sample.sentence = found.sentence;
  sample.source_begin = static_cast<std::uint16_t>(found.source_begin);
  sample.target_begin = static_cast<std::uint16_t>(found.target_begin);
  sample.first_link = static_cast<std::uint16_t>(found.first_link);
  sample.link_count = found.link_count;
  sample.distance = static_cast<std::int16_t>(std::clamp<std::int32_t>(
      move.distance, std::numeric_limits<std::int16_t>::min(), std::numeric_limits<std::int16_t>::max()));
  sample.source_length = found.source_length;
  sample.target_length = found.target_length;
  sample.label = classes.class_of(move.distance, move.orientation);
  sample.orientation = move.orientation;
  return sample;
}

}  // namespace

SampleMaker::SampleMaker(ReorderingClasses classes, const SampleOptions& options,
                         std::vector<Direction> directions)
    : classes_(std::move(classes)), options_(options), directions_(std::move(directions)) {
  options_.validate();
}

bool SampleMaker::fits(const phrase::AlignedPair& pair) const {
  const auto [shorter, longer] = std::minmax(pair.source_length, pair.target_length);
  if (shorter == 0 || longer > options_.max_words || pair.links.size() > kMaxSampledWords) return false;
  return options_.max_ratio <= 0.0 ||
         static_cast<double>(longer) <= options_.max_ratio * static_cast<double>(shorter);
}

void SampleMaker::add(const phrase::AlignedPair& pair, std::span<const phrase::Occurrence> found,
                      std::span<SampleSet> sets) const {
  CALQUE_CHECK(sets.size() == directions_.size());
  const bool used = fits(pair);
  for (std::size_t d = 0; d < sets.size(); ++d) {
    ++(used ? sets[d].counts.sentences : sets[d].counts.dropped_sentences);
    if (used) add(pair, found, directions_[d], sets[d]);
  }
}

void SampleMaker::add(const phrase::AlignedPair& pair, std::span<const phrase::Occurrence> found,
                      Direction direction, SampleSet& set) const {
  const bool forward = direction == Direction::kForward;
  const std::size_t max_distance = options_.max_distance;
  const Distances distances(pair, direction, options_.neighbours);
  for (const phrase::Occurrence& occurrence : found) {
    const Move move{distances.of(occurrence), forward ? occurrence.forward : occurrence.backward};
    if (max_distance > 0 && static_cast<std::size_t>(std::abs(move.distance)) > max_distance) {
      ++set.counts.dropped_distances;
    } else {
      set.samples.push_back(sample_of(occurrence, move, classes_));
    }
  }
}

}  // namespace calque::reorder
