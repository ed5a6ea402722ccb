// Examples of movement: every extracted phrase pair of a corpus with the class of its movement
// (theory/reordering.md#training-samples).
//
// Samples are small records in corpus order; the words stand in the corpus. The same for any number of
// threads. Throws UsageError for bad options and files that do not fit together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/thread_pool.h"
#include "phrase/extract.h"
#include "reorder/reordering_classes.h"
#include "text/alignment.h"
#include "text/corpus.h"

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

SampleSet collect_samples(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments,
                          const ReorderingClasses& classes, const SampleOptions& options,
                          ThreadPool& threads);

// Where samples come from. A view.
struct SampleSource {
  const text::ParallelCorpus& corpus;
  const text::AlignmentCorpus& alignments;
  const ReorderingClasses& classes;
  SampleOptions options{};
  std::size_t sentences_per_part = 32'768;
};

// The same samples in parts, in corpus order: `use` gets those of some sentences at a time, and memory is
// that of one part. For learners that need one pass.
SampleCounts for_each_part(const SampleSource& source, ThreadPool& threads,
                           const std::function<void(std::span<const Sample>)>& use);

// The samples of several directions, in the order of `directions`, from one extraction of the phrases.
// `source.options.direction` has no effect.
std::vector<SampleSet> collect_directions(const SampleSource& source, std::span<const Direction> directions,
                                          ThreadPool& threads);

// So many of the samples, spread evenly over them; all if there are no more, or for 0.
void thin(std::vector<Sample>& samples, std::size_t count);

// Samples of the same sentence never stand on both sides.
struct Split {
  std::vector<Sample> train;
  std::vector<Sample> test;
};

// Holds out `fraction` of the sentences that have samples, drawn with the seed; at least one if there are
// two. Throws UsageError unless the fraction is above 0 and below 1.
Split split_by_sentence(std::span<const Sample> samples, double fraction, std::uint64_t seed);

// The samples of this part of the sentences, drawn with the seed; smaller parts lie in larger ones. Throws
// UsageError unless the part is above 0 and at most 1.
std::vector<Sample> part_of_sentences(std::span<const Sample> samples, double part, std::uint64_t seed);

// Samples of each class.
std::vector<std::uint64_t> class_counts(std::span<const Sample> samples, std::size_t classes);

}  // namespace calque::reorder
