// The prepared corpus of a training run and its word alignments.
//
// They stay in memory for the steps that need them; what an earlier run left in the model folder is read back
// when it is asked for. For one thread. Throws FormatError for damaged files.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/reporter.h"
#include "pipeline/corpus_file.h"
#include "text/alignment.h"
#include "text/corpus.h"

namespace calque::pipeline {

class TrainingText {
 public:
  TrainingText(std::string model_folder, std::size_t alignments, Reporter& reporter)
      : folder_(std::move(model_folder)), reporter_(reporter), alignments_(alignments) {}

  const StoredCorpus& stored();
  const text::ParallelCorpus& corpus() { return stored().corpus; }
  const text::AlignmentCorpus& alignment(std::size_t k);
  std::span<const text::AlignmentCorpus> alignments();

  void set_corpus(StoredCorpus corpus) { stored_ = std::move(corpus); }
  void set_alignment(std::size_t k, text::AlignmentCorpus alignment) {
    alignments_[k] = std::move(alignment);
  }

  // Gives memory back. What was dropped must not be asked for again unless it is in the folder.
  void drop_further_alignments() { alignments_.resize(1); }
  void drop() {
    alignments_.clear();
    stored_.reset();
  }

 private:
  std::string folder_;
  Reporter& reporter_;
  std::optional<StoredCorpus> stored_;
  std::vector<text::AlignmentCorpus> alignments_;  // those without sentences are not in memory
};

// The pairs of a corpus, with its alignments, but for some (rising).
TrainingText without_pairs(TrainingText& text, std::span<const std::size_t> pairs, Reporter& reporter);

}  // namespace calque::pipeline
