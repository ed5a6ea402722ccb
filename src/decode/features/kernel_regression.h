// Kernel regression as a feature: how often the translation should have each n-gram, predicted from the
// training sentences most like this one. A language model made for the sentence.
//
// One score for each length of n-grams: the sum over the translation's n-grams of (predicted count, cut to 0
// .. 1) - 1, so never above 0. An n-gram that occurs twice counts twice: the state knows the last words, not
// all of them. State: the last words of which a predicted n-gram can consist. Immutable and shareable between
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decode/feature.h"
#include "kernel/model.h"

namespace calque::decode {

class KernelRegression final : public StatefulFeature {
 public:
  KernelRegression(std::shared_ptr<const kernel::KernelModel> model, text::VocabularyView target_vocabulary);

  void write_begin_state(std::byte* state) const override;
  void estimate(const OptionContext& context, std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  class Prediction;

  std::uint32_t model_word(const SourceSentence& sentence, text::WordId word) const;

  std::shared_ptr<const kernel::KernelModel> model_;
  std::vector<std::uint32_t> model_words_;  // by target word
};

}  // namespace calque::decode
