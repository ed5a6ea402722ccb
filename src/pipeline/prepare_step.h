// From sentence pairs as they stand in files to the training corpus: cut into words, cleaned, cased,
// numbered.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "pipeline/held_out.h"
#include "pipeline/train_options.h"
#include "text/corpus.h"
#include "text/preparation.h"
#include "text/truecaser.h"

namespace calque::pipeline {

struct PreparedCorpus {
  text::ParallelCorpus corpus;
  std::vector<std::uint64_t> kept;  // number (from 0) in the input of each pair of the corpus, rising
  text::CleanResult cleaning;
  text::Preparation preparation;  // as the options say, with the marks of the target side
  std::vector<HeldOut> held_out;  // parts that can be held out
  std::shared_ptr<const text::TruecaseModel> source_truecaser;  // null unless casing is kTruecase
  std::shared_ptr<const text::TruecaseModel> target_truecaser;
};

// Throws DataError for unreadable input and if no pair is left.
PreparedCorpus prepare_corpus(const TrainOptions& options, ThreadPool& threads, Reporter& reporter);

// The figures of the report: pairs read and kept, removals by reason, words, vocabularies, length histograms.
nlohmann::json corpus_facts(const PreparedCorpus& prepared);

}  // namespace calque::pipeline
