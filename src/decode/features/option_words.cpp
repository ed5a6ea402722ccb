#include "decode/features/option_words.h"

#include <utility>

namespace calque::decode {

LanguageModelWords::LanguageModelWords(std::shared_ptr<const lm::Model> model,
                                       text::VocabularyView target_vocabulary)
    : model_(std::move(model)) {
  model_words_.reserve(target_vocabulary.size());
  for (std::size_t i = 0; i < target_vocabulary.size(); ++i) {
    model_words_.push_back(model_->find(target_vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)})));
  }
}

text::WordId LanguageModelWords::find(const SourceSentence& sentence, text::WordId target_word) const {
  const std::size_t index = text::index_of(target_word);
  if (index < sentence.first_copied_id) return model_words_[index];
  return model_->find(sentence.outside_text(index));
}

LanguageModelWords::LogProbs LanguageModelWords::log_probs_alone(const SourceSentence& sentence,
                                                                 const TranslationOption& option) const {
  lm::State state = model_->empty_state();
  LogProbs log_probs;
  for (std::size_t i = 0; i < option.target.size(); ++i) {
    log_probs.all += model_->score(state, find(sentence, option.target[i]), state);
    if (i == 0) log_probs.first = log_probs.all;
  }
  return log_probs;
}

void OptionWords::prepare_options(const SourceSentence& sentence,
                                  std::span<const TranslationOption> options) {
  const lm::Model& model = model_words_.model();
  begin_.clear();
  words_.clear();
  for (const TranslationOption& option : options) {
    const std::size_t first = words_.size();
    begin_.push_back(static_cast<std::uint32_t>(first));
    lm::State state = model.empty_state();
    for (const text::WordId word : option.target) {
      Word& next = words_.emplace_back();
      next.word = model_words_.find(sentence, word);
      next.rest = model.score(state, next.word, state);
      next.state = state;
    }
    float rest = 0;
    for (std::size_t i = words_.size(); i-- > first;) rest += std::exchange(words_[i].rest, rest);
  }
  begin_.push_back(static_cast<std::uint32_t>(words_.size()));
}

// Once the model is in the state that the option's own words lead to, the words before them no longer matter.
LanguageModelWords::LogProbs OptionWords::extend(const ApplyContext& context,
                                                 lm::State& state) const noexcept {
  const lm::Model& model = model_words_.model();
  const Word* const begin = words_.data() + begin_[context.option.index];
  const Word* const end = words_.data() + begin_[context.option.index + 1];
  LanguageModelWords::LogProbs log_probs;
  for (const Word* next = begin; next < end; ++next) {
    log_probs.all += model.score(state, next->word, state);
    if (next == begin) log_probs.first = log_probs.all;
    if (state != next->state) continue;
    log_probs.all += next->rest;
    state = (end - 1)->state;
    break;
  }
  if (context.completes_sentence) {
    log_probs.all += model.score(state, model.sentence_end(), state);
    state = model.empty_state();
  }
  return log_probs;
}

}  // namespace calque::decode
