#include "decode/features/language_model.h"

#include <string>
#include <utility>

namespace calque::decode {

LanguageModel::LanguageModel(std::shared_ptr<const lm::Model> model, text::VocabularyView target_vocabulary,
                             const LanguageModelNumber& number)
    : StatefulFeature({"LM" + std::to_string(number.number), {0.5 / static_cast<double>(number.of)}},
                      {.scope = Scope::kContinuation,
                       .state_bytes = lm::packed_state_bytes(model->order()),
                       .upper_bound = 0.0F}),
      words_(std::move(model), target_vocabulary) {}

void LanguageModel::write_begin_state(std::byte* state) const {
  lm::pack_state(words_.model().begin_state(), words_.model().order(), state);
}

void LanguageModel::estimate(const OptionContext& context, std::span<float> scores) const {
  scores[0] = words_.log_probs_alone(context.sentence, context.option).all;
}

std::unique_ptr<SentenceCache> LanguageModel::new_sentence_cache() const {
  return std::make_unique<OptionWords>(words_);
}

void LanguageModel::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                          std::byte* after, std::span<float> scores) const noexcept {
  const lm::Model& model = words_.model();
  lm::State state = lm::unpack_state(before, model.order());
  scores[0] = static_cast<const OptionWords*>(cache)->extend(context, state).all;
  lm::pack_state(state, model.order(), after);
}

}  // namespace calque::decode
