#include "calque/language_model.h"

#include <numbers>
#include <utility>

#include "base/parse.h"
#include "lm/query/model.h"
#include "lm/query/perplexity.h"

namespace calque {
namespace {

double to_log10(float log_prob) {
  return double{log_prob} / std::numbers::ln10;
}

}  // namespace

struct LanguageModel::Shared {
  lm::Model model;

  static lm::State unpack(const State& state) { return {state.length_, state.words_, state.backoffs_}; }
  static State pack(const lm::State& state) {
    State packed;
    packed.length_ = state.length;
    packed.words_ = state.words;
    packed.backoffs_ = state.backoffs;
    return packed;
  }
};

LanguageModel::LanguageModel(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

LanguageModel LanguageModel::load(const std::string& path) {
  return LanguageModel(std::make_shared<const Shared>(Shared{lm::Model::load(path)}));
}

TextScore LanguageModel::score(std::string_view sentence) const {
  return lm::score_line(shared_->model, sentence);
}

std::vector<WordScore> LanguageModel::word_scores(std::string_view sentence, bool begin, bool end) const {
  const lm::Model& model = shared_->model;
  lm::State state = begin ? model.begin_state() : model.empty_state();
  std::vector<WordScore> scores;
  const auto add = [&](text::WordId word, bool oov) {
    lm::State after;
    const double log10 = to_log10(model.score(state, word, after));
    scores.push_back({log10, oov});
    state = after;
  };
  for (const std::string_view word : split_words(sentence)) {
    const text::WordId id = model.find(word);
    add(id, id == model.unknown());
  }
  if (end) add(model.sentence_end(), false);
  return scores;
}

LanguageModel::State LanguageModel::begin_state() const {
  return Shared::pack(shared_->model.begin_state());
}

LanguageModel::State LanguageModel::empty_state() const {
  return Shared::pack(shared_->model.empty_state());
}

double LanguageModel::score(const State& before, std::string_view word, State& after) const {
  lm::State next;
  const float log_prob = shared_->model.score(Shared::unpack(before), shared_->model.find(word), next);
  after = Shared::pack(next);
  return to_log10(log_prob);
}

double LanguageModel::score_end(const State& before) const {
  lm::State ignored;
  return to_log10(shared_->model.score(Shared::unpack(before), shared_->model.sentence_end(), ignored));
}

unsigned LanguageModel::order() const {
  return shared_->model.order();
}

bool LanguageModel::contains(std::string_view word) const {
  return shared_->model.find(word) != shared_->model.unknown();
}

std::uint64_t LanguageModel::ngram_count(unsigned length) const {
  return shared_->model.ngram_count(length);
}

}  // namespace calque
