// The target words of a search's options in a language model's ids, and what the model says about them once
// the words before are known: shared by the features that ask a language model.
//
// The map of words is immutable and shareable between threads; OptionWords is a Preparation, so every
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
  // Words carried over are looked up by their text.
  text::WordId find(const SourceSentence& sentence, text::WordId target_word) const;
  // Of the option's words if nothing stands before them.
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
  void prepare(const LanguageModelWords& words, const SourceSentence& sentence,
               std::span<const TranslationOption> options);

  // After `state`, which becomes the state behind the option; with the sentence's end if it comes. After that
  // all states are alike.
  LanguageModelWords::LogProbs say(const lm::Model& model, const ApplyContext& context,
                                   lm::State& state) const noexcept;

 private:
  // A target word of an option, and what is known about the option from there on if nothing stands before it.
  struct Word {
    text::WordId word{0};  // in the language model's ids
    float rest = 0;        // log probability of the option's words after this one
    lm::State state;       // after this word
  };

  std::vector<std::uint32_t> begin_;  // by option; one more entry at the end
  std::vector<Word> words_;
};

}  // namespace calque::decode
