// The n-gram language model as a feature: natural log probability of the words said, and of the sentence end.
//
// State: the model's context, without the places that its order does not use.
#pragma once

#include <memory>

#include "decode/feature.h"
#include "decode/features/option_words.h"

namespace calque::decode {

// Which of a system's language models it is: they share the default weight.
struct LanguageModelPlace {
  std::size_t number = 0;  // its feature is called LM0, LM1, ...
  std::size_t of = 1;
};

class LanguageModel final : public Feature {
 public:
  LanguageModel(std::shared_ptr<const lm::Model> model, text::VocabularyView target_vocabulary,
                const LanguageModelPlace& place = {});

  const FeatureDescription& description() const override { return description_; }
  Scope scope() const override { return Scope::kContinuation; }
  std::size_t state_bytes() const override { return state_bytes_; }
  void write_begin_state(std::byte* state) const override;
  float upper_bound() const override { return 0.0F; }
  void estimate(const SourceSentence& sentence, const TranslationOption& option,
                std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
               SentenceCache& cache) const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  LanguageModelWords words_;
  std::size_t state_bytes_;
  FeatureDescription description_;
};

}  // namespace calque::decode
