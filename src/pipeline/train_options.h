// The options of a training run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "align/options.h"
#include "kernel/options.h"
#include "lm/estimate/estimate.h"
#include "phrase/table_options.h"
#include "pipeline/learned_reordering.h"
#include "text/clean.h"
#include "text/parallel_reader.h"
#include "text/preparation.h"
#include "text/word_classes.h"
#include "tune/tuner.h"

namespace calque::pipeline {

// How weights are tuned unless something else is asked for (docs/experiments/defaults.md).
inline constexpr const char* kDefaultTuning = "mira";

struct TrainOptions {
  text::ParallelInput input;
  // Journal of corrections whose pairs are learned from as well (input.more has them); empty: none.
  std::string corrections;
  text::ParallelInput development;  // sentence pairs to score the finished model on; no source: none
  std::string model_folder;
  text::Preparation preparation;
  text::CleanOptions clean;  // lengths are counted in tokens, whatever the languages
  // Files of word alignments (Pharaoh, one line per input pair) to use instead of aligning. Need pretokenised
  // text. A phrase pair counts once for each file.
  std::vector<std::string> alignments;
  // Otherwise: the models that align the corpus, each counted like a file.
  std::vector<align::AlignOptions> aligners = align::several_models({});
  phrase::TableOptions table = {.extract = {.rules = {.same_numbers = true, .same_marks = true}}};
  // Models of how phrases move. Extraction finds the orientations of the lexicalised one; learned ones learn
  // from the first alignment.
  ReorderingChoice reordering;
  // Names of the registry of features (decode/features/registry.h).
  std::vector<std::string> phrase_features;
  lm::EstimateOptions language_model;
  // Further language models of target text that was prepared like the corpus: ARPA or binary files.
  std::vector<std::string> language_models;
  // The same for sparse features, and how many words of each side they name.
  std::vector<std::string> sparse_features;
  std::size_t named_words = 80;
  text::WordClassOptions classes;
  // Regression between n-grams of the two languages: a feature with weight 0 until it is tuned, or the way
  // that the model translates.
  std::optional<kernel::KernelOptions> kernel;
  bool translate_by_pre_image = false;
  // How to tune the weights: on the development set, or else on pairs that are held out of the training text;
  // nothing: default weights.
  const tune::Method* tuning = nullptr;
  std::uint64_t seed = 1;

  // Whether pairs of the training text are held out to tune on.
  bool holds_out() const { return tuning != nullptr && development.source.empty(); }

  // Which phrase pairs are left out: those of `table`, for these languages. Marks in text that was cut into
  // words beforehand are left as its owner wants them.
  phrase::PairRules pair_rules() const;

  // Throws UsageError for options that cannot work together.
  void validate() const;
};

}  // namespace calque::pipeline
