// The training step of learned reordering models: from the prepared corpus and its first alignment to model
// files in the folder.
//
// Deterministic. Throws what the modules throw.
#pragma once

#include <cstddef>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/train_options.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

struct AlignedCorpus {
  const text::ParallelCorpus& corpus;
  const text::AlignmentCorpus& alignment;
};

// Writes kSourceClassesFile and kTargetClassesFile. Returns the facts for the report.
nlohmann::json make_word_classes(const text::ParallelCorpus& corpus, std::size_t classes,
                                 const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

// Writes the files of learned model number k of the options. Returns the facts for the report.
nlohmann::json train_reordering(const AlignedCorpus& input, std::size_t k, const TrainOptions& options,
                                ThreadPool& threads, Reporter& reporter);

}  // namespace calque::pipeline
