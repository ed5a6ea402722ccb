// Sub-models of source phrases: samples sorted by phrase, each group a small problem of its own
// (theory/reordering.md#one-model-per-source-phrase). Inside the module only.
#pragma once

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "reorder/clustered.h"
#include "reorder/corpus_text.h"
#include "reorder/method.h"

namespace calque::reorder {

// One sub-model for each source phrase with enough samples, in parallel. Random numbers depend on the phrase
// alone, so the tables are the same for any number of threads. Requires: method.sub_models.
ClusterTables train_clusters(const CorpusText& text, const TrainingSet& set, const LinearMethod& method,
                             ThreadPool& threads);

}  // namespace calque::reorder
