// The training step of learned reordering models: from the prepared corpus and its first alignment to model
// files in the folder.
//
// Deterministic. Throws what the modules throw.
#pragma once

#include <cstddef>
#include <list>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/train_options.h"
#include "reorder/samples.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

struct AlignedCorpus {
  const text::ParallelCorpus& corpus;
  const text::AlignmentCorpus& alignment;
};

// What learned reordering models are trained from: phrases with the ways they move. Models with the same
// classes and orientations share them, and the phrases are extracted once for both directions.
class ReorderingSamples {
 public:
  // Collected at the first call. Requires: corpus, alignment and `max_length` are always the same. The
  // result is valid as long as this object.
  std::span<const reorder::Sample> of(const LearnedReordering& learned, reorder::Direction direction,
                                      const AlignedCorpus& input, std::size_t max_length,
                                      ThreadPool& threads);

 private:
  struct Collected {
    std::string classes;
    phrase::OrientationModel orientation;
    std::size_t max_samples;
    reorder::Direction direction;
    std::vector<reorder::Sample> samples;
  };
  std::list<Collected> collected_;
};

// Writes kSourceClassesFile and kTargetClassesFile. Returns the facts for the report.
nlohmann::json make_word_classes(const text::ParallelCorpus& corpus, std::size_t classes,
                                 const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

// Writes the files of learned model number k of the options. Returns the facts for the report.
nlohmann::json train_reordering(const AlignedCorpus& input, std::size_t k, const TrainOptions& options,
                                ReorderingSamples& samples, ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
