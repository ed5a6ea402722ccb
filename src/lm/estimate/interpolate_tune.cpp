#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parse.h"
#include "lm/estimate/interpolate.h"
#include "lm/query/model.h"
#include "store/text_file.h"
#include "text/utf8.h"

namespace calque::lm {
namespace {

constexpr unsigned kMaxRounds = 200;
constexpr double kSmallestStep = 1e-7;  // of any weight

// p_k(token) for each token that some model knows, the models one after the other for each token.
struct TokenProbs {
  std::vector<double> probs;
  std::size_t models = 0;

  std::size_t tokens() const { return probs.size() / models; }
};

// Walks all models along one sentence.
class SentenceScorer {
 public:
  explicit SentenceScorer(std::span<const NgramModelData> models) {
    for (const NgramModelData& model : models) models_.push_back(Model::from_data(model));
  }

  void score(const std::vector<std::string_view>& words, TokenProbs& out) {
    std::vector<State> states;
    for (const Model& model : models_) states.push_back(model.begin_state());
    for (std::size_t i = 0; i <= words.size(); ++i) {
      const std::size_t begin = out.probs.size();
      bool is_known = false;
      for (std::size_t k = 0; k < models_.size(); ++k) {
        const text::WordId word = i == words.size() ? models_[k].sentence_end() : models_[k].find(words[i]);
        const double prob = std::exp(static_cast<double>(models_[k].score(states[k], word, states[k])));
        const bool knows = word != models_[k].unknown();
        is_known = is_known || knows;
        out.probs.push_back(knows ? prob : 0.0);
      }
      if (!is_known) out.probs.resize(begin);
    }
  }

 private:
  std::vector<Model> models_;
};

TokenProbs score_text(std::span<const NgramModelData> models, const std::string& path) {
  SentenceScorer scorer(models);
  TokenProbs result;
  result.models = models.size();
  store::LineReader reader(path);
  std::vector<std::string_view> words;
  for (std::string line; reader.next(line);) {
    text::check_utf8(line, reader.place());
    split_words(line, words);
    scorer.score(words, result);
  }
  if (result.probs.empty()) {
    throw DataError({path}, "there is nothing in this text to tune weights on", "give a text with sentences");
  }
  return result;
}

// One round of expectation maximisation; returns the mean log probability before it.
double improve(const TokenProbs& tokens, std::vector<double>& weights) {
  std::vector<double> shares(weights.size(), 0.0);
  double log_sum = 0.0;
  for (std::size_t t = 0; t < tokens.tokens(); ++t) {
    const double* probs = tokens.probs.data() + t * tokens.models;
    double sum = 0.0;
    for (std::size_t k = 0; k < weights.size(); ++k) sum += weights[k] * probs[k];
    if (sum <= 0.0) continue;  // known only to a model whose weight has sunk to nothing
    log_sum += std::log(sum);
    for (std::size_t k = 0; k < weights.size(); ++k) shares[k] += weights[k] * probs[k] / sum;
  }
  double total = 0.0;
  for (const double share : shares) total += share;
  for (std::size_t k = 0; k < weights.size(); ++k) weights[k] = shares[k] / total;
  return log_sum / static_cast<double>(tokens.tokens());
}

}  // namespace

TunedWeights tune_weights(std::span<const NgramModelData> models, const std::string& text_path) {
  if (models.empty()) throw UsageError({}, "there is no model to interpolate", "name at least one");
  const TokenProbs tokens = score_text(models, text_path);
  TunedWeights result;
  result.weights.assign(models.size(), 1.0 / static_cast<double>(models.size()));
  while (result.rounds < kMaxRounds) {
    const std::vector<double> before = result.weights;
    result.perplexity = std::exp(-improve(tokens, result.weights));
    ++result.rounds;
    double step = 0.0;
    for (std::size_t k = 0; k < before.size(); ++k)
      step = std::max(step, std::abs(result.weights[k] - before[k]));
    if (step < kSmallestStep) break;
  }
  return result;
}

}  // namespace calque::lm
