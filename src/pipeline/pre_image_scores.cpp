#include "pipeline/pre_image_scores.h"

#include <algorithm>
#include <numeric>

#include "kernel/translation_state.h"

namespace calque::pipeline {
namespace {

// Of each score of the phrase table, as the decoder has it.
constexpr double kPhraseShare = 0.2;
// In |W x - y|^2 predicted counts stand with the factor 2.
constexpr double kGainFactor = 2;
// Cosines differ by little; so much makes them weigh about what distances do (development sets).
constexpr double kCosineFactor = 40;

// A distance is a sum over n-grams; a similarity is not, as it divides by the length of the vector.
bool scores_by_length(const kernel::KernelOptions& options) {
  return options.method == kernel::Method::kLeastSquares && !options.cosine;
}

}  // namespace

std::vector<decode::FeatureDescription> pre_image_features(const kernel::KernelModel& model) {
  const kernel::KernelOptions& options = model.options();
  const std::size_t order = model.target().order();
  std::vector<decode::FeatureDescription> features;
  if (scores_by_length(options)) {
    features.push_back({"KernelSelf0", std::vector<double>(order, 1.0)});
    features.push_back({"KernelGain0", std::vector<double>(order, kGainFactor * options.emphasis)});
  } else {
    features.push_back({"Kernel0", {options.cosine ? kCosineFactor * options.emphasis : 1.0}});
  }
  features.push_back(
      {"TranslationModel0", std::vector<double>(phrase::kScoreCount, kPhraseShare * options.phrase_weight)});
  features.push_back({"LM0", {options.language_model_weight}});
  features.push_back({"WordPenalty0", {0.0}});
  features.push_back({"PhrasePenalty0", {0.0}});
  features.push_back({"Exchange0", {options.swap_cost}});
  return features;
}

PreImageWeights pre_image_weights(const kernel::KernelModel& model, const decode::Weights& weights) {
  const auto values = decode::flatten(weights, pre_image_features(model));
  PreImageWeights result;
  auto next = values.begin();
  if (scores_by_length(model.options())) {
    const auto order = static_cast<std::ptrdiff_t>(model.target().order());
    result.lengths.self.assign(next, next + order);
    result.lengths.gain.assign(next + order, next + 2 * order);
    for (double& weight : result.lengths.gain) weight /= kGainFactor;
    next += 2 * order;
  } else {
    result.similarity = *next++;
  }
  std::copy_n(next, phrase::kScoreCount, result.phrase.begin());
  next += phrase::kScoreCount;
  result.language_model = *next++;
  result.word_penalty = *next++;
  result.phrase_penalty = *next++;
  result.exchange = *next;
  return result;
}

LanguageModelCosts::LanguageModelCosts(const lm::Model& model, std::span<const text::WordId> words,
                                       double weight)
    : model_(model), words_(words), weight_(weight) {}

void LanguageModelCosts::start(std::span<const text::WordId> words) {
  states_.assign(1, model_.begin_state());
  for (const text::WordId word : words) push(word);
}

double LanguageModelCosts::push(text::WordId word) {
  const std::size_t index = text::index_of(word);
  const text::WordId known = index < words_.size() ? words_[index] : model_.unknown();
  lm::State after;
  const double log_prob = double{model_.score(states_.back(), known, after)};
  states_.push_back(after);
  return -weight_ * log_prob;
}

double LanguageModelCosts::end() const {
  lm::State after;
  return -weight_ * double{model_.score(states_.back(), model_.sentence_end(), after)};
}

std::vector<double> kernel_scores(const kernel::KernelModel& model, std::span<const text::WordId> words,
                                  std::size_t column, const kernel::PreImageScores& scores) {
  const std::size_t order = model.target().order();
  std::vector<double> sums(2 * order, 0.0);
  kernel::TranslationState state;
  std::size_t next = 0;
  for (const text::WordId word : words) {
    const auto repeats = kernel::earlier_repeats(state.words(), word, order);
    state.push(word, scores.ngrams);
    for (std::size_t length = 1; next < state.ngrams().size(); ++next, ++length) {
      const std::uint32_t number = state.ngrams()[next];
      const double weight = scores.ngrams[number].weight;
      sums[length - 1] -= weight * (2.0 * repeats[length] + 1.0);
      sums[order + length - 1] += weight * scores.ngrams.predicted(number, column);
    }
  }
  if (scores_by_length(model.options())) return sums;
  const double gain = std::accumulate(sums.begin() + static_cast<std::ptrdiff_t>(order), sums.end(), 0.0);
  return {0.0 - scores.fit.cost(column, gain, state.sums())};
}

}  // namespace calque::pipeline
