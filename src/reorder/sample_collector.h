// Samples of a corpus from whoever extracts its phrases: this module, or the module phrase while it makes a
// phrase table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "phrase/extract.h"
#include "phrase/occurrence_observer.h"
#include "reorder/sample.h"
#include "reorder/sample_maker.h"
#include "store/spilling_array.h"

namespace calque::reorder {

// Makes samples of the occurrences, and passes them on in corpus order.
class SampleObserver : public phrase::OccurrenceObserver {
 public:
  explicit SampleObserver(SampleMaker maker);

  const SampleMaker& maker() const { return maker_; }
  // So far; one for each direction of the maker.
  const std::vector<SampleCounts>& counts() const { return counts_; }

  void begin_wave(std::size_t blocks) override;
  void observe(std::size_t block, const phrase::AlignedPair& pair,
               std::span<const phrase::Occurrence> found) override;
  void end_wave() override;
  void end_corpus() override {}

 private:
  // The next samples of a direction.
  virtual void take(std::size_t direction, std::span<const Sample> samples) = 0;

  SampleMaker maker_;
  std::vector<SampleCounts> counts_;
  std::vector<std::vector<SampleSet>> blocks_;  // of the wave; one set for each direction
};

// Keeps the samples that SampleOptions::max_samples asks for. Which ones is known at the end only: until then
// all are kept, in a temporary file if they are more than the memory that they are given.
class SampleCollector final : public SampleObserver {
 public:
  // `spill`: for the samples of each direction.
  SampleCollector(SampleMaker maker, const store::SpillOptions& spill);

  void end_corpus() override;
  // After end_corpus(): one set for each direction.
  std::vector<SampleSet> take_sets();

 private:
  void take(std::size_t direction, std::span<const Sample> samples) override;

  std::vector<store::SpillingArray<Sample>> all_;
  std::vector<SampleSet> sets_;
};

// So many of the samples, spread evenly over them; all if there are no more, or for 0. Gives their memory
// back on the way.
std::vector<Sample> thinned(store::SpillingArray<Sample> samples, std::size_t count);

}  // namespace calque::reorder
