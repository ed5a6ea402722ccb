// Translation by kernel regression: phrases from the phrase table, put together so that their n-grams fit
// what the regression predicts for the sentence.
//
// Immutable and shareable between threads; every thread brings a PreImageWorkspace.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "decode/decoder.h"
#include "decode/features/models.h"
#include "kernel/model.h"
#include "kernel/pre_image.h"
#include "pipeline/pre_image_scores.h"

namespace calque::pipeline {

// Scratch memory of one thread.
struct PreImageWorkspace {
  kernel::PreImageSearch search;
  kernel::SearchNgrams ngrams;
};

class PreImageTranslator {
 public:
  // Of each source phrase those translations are used whose scores in the phrase table have the largest sum.
  // Requires: the models include a kernel model. Throws UsageError for weights of other features.
  PreImageTranslator(std::shared_ptr<const decode::Models> models, const decode::Weights& weights);
  // The same with other weights.
  PreImageTranslator with(const decode::Weights& weights) const;

  // The n best translations with different words, best first; at least one. Of the options stack-size (0:
  // all) and table-limit count, max-phrase-length, segments, and the distortion-limit as for the decoder: it
  // is the longest jump back in an exchange of phrases. Throws UsageError for wishes that only the decoder
  // can fulfil: markup, given translations, graphs.
  decode::Response translate(const decode::Request& request, const decode::SearchOptions& options,
                             PreImageWorkspace& workspace) const;

  // The scores that translations have (pre_image_scores.h).
  std::span<const decode::FeatureDescription> descriptions() const { return descriptions_; }

 private:
  struct Option;
  std::vector<decode::Translation> translate_segment(const decode::Request& request, text::Span segment,
                                                     const decode::SearchOptions& options,
                                                     PreImageWorkspace& workspace) const;
  std::vector<Option> options_of(std::span<const std::string_view> words,
                                 const decode::SearchOptions& options) const;
  double option_cost(const Option& option) const;
  decode::Translation shown(const kernel::PreImage& image, std::span<const Option> options,
                            text::Span segment, const kernel::PreImageScores& scores) const;
  void append_span(std::span<const text::WordId> ids, text::Span span, std::uint32_t limit,
                   std::vector<Option>& options) const;

  std::shared_ptr<const decode::Models> models_;
  PreImageWeights weights_;
  std::vector<text::WordId> kernel_words_;          // by target word of the phrase table
  std::vector<text::WordId> language_model_words_;  // by word of the search
  std::vector<decode::FeatureDescription> descriptions_;
};

}  // namespace calque::pipeline
