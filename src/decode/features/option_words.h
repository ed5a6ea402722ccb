// The target words of a search's options in a language model's ids, and their probabilities once the words
// before are known: shared by the features that query a language model.
//
// The map of words is immutable and shareable between threads; OptionWords is a SentenceCache, so every
// workspace has its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "decode/feature.h"
#include "lm/query/model.h"
#include "text/vocabulary.h"

namespace calque::decode {

// Target words to the ids of a language model, made once.
class LanguageModelWords {
 public:
  LanguageModelWords(std::shared_ptr<const lm::Model> model, text::VocabularyView target_vocabulary);

  const lm::Model& model() const { return *model_; }
  // Copied words are looked up by their text.
  text::WordId find(const SourceSentence& sentence, text::WordId target_word) const;
  // Of the option's words without any context before them.
  struct LogProbs {
    float first = 0;  // of the first word
    float all = 0;    // of all words
  };
  LogProbs log_probs_alone(const SourceSentence& sentence, const TranslationOption& option) const;

 private:
  std::shared_ptr<const lm::Model> model_;
  std::vector<text::WordId> model_words_;  // by target word
};

class OptionWords final : public SentenceCache {
 public:
  explicit OptionWords(const LanguageModelWords& words) : model_words_(words) {}

  void prepare_options(const SourceSentence& sentence, std::span<const TranslationOption> options) override;

  // Of the option's words after `state`, which becomes the state after the option; with the sentence's end if
  // the option completes the sentence, after which all states are equal.
  LanguageModelWords::LogProbs extend(const ApplyContext& context, lm::State& state) const noexcept;

 private:
  // A target word of an option, and what is known of the rest of the option without any context before it.
  struct Word {
    text::WordId word{0};  // in the language model's ids
    float rest = 0;        // log probability of the option's words after this one
    lm::State state;       // after this word
  };

  const LanguageModelWords& model_words_;
  std::vector<std::uint32_t> begin_;  // by option; one more entry at the end
  std::vector<Word> words_;
};

}  // namespace calque::decode
