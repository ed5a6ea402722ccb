// What a training run records: its options and inputs (for the manifest and for resuming) and the figures of
// each step.
#pragma once

#include <nlohmann/json.hpp>

#include "kernel/model.h"
#include "lm/files/ngram_data.h"
#include "phrase/pair_scoring.h"
#include "phrase/table_options.h"
#include "pipeline/train_options.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

// Every input file with its content hash: {"training": {...}, "development": {...}, "alignments": {...}}.
// Throws UsageError if one cannot be read.
nlohmann::json describe_inputs(const TrainOptions& options);

nlohmann::json preparation_options(const TrainOptions& options);
nlohmann::json alignment_options(const align::AlignOptions& options);
// Those that decide what the table holds.
nlohmann::json table_options(const phrase::TableOptions& options);
// The options of all steps as the manifest records them, besides those of the SystemSpec.
nlohmann::json training_record(const TrainOptions& options);

nlohmann::json alignment_facts(const text::ParallelCorpus& corpus, const text::AlignmentCorpus& alignments);
nlohmann::json language_model_facts(const lm::NgramModelData& model);
nlohmann::json kernel_facts(const kernel::KernelReport& report);
nlohmann::json phrase_facts(const phrase::ExtractStatistics& statistics);

}  // namespace calque::pipeline
