// From a trained model folder to a block bigram system (theory/block-bigrams.md) over the same phrase table
// and language model: a new folder that `translate` and `tune` take like any other, or the old system with
// the block model's scores as further features.
//
// The result is the same for any number of threads. Throws what the modules throw; no half folder is left.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "align/alignment_model.h"
#include "base/reporter.h"
#include "base/thread_pool.h"
#include "block/block_set.h"
#include "block/point_files.h"
#include "block/source_filter.h"
#include "block/trainer.h"
#include "lm/query/model.h"
#include "phrase/phrase_table.h"
#include "text/corpus.h"

namespace calque::pipeline {

// Which blocks of the phrase table are matched and compete.
struct BlockLimits {
  double min_count = 2;             // seen at least so often
  std::size_t max_per_source = 30;  // of a source phrase, the most frequent; 0: all
};

struct BlockTraining {
  std::string base_folder;
  std::string model_folder;
  block::EventSettings events;
  block::WeightSettings weights;
  BlockLimits limits;
  std::size_t folds = 5;  // language models to judge pairs by that they have not seen; 1: the model's own
  // A text of running lines to limit training to, by what it has in common with the corpus
  // (theory/block-bigrams.md#blocks); empty: none.
  std::string filter_text;
  bool filter_blocks = false;  // limit the block set too
  std::string start_folder;    // a block system whose float weights to begin with; empty: zeros
  bool beside_others = false;  // the base system with further features, not a system of its own
};

// What a block model is trained from: the phrase table, language model, corpus and alignments of a folder
// that `calque train` made. Not movable: parts point at each other.
class BlockMaterial {
 public:
  // Of the base folder, within the limits of the training. Throws UsageError if the folder is no such model
  // or its work folder is gone.
  BlockMaterial(const BlockTraining& training, Reporter& reporter);
  BlockMaterial(const BlockMaterial&) = delete;
  BlockMaterial& operator=(const BlockMaterial&) = delete;

  // Data points. With several folds a sentence pair is judged by what the others say: a language model
  // estimated without its fold, and counts without its own.
  block::Events make_events(const BlockTraining& training, ThreadPool& threads, Reporter& reporter);

  const block::BlockSet& blocks() const { return *blocks_; }
  const phrase::PhraseTable& table() const { return *table_; }

 private:
  void filter_by(const BlockTraining& training);
  void train_word_translations(ThreadPool& threads, Reporter& reporter);
  void estimate_folds(std::size_t folds, ThreadPool& threads, Reporter& reporter);

  std::unique_ptr<const phrase::PhraseTable> table_;
  std::unique_ptr<const lm::Model> language_model_;
  std::unique_ptr<block::BlockSet> blocks_;
  text::ParallelCorpus corpus_;
  text::Corpus source_;  // in the table's ids
  text::Corpus target_;
  std::vector<text::AlignmentCorpus> alignments_;
  std::vector<std::unique_ptr<const lm::Model>> fold_models_;
  std::vector<block::ModelOfFold> folds_;
  std::unique_ptr<block::SourceFilter> filter_;
  // IBM Model 1, and table words in the corpus's ids.
  std::unique_ptr<const align::AlignmentModel> word_translations_;
  std::vector<text::WordId> corpus_source_;
  std::vector<text::WordId> corpus_target_;
};

// Figures of a run, for people and programs: counts, passes, seconds.
nlohmann::ordered_json figures_of(const block::Events& events);
nlohmann::ordered_json figures_of(const std::vector<block::PassReport>& passes);
// Warns if the bound does not hold.
nlohmann::ordered_json figures_of(const block::PointTraining& trained, Reporter& reporter);

nlohmann::ordered_json figures_of(const block::PointPrediction& prediction);

// Weights alone, from files of data points into the file `training.model_folder`. Returns the figures.
enum class PointMemory : std::uint8_t { kAllPoints, kStream };
nlohmann::ordered_json train_block_weights(const block::PointFiles& files, PointMemory memory,
                                           const BlockTraining& training, Reporter& reporter);

// Trains and writes the folder. Returns the figures.
nlohmann::ordered_json train_block_system(const BlockTraining& training, ThreadPool& threads,
                                          Reporter& reporter);

// Writes a block model into a new folder beside the parts of `base_folder`, and the weights that follow from
// it.
void write_block_folder(const block::BlockModel& model, const std::string& base_folder,
                        const std::string& model_folder, bool beside_others,
                        const nlohmann::json& training_options);

}  // namespace calque::pipeline
