#include "decode/features/language_model.h"

#include <string>
#include <utility>

namespace calque::decode {
namespace {

// A target word of an option, and what is known about the option from there on if nothing stands before it.
struct PreparedWord {
  text::WordId word{0};  // in the language model's ids
  float rest = 0;        // log probability of the option's words after this one
  lm::State state;       // after this word
};

struct PreparedWords final : Preparation {
  std::vector<std::uint32_t> begin;  // by option; one more entry at the end
  std::vector<PreparedWord> words;
};

}  // namespace

LanguageModel::LanguageModel(std::shared_ptr<const lm::Model> model, text::VocabularyView target_vocabulary,
                             const LanguageModelPlace& place)
    : model_(std::move(model)),
      state_bytes_(lm::packed_state_bytes(model_->order())),
      description_{"LM" + std::to_string(place.number), {0.5 / static_cast<double>(place.of)}} {
  model_words_.reserve(target_vocabulary.size());
  for (std::size_t i = 0; i < target_vocabulary.size(); ++i) {
    model_words_.push_back(model_->find(target_vocabulary.word(text::WordId{static_cast<std::uint32_t>(i)})));
  }
}

text::WordId LanguageModel::model_word(const SourceSentence& sentence, text::WordId target_word) const {
  const std::size_t index = text::index_of(target_word);
  if (index < sentence.first_copied_id) return model_words_[index];
  return model_->find(sentence.outside_text(index));
}

void LanguageModel::write_begin_state(std::byte* state) const {
  lm::pack_state(model_->begin_state(), model_->order(), state);
}

void LanguageModel::estimate(const SourceSentence& sentence, const TranslationOption& option,
                             std::span<float> scores) const {
  lm::State state = model_->empty_state();
  float log_prob = 0;
  for (const text::WordId word : option.target)
    log_prob += model_->score(state, model_word(sentence, word), state);
  scores[0] = log_prob;
}

std::unique_ptr<Preparation> LanguageModel::new_preparation() const {
  return std::make_unique<PreparedWords>();
}

void LanguageModel::prepare(const SourceSentence& sentence, std::span<const TranslationOption> options,
                            Preparation& preparation) const {
  auto& prepared = static_cast<PreparedWords&>(preparation);
  prepared.begin.clear();
  prepared.words.clear();
  for (const TranslationOption& option : options) {
    const std::size_t first = prepared.words.size();
    prepared.begin.push_back(static_cast<std::uint32_t>(first));
    lm::State state = model_->empty_state();
    for (const text::WordId word : option.target) {
      PreparedWord& next = prepared.words.emplace_back();
      next.word = model_word(sentence, word);
      next.rest = model_->score(state, next.word, state);
      next.state = state;
    }
    float rest = 0;
    for (std::size_t i = prepared.words.size(); i-- > first;)
      rest += std::exchange(prepared.words[i].rest, rest);
  }
  prepared.begin.push_back(static_cast<std::uint32_t>(prepared.words.size()));
}

// Once the model is in the state that the option's own words lead to, what stands before them has no say.
void LanguageModel::apply(const ApplyContext& context, Preparation* preparation, const std::byte* before,
                          std::byte* after, std::span<float> scores) const noexcept {
  auto& prepared = static_cast<PreparedWords&>(*preparation);
  const PreparedWord* const begin = prepared.words.data() + prepared.begin[context.option.index];
  const PreparedWord* const end = prepared.words.data() + prepared.begin[context.option.index + 1];
  lm::State state = lm::unpack_state(before, model_->order());
  float log_prob = 0;
  for (const PreparedWord* next = begin; next < end; ++next) {
    log_prob += model_->score(state, next->word, state);
    if (state != next->state) continue;
    log_prob += next->rest;
    state = (end - 1)->state;
    break;
  }
  if (context.completes_sentence) {
    log_prob += model_->score(state, model_->sentence_end(), state);
    state = model_->empty_state();  // nothing follows, so all ends are alike
  }
  lm::pack_state(state, model_->order(), after);
  scores[0] = log_prob;
}

}  // namespace calque::decode
