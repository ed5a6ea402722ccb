// From the phrases that were extracted from a sentence pair to its samples.
//
// Immutable; shareable between threads.
#pragma once

#include <span>
#include <vector>

#include "phrase/extract.h"
#include "reorder/reordering_classes.h"
#include "reorder/sample.h"

namespace calque::reorder {

class SampleMaker {
 public:
  // Samples of all these directions, whatever `options` say. Throws UsageError for bad options.
  SampleMaker(ReorderingClasses classes, const SampleOptions& options, std::vector<Direction> directions);

  const std::vector<Direction>& directions() const { return directions_; }
  const SampleOptions& options() const { return options_; }

  // Whether there are samples of a sentence pair like this one: it is not empty, too long or too unequal.
  bool fits(const phrase::AlignedPair& pair) const;
  // Adds the samples of one sentence pair to the sets, of which there is one for each direction; none if it
  // does not fit. `found`: its phrases, extracted as options().extraction() says.
  void add(const phrase::AlignedPair& pair, std::span<const phrase::Occurrence> found,
           std::span<SampleSet> sets) const;

 private:
  void add(const phrase::AlignedPair& pair, std::span<const phrase::Occurrence> found, Direction direction,
           SampleSet& set) const;

  ReorderingClasses classes_;
  SampleOptions options_;
  std::vector<Direction> directions_;
};

}  // namespace calque::reorder
