// What the scores of translations by kernel regression are, and how their weights steer the pre-image search.
//
// Least squares: KernelSelf0 and KernelGain0, a score for each length of n-grams, whose weighted sum with
// weights 1 and 2 is minus the squared distance to the prediction (without its constant part). Maximum
// margin: Kernel0, the similarity. Least squares with cosines: Kernel0, minus the squared distance. Then
// TranslationModel0, LM0, WordPenalty0 and PhrasePenalty0 as the decoder has them, and Exchange0, minus the
// number of exchanges of phrases.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "decode/weights.h"
#include "kernel/model.h"
#include "kernel/pre_image.h"
#include "lm/query/model.h"
#include "phrase/phrase_table.h"

namespace calque::pipeline {

// Default weights are those that the kernel model's options ask for.
std::vector<decode::FeatureDescription> pre_image_features(const kernel::KernelModel& model);

// The weights as the search uses them.
struct PreImageWeights {
  kernel::LengthFactors lengths;  // least squares
  double similarity = 1;          // maximum margin, cosines
  std::array<double, phrase::kScoreCount> phrase{};
  double language_model = 0;
  double word_penalty = 0;
  double phrase_penalty = 0;
  double exchange = 0;
};

// Throws UsageError unless the weights are those of pre_image_features().
PreImageWeights pre_image_weights(const kernel::KernelModel& model, const decode::Weights& weights);

// Minus the weighted log probability that a language model gives to words. Scratch memory of one search.
class LanguageModelCosts final : public kernel::WordCosts {
 public:
  // `words` are the model's ids of the words of the search; ids beyond are unknown words. Views.
  LanguageModelCosts(const lm::Model& model, std::span<const text::WordId> words, double weight);

  void start(std::span<const text::WordId> words) override;
  double push(text::WordId word) override;
  void pop() override { states_.pop_back(); }
  double end() const override;

 private:
  const lm::Model& model_;
  std::span<const text::WordId> words_;
  double weight_;
  std::vector<lm::State> states_;  // the last is that of all words so far
};

// The scores of a whole translation for how well it fits the prediction of a column: KernelSelf0 and
// KernelGain0, or Kernel0.
std::vector<double> kernel_scores(const kernel::KernelModel& model, std::span<const text::WordId> words,
                                  std::size_t column, const kernel::PreImageScores& scores);

}  // namespace calque::pipeline
