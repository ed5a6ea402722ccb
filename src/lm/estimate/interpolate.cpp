#include "lm/estimate/interpolate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "lm/estimate/ngram_union.h"
#include "lm/estimate/prune.h"

namespace calque::lm {
namespace {

constexpr double kImpossible = -HUGE_VAL;

// The probabilities that one model gives to all n-grams of the union, one length after the other.
class ModelProbs {
 public:
  ModelProbs(const NgramModelData& model, const NgramUnion& all, std::size_t k, Mixture mixture)
      : model_(model), all_(all), number_(all.number[k]) {
    const NgramLevel& unigrams = model.levels[0];
    const double unknown =
        mixture == Mixture::kLinear ? kImpossible : static_cast<double>(unigrams.log_prob[kUnknownIndex]);
    for (const std::uint32_t word : number_[0])
      log_probs_.push_back(word == kNoNgram ? unknown : static_cast<double>(unigrams.log_prob[word]));
  }

  // log p(last word | the words before it) for each n-gram of the present length.
  const std::vector<double>& log_probs() const { return log_probs_; }
  // Natural log; 0 for contexts that the model does not have. `i` is of length n.
  double backoff(unsigned n, std::size_t i) const {
    const std::uint32_t number = n < model_.order() ? number_[n - 1][i] : kNoNgram;
    return number == kNoNgram ? 0.0 : static_cast<double>(model_.levels[n - 1].backoff[number]);
  }
  // Goes on to length n.
  void advance(unsigned n) {
    const NgramLevel& level = all_.data.levels[n - 1];
    std::vector<double> longer(level.size());
    for (std::size_t i = 0; i < longer.size(); ++i) {
      const std::uint32_t number = number_[n - 1][i];
      longer[i] = number != kNoNgram ? static_cast<double>(model_.levels[n - 1].log_prob[number])
                                     : backoff(n - 1, level.context[i]) + log_probs_[level.suffix[i]];
    }
    log_probs_ = std::move(longer);
  }

 private:
  const NgramModelData& model_;
  const NgramUnion& all_;
  const std::vector<std::vector<std::uint32_t>>& number_;
  std::vector<double> log_probs_;
};

// Σ weight * p, or the same of logarithms, for each n-gram of the present length: as a logarithm.
std::vector<double> mix(const std::vector<ModelProbs>& models, std::span<const double> weights,
                        Mixture mixture) {
  std::vector<double> sums(models[0].log_probs().size(), 0.0);
  for (std::size_t k = 0; k < models.size(); ++k) {
    if (weights[k] == 0.0) continue;
    const std::vector<double>& log_probs = models[k].log_probs();
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] += weights[k] * (mixture == Mixture::kLinear ? std::exp(log_probs[i]) : log_probs[i]);
  }
  if (mixture == Mixture::kLinear) {
    for (double& sum : sums) sum = std::log(sum);
  }
  return sums;
}

void store(const std::vector<double>& log_probs, NgramLevel& level) {
  level.log_prob.resize(log_probs.size());
  for (std::size_t i = 0; i < log_probs.size(); ++i) {
    // A weight of 0 can leave a word without any probability; no file format has that.
    level.log_prob[i] = std::max(static_cast<float>(log_probs[i]), -1000.0F);
  }
}

// Sum over all words but <s> of unnormalised unigram probabilities.
double unigram_sum(const std::vector<double>& log_probs) {
  double sum = 0.0;
  for (std::size_t i = 0; i < log_probs.size(); ++i) {
    if (i != text::index_of(kSentenceBeginId)) sum += std::exp(log_probs[i]);
  }
  return sum;
}

void mix_linear(std::vector<ModelProbs>& models, std::span<const double> weights, NgramModelData& data) {
  store(mix(models, weights, Mixture::kLinear), data.levels[0]);
  data.levels[0].log_prob[text::index_of(kSentenceBeginId)] = 0.0F;
  for (unsigned n = 2; n <= data.order(); ++n) {
    for (ModelProbs& model : models) model.advance(n);
    store(mix(models, weights, Mixture::kLinear), data.levels[n - 1]);
    data.levels[n - 2].backoff.assign(data.levels[n - 2].size(), 0.0F);
    renormalize(data, n - 1, std::vector<std::uint8_t>(data.levels[n - 2].size(), 1));
  }
}

// Products u(w | h) of the models' probabilities; their sum Z(h) over all words follows from Z of the shorter
// context, B(h) (the product of the back-offs) and the words listed after h alone:
// Z(h) = Σ_listed (u(w | h) - B(h) u(w | h')) + B(h) Z(h').
void mix_log_linear(std::vector<ModelProbs>& models, std::span<const double> weights, NgramModelData& data) {
  std::vector<double> products = mix(models, weights, Mixture::kLogLinear);
  std::vector<double> log_sums;  // log Z of the contexts of the present length
  const double empty_sum = std::log(unigram_sum(products));
  std::vector<double> normalized = products;
  for (double& log_prob : normalized) log_prob -= empty_sum;
  store(normalized, data.levels[0]);
  data.levels[0].log_prob[text::index_of(kSentenceBeginId)] = 0.0F;
  std::vector<double> shorter_sums{empty_sum};
  for (unsigned n = 2; n <= data.order(); ++n) {
    NgramLevel& shorter = data.levels[n - 2];
    const NgramLevel& level = data.levels[n - 1];
    std::vector<double> log_backoffs(shorter.size(), 0.0);
    log_sums.assign(shorter.size(), 0.0);
    const auto shorter_sum = [&](std::size_t i) { return shorter_sums[n == 2 ? 0 : shorter.suffix[i]]; };
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      for (std::size_t k = 0; k < models.size(); ++k)
        log_backoffs[i] += weights[k] * models[k].backoff(n - 1, i);
      log_sums[i] = std::exp(log_backoffs[i] + shorter_sum(i));  // a sum until all words are in, then its log
    }
    for (ModelProbs& model : models) model.advance(n);
    std::vector<double> longer = mix(models, weights, Mixture::kLogLinear);
    for (std::size_t i = 0; i < level.size(); ++i) {
      const std::uint32_t context = level.context[i];
      log_sums[context] += std::exp(longer[i]) - std::exp(log_backoffs[context] + products[level.suffix[i]]);
    }
    shorter.backoff.resize(shorter.size());
    for (std::size_t i = 0; i < shorter.size(); ++i) {
      log_sums[i] = std::log(log_sums[i]);
      shorter.backoff[i] = static_cast<float>(log_backoffs[i] + shorter_sum(i) - log_sums[i]);
    }
    normalized = longer;
    for (std::size_t i = 0; i < normalized.size(); ++i) normalized[i] -= log_sums[level.context[i]];
    store(normalized, data.levels[n - 1]);
    products = std::move(longer);
    shorter_sums = log_sums;
  }
}

std::vector<double> checked_weights(std::span<const double> weights, std::size_t models, Mixture mixture) {
  if (models == 0) throw UsageError({}, "there is no model to interpolate", "name at least one");
  if (weights.size() != models) {
    throw UsageError({}, fmt::format("{} weights for {} models", weights.size(), models),
                     "give one weight for each model");
  }
  double sum = 0.0;
  for (const double weight : weights) {
    if (!std::isfinite(weight) || weight < 0.0) {
      throw UsageError({}, fmt::format("a weight of {} cannot be", weight), "give weights of 0 or more");
    }
    sum += weight;
  }
  if (sum == 0.0) throw UsageError({}, "all weights are 0", "give at least one model a weight");
  std::vector<double> result(weights.begin(), weights.end());
  if (mixture == Mixture::kLinear) {
    for (double& weight : result) weight /= sum;
  }
  return result;
}

}  // namespace

NgramModelData interpolate(std::span<const NgramModelData> models, std::span<const double> weights,
                           Mixture mixture) {
  const std::vector<double> used = checked_weights(weights, models.size(), mixture);
  NgramUnion all = unite(models);
  std::vector<ModelProbs> probs;
  for (std::size_t k = 0; k < models.size(); ++k) probs.emplace_back(models[k], all, k, mixture);
  if (mixture == Mixture::kLinear) {
    mix_linear(probs, used, all.data);
  } else {
    mix_log_linear(probs, used, all.data);
  }
  all.data.levels.back().backoff = {};
  return std::move(all.data);
}

}  // namespace calque::lm
