// The n-gram language model as a feature: natural log probability of the target words and of the sentence
// end.
//
// State: the model's context, without the bytes that its order does not use.
#pragma once

#include <memory>

#include "decode/feature.h"
#include "decode/features/option_words.h"

namespace calque::decode {

// Which of a system's language models it is: they share the default weight.
struct LanguageModelNumber {
  std::size_t number = 0;  // its feature is called LM0, LM1, ...
  std::size_t of = 1;
};

class LanguageModel final : public StatefulFeature {
 public:
  LanguageModel(std::shared_ptr<const lm::Model> model, text::VocabularyView target_vocabulary,
                const LanguageModelNumber& number = {});

  void write_begin_state(std::byte* state) const override;
  void estimate(const OptionContext& context, std::span<float> scores) const override;
  std::unique_ptr<SentenceCache> new_sentence_cache() const override;
  void apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before, std::byte* after,
             std::span<float> scores) const noexcept override;

 private:
  LanguageModelWords words_;
};

}  // namespace calque::decode
