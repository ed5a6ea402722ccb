#include "decode/build_translation.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"

namespace calque::decode {
namespace {

// The states of all features along one derivation.
class Rescorer {
 public:
  explicit Rescorer(const DerivationContext& input)
      : input_(input),
        previous_end_(input.task.previous_end),
        before_(input.task.begin_states.begin(), input.task.begin_states.end()),
        after_(before_),
        values_(input.model.features.score_count()) {}

  void step(const TranslationOption& option, bool completes_sentence, Translation& translation) {
    score_step(input_, {{option, previous_end_, completes_sentence}, before_.data(), after_.data(), values_});
    for (std::size_t k = 0; k < values_.size(); ++k) translation.features[k] += double{values_[k]};
    if (input_.explain) translation.explanations.push_back(explanation(option));
    if (input_.with_indicators) {
      for (std::size_t i = 0; i < input_.model.features.size(); ++i) count_indicators(i, option);
    }
    before_.swap(after_);
    previous_ = &option;
    previous_end_ = option.source.end;
  }

  std::vector<std::pair<std::string, double>> indicators() const {
    return {indicators_.begin(), indicators_.end()};
  }

 private:
  // Of the step just scored.
  StepExplanation explanation(const TranslationOption& option) const {
    StepExplanation explanation;
    // "+ 0.0" turns minus zero, which penalties make, into zero.
    for (const float value : values_) explanation.features.push_back(double{value} + 0.0);
    for (std::size_t i = 0; i < input_.model.features.size(); ++i)
      input_.model.features[i].append_predictions(as_seen_by(i, option), explanation.reordering);
    return explanation;
  }

  DerivationStep as_seen_by(std::size_t feature, const TranslationOption& option) const {
    return {input_.sentence, option, previous_, before_.data() + input_.model.features.state_offset(feature),
            input_.workspace.caches[feature].get()};
  }

  void count_indicators(std::size_t i, const TranslationOption& option) {
    const Feature& feature = input_.model.features[i];
    names_.clear();
    feature.append_indicators(as_seen_by(i, option), names_);
    for (const std::string& name : names_) indicators_[feature.description().name + "[" + name + "]"] += 1;
  }

  const DerivationContext& input_;
  const TranslationOption* previous_ = nullptr;
  std::uint32_t previous_end_;
  std::vector<std::byte> before_;
  std::vector<std::byte> after_;
  std::vector<float> values_;
  std::vector<std::string> names_;
  std::map<std::string, double> indicators_;
};

void append_words(const ModelView& model, const SourceSentence& sentence, const TranslationOption& option,
                  Translation& translation) {
  const auto begin = static_cast<std::uint32_t>(translation.words.size());
  for (const text::WordId word : option.target) {
    translation.words.emplace_back(target_text(model, sentence, word));
  }
  for (const phrase::InternalLink& link : option.alignment) {
    translation.alignment.push_back({option.source.begin + link.source, begin + link.target});
  }
  translation.phrases.push_back(
      {option.source, {begin, static_cast<std::uint32_t>(translation.words.size())}});
  if (option.copied) translation.unknown.push_back(option.source.begin);
}

}  // namespace

void score_step(const DerivationContext& input, const ScoredStep& step) {
  const FeatureSet& features = input.model.features;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature& feature = features[i];
    const std::span<float> scores = step.values.subspan(features.score_offset(i), feature.score_count());
    SentenceCache* const cache = input.workspace.caches[i].get();
    if (feature.scope() == Scope::kOption) {
      feature.estimate({input.sentence, step.context.option, cache}, scores);
    } else {
      as_stateful(feature).apply(step.context, cache, step.states_before + features.state_offset(i),
                                 step.states_after + features.state_offset(i), scores);
    }
  }
}

Translation build_translation(const DerivationContext& input, const Derivation& derivation) {
  if (!std::isfinite(derivation.score)) {
    throw NumericError("the score of a translation is not finite",
                       "check the weights and the models' scores");
  }
  Translation translation;
  translation.score = derivation.score;
  translation.features.assign(input.model.features.score_count(), 0.0);
  Rescorer rescorer(input);
  for (std::size_t i = 0; i < derivation.options.size(); ++i) {
    const TranslationOption& option = input.workspace.options.option(derivation.options[i]);
    rescorer.step(option, input.task.ends_sentence && i + 1 == derivation.options.size(), translation);
    append_words(input.model, input.sentence, option, translation);
  }
  translation.indicators = rescorer.indicators();
  std::sort(translation.alignment.begin(), translation.alignment.end());
  std::sort(translation.unknown.begin(), translation.unknown.end());
  return translation;
}

}  // namespace calque::decode
