// The training step of learned reordering models: from the prepared corpus and its first alignment to model
// files in the folder.
//
// Deterministic. Throws what the modules throw.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "phrase/occurrence_observer.h"
#include "phrase/table_options.h"
#include "pipeline/train_options.h"
#include "reorder/sample_collector.h"
#include "store/spilling_array.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

struct AlignedCorpus {
  const text::ParallelCorpus& corpus;
  const text::AlignmentCorpus& alignment;
};

// What learned reordering models are trained from: phrases with the ways they move. Models with the same
// classes and orientations share them for both directions, and where these phrases are extracted for the
// phrase table anyway, they are not extracted again.
class ReorderingSamples final : public phrase::OccurrenceObserver {
 public:
  // `table`: how phrases are extracted, and how much memory there is.
  explicit ReorderingSamples(const phrase::TableOptions& table) : table_(table) {}

  // Whether phrases that are extracted like this are those that the model learns from. If so, this object is
  // to observe their extraction, and collects the model's samples meanwhile.
  bool collect_while(const phrase::ExtractOptions& extraction, const LearnedReordering& learned);
  // Collected at the first call if they were not by then. Requires: corpus and alignment are always the same.
  // The result is valid until clear().
  std::span<const reorder::Sample> of(const LearnedReordering& learned, reorder::Direction direction,
                                      const AlignedCorpus& input, ThreadPool& threads);
  void clear() { collections_.clear(); }

  void begin_wave(std::size_t blocks) override;
  void observe(std::size_t block, const phrase::AlignedPair& pair,
               std::span<const phrase::Occurrence> found) override;
  void end_wave() override;
  void end_corpus() override;

 private:
  struct Collection {
    std::string classes;
    phrase::OrientationModel orientation;
    std::size_t max_samples;
    std::vector<reorder::Direction> directions;
    std::unique_ptr<reorder::SampleCollector> collector;  // until all samples are there
    std::vector<reorder::SampleSet> sets;                 // one for each direction

    bool serves(const LearnedReordering& learned) const;
  };

  Collection& add(const LearnedReordering& learned);
  const reorder::SampleSet* find(const LearnedReordering& learned, reorder::Direction direction) const;
  // Of the samples of each direction.
  store::SpillOptions memory() const { return table_.memory.share(1, 16); }

  phrase::TableOptions table_;
  std::list<Collection> collections_;
};

// Writes kSourceClassesFile and kTargetClassesFile. Returns the facts for the report.
nlohmann::json make_word_classes(const text::ParallelCorpus& corpus, std::size_t classes,
                                 const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

// Writes the files of learned model number k of the options. Returns the facts for the report.
nlohmann::json train_reordering(const AlignedCorpus& input, std::size_t k, const TrainOptions& options,
                                ReorderingSamples& samples, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
