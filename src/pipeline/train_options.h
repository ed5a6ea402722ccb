// Everything a training run can be told.
#pragma once

#include <cstdint>
#include <string>

#include "align/options.h"
#include "lm/estimate.h"
#include "phrase/extract.h"
#include "text/clean.h"
#include "text/parallel_reader.h"
#include "text/preparation.h"

namespace calque::pipeline {

struct TrainOptions {
  text::ParallelInput input;
  text::ParallelInput development;  // sentence pairs to score the finished model on; no source: none
  std::string model_folder;
  text::Preparation preparation;
  text::CleanOptions clean;  // lengths are counted in tokens, whatever the languages
  // Word alignments (Pharaoh, one line per input pair) to use instead of aligning. Needs pretokenised text.
  std::string alignments;
  align::AlignOptions align;
  phrase::ExtractOptions extract;
  lm::EstimateOptions language_model;
  std::uint64_t seed = 1;

  // Throws UsageError for options that cannot work together.
  void validate() const;
};

}  // namespace calque::pipeline
