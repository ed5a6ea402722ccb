#include "decode/reordering_feature.h"

#include <algorithm>
#include <utility>

#include "calque/translation.h"

namespace calque::decode {

ReorderingFeature::ReorderingFeature(FeatureDescription description, const ReorderingTraits& traits)
    : StatefulFeature(std::move(description),
                      {.scope = Scope::kReordering,
                       .state_bytes = traits.position_state_bytes + traits.pending_state_bytes,
                       .upper_bound = traits.upper_bound,
                       .estimates_nothing = traits.estimates_nothing}),
      traits_(traits) {}

void ReorderingFeature::apply(const ApplyContext& context, SentenceCache* cache, const std::byte* before,
                              std::byte* after, std::span<float> scores) const noexcept {
  std::fill(scores.begin(), scores.end(), 0.0F);
  const std::uint32_t reordering_class = classify(context.option.source, before);
  advance(context.option.source, before, after);
  add_backward_scores(cache, context.option, reordering_class, scores);
  if (has_transitions()) add_transition(cache, context.option.source, before, reordering_class, scores);
  add_forward_scores(before + position_state_bytes(), reordering_class, scores);
  write_pending_state(cache, context.option, after + position_state_bytes());
}

namespace {

double weighted_sum(const WeighedClass& weighed) {
  double sum = 0;
  for (std::size_t k = 0; k < weighed.scores.size(); ++k)
    sum += weighed.weights[k] * double{weighed.scores[k]};
  return sum;
}

}  // namespace

void ReorderingFeature::weigh_backward(const WeighedClass& weighed,
                                       std::span<const TranslationOption> options,
                                       std::span<double> sums) const noexcept {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::ranges::fill(weighed.scores, 0.0F);
    add_backward_scores(weighed.cache, options[i], weighed.reordering_class, weighed.scores);
    sums[i] += weighted_sum(weighed);
  }
}

void ReorderingFeature::weigh_forward(const WeighedClass& weighed, const PendingStates& states,
                                      std::span<double> sums) const noexcept {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::ranges::fill(weighed.scores, 0.0F);
    add_forward_scores(states[i], weighed.reordering_class, weighed.scores);
    sums[i] += weighted_sum(weighed);
  }
}

void append_prediction(const ClassPrediction& prediction, std::vector<ReorderingPrediction>& predictions) {
  const std::span<const float> log_probs = prediction.log_probs;
  if (std::ranges::all_of(log_probs, [](float log_prob) { return log_prob == 0.0F; })) return;
  ReorderingPrediction& added = predictions.emplace_back();
  added.model = prediction.model;
  added.direction = prediction.direction;
  added.orientation = prediction.labels[prediction.chosen];
  added.log_prob = double{log_probs[prediction.chosen]};
  for (std::size_t k = 0; k < log_probs.size(); ++k)
    added.distribution.emplace_back(prediction.labels[k], double{log_probs[k]});
}

}  // namespace calque::decode
