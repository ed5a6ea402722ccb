#include "lm/query/mixture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/parse.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {
namespace {

constexpr std::size_t kWordsAtOnce = 256;

}  // namespace

ModelMixture::ModelMixture(std::vector<const Model*> models, std::vector<double> weights)
    : models_(std::move(models)), weights_(std::move(weights)) {
  if (models_.empty() || weights_.size() != models_.size() ||
      !std::all_of(weights_.begin(), weights_.end(), [](double weight) { return std::isfinite(weight); })) {
    throw UsageError({}, "a mixture needs models and one finite weight for each of them",
                     "give as many weights as models");
  }
  text::Vocabulary words;
  for (const Model* model : models_) {
    for (std::uint32_t i = 0; i < model->vocabulary().size(); ++i)
      words.add(model->vocabulary().word(text::WordId{i}));
  }
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.word(text::WordId{i});
    if (word == kSentenceBeginWord) continue;  // never follows anything
    const std::vector<text::WordId> ids = word == kSentenceEndWord ? sentence_end() : find(word);
    all_words_.insert(all_words_.end(), ids.begin(), ids.end());
  }
}

std::vector<text::WordId> ModelMixture::find(std::string_view word) const {
  std::vector<text::WordId> ids;
  for (const Model* model : models_) ids.push_back(model->find(word));
  return ids;
}

std::vector<State> ModelMixture::begin_states() const {
  std::vector<State> states;
  for (const Model* model : models_) states.push_back(model->begin_state());
  return states;
}

std::vector<text::WordId> ModelMixture::sentence_end() const {
  std::vector<text::WordId> ids;
  for (const Model* model : models_) ids.push_back(model->sentence_end());
  return ids;
}

double ModelMixture::score(std::span<State> states, std::span<const text::WordId> ids) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < models_.size(); ++i)
    sum += weights_[i] * double{models_[i]->score(states[i], ids[i], states[i])};
  return sum;
}

double ModelMixture::log_normalizer(std::span<const State> states) const {
  const std::size_t words = all_words_.size() / size();
  std::vector<double> scores(words, 0.0);
  std::vector<Query> queries(kWordsAtOnce);
  std::vector<State> unused(kWordsAtOnce);
  for (std::size_t m = 0; m < size(); ++m) {
    for (std::size_t first = 0; first < words; first += kWordsAtOnce) {
      const std::size_t count = std::min(kWordsAtOnce, words - first);
      for (std::size_t i = 0; i < count; ++i)
        queries[i] = {&states[m], all_words_[(first + i) * size() + m], &unused[i]};
      models_[m]->score_batch(std::span(queries).first(count));
      for (std::size_t i = 0; i < count; ++i) scores[first + i] += weights_[m] * double{queries[i].log_prob};
    }
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (const double score : scores) sum += std::exp(score - largest);
  return largest + std::log(sum);
}

TextScore ModelMixture::score_line(std::string_view line, bool normalized) const {
  TextScore total;
  total.sentences = 1;
  std::vector<State> states = begin_states();
  const auto add = [&](const std::vector<text::WordId>& ids, bool is_known) {
    const double normalizer = normalized ? log_normalizer(states) : 0.0;
    add_token(total, score(states, ids) - normalizer, is_known);
  };
  for (const std::string_view word : split_words(line)) {
    const std::vector<text::WordId> ids = find(word);
    bool is_known = false;
    for (std::size_t i = 0; i < size(); ++i) is_known = is_known || ids[i] != models_[i]->unknown();
    add(ids, is_known);
  }
  add(sentence_end(), true);
  return total;
}

}  // namespace calque::lm
