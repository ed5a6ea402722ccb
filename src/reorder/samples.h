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
#include <vector>

#include "base/thread_pool.h"
#include "reorder/reordering_classes.h"
#include "reorder/sample.h"
#include "store/spilling_array.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::reorder {

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
  store::SpillOptions spill{};  // of the samples of each direction that are not yet thinned
};

// The same samples in parts, in corpus order: `use` gets those of some sentences at a time, and memory is
// that of one part. For learners that need one pass.
SampleCounts for_each_part(const SampleSource& source, ThreadPool& threads,
                           const std::function<void(std::span<const Sample>)>& use);

// The samples of several directions, in the order of `directions`, from one extraction of the phrases.
// `source.options.direction` has no effect.
std::vector<SampleSet> collect_directions(const SampleSource& source, std::span<const Direction> directions,
                                          ThreadPool& threads);

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
