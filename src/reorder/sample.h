// One example of movement, and which examples are wanted: values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/enum_names.h"
#include "phrase/extract.h"
#include "phrase/types.h"
#include "text/types.h"

namespace calque::reorder {

// Which move of a phrase is looked at: the one that led to it, or the one that leads on from it.
enum class Direction : std::uint8_t { kBackward, kForward };
constexpr auto enum_names(Direction) {
  using enum Direction;
  return EnumNames<Direction>("phrases do not move", {{"backward", kBackward}, {"forward", kForward}});
}

// Where the phrase before a phrase ends, and the one after it begins.
enum class Neighbours : std::uint8_t {
  kWords,    // where the nearest linked target word says (theory/reordering.md#training-samples)
  kPhrases,  // there, together with the words without links between both: a decoder's phrases cover every
             // word
};

// Words or links of a sentence that samples can tell apart.
inline constexpr std::size_t kMaxSampledWords = std::numeric_limits<std::uint16_t>::max();

struct SampleOptions {
  std::size_t max_length = 8;  // of a phrase on either side
  phrase::OrientationModel orientation = phrase::OrientationModel::kHierarchical;
  std::size_t max_distance = 15;  // longer jumps are suspected alignment errors; 0: keep all
  std::size_t max_words = 100;    // of a sentence; at most 65,535
  double max_ratio = 2.0;         // of the lengths of both sides, either way; 0: any
  Direction direction = Direction::kBackward;
  Neighbours neighbours = Neighbours::kWords;
  // Most samples of a direction that are collected, spread evenly over the corpus; 0: all. Phrases of a
  // sentence overlap, so that a part of them tells a learner nearly as much as all. Parts of a corpus are not
  // thinned.
  std::size_t max_samples = 0;

  void validate() const;
  // How the phrases are extracted that samples are made of.
  phrase::ExtractOptions extraction() const { return {.max_length = max_length, .orientation = orientation}; }
};

struct Sample {
  std::uint32_t sentence = 0;
  std::uint16_t source_begin = 0;
  std::uint16_t target_begin = 0;
  std::uint16_t first_link = 0;  // of the sentence's sorted links
  std::uint16_t link_count = 0;
  std::int16_t distance = 0;  // of the move in the direction asked for
  std::uint8_t source_length = 0;
  std::uint8_t target_length = 0;
  std::uint8_t label = 0;
  phrase::Orientation orientation = phrase::Orientation::kMonotone;

  text::Span source() const { return {source_begin, std::uint32_t{source_begin} + source_length}; }
  text::Span target() const { return {target_begin, std::uint32_t{target_begin} + target_length}; }
};
static_assert(sizeof(Sample) == 20);

struct SampleCounts {
  std::uint64_t sentences = 0;          // that gave samples or could have
  std::uint64_t dropped_sentences = 0;  // empty, too long or too unequal
  std::uint64_t dropped_distances = 0;  // samples
};

struct SampleSet {
  std::vector<Sample> samples;  // in corpus order
  SampleCounts counts;
};

}  // namespace calque::reorder
