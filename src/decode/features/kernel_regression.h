// Kernel regression as a feature: how often the translation should have each n-gram, predicted from the
// training sentences most like this one. A language model made for the sentence.
//
// One score for each length of n-grams: the sum over the translation's n-grams of (predicted count, cut to 0
// .. 1) - 1, so never above 0. An n-gram said twice counts twice: the state knows the last words, not all of
// them. State: the last words of which a predicted n-gram can consist. Immutable and shareable between
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decode/feature.h"
#include "kernel/model.h"

namespace calque::decode {

class KernelRegression final : public Feature {
 public:
  KernelRegression(std::shared_ptr<const kernel::KernelModel> model, text::VocabularyView target_vocabulary);

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kContinuation; }
  std::size_t state_bytes() const override { return (order_ - 1) * sizeof(std::uint32_t); }
  void write_begin_state(std::byte* state) const override;
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  void estimate_prepared(const SourceSentence& sentence, const TranslationOption& option,
                         SentenceCache* cache, std::span<float> scores) const override;
  bool estimate_uses_sentence() const override { return true; }
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare_sentence(const SourceSentence& sentence, SentenceCache& cache) const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  std::uint32_t model_word(const SourceSentence& sentence, text::WordId word) const;

  std::shared_ptr<const kernel::KernelModel> model_;
  std::size_t order_;
  std::vector<std::uint32_t> model_words_;  // by target word
  FeatureDescription description_;
};

}  // namespace calque::decode
