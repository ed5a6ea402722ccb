#include "decode/realise.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace calque::decode {
namespace {

// The states of all features along one derivation.
class Rescorer {
 public:
  Rescorer(const ModelView& model, const SourceSentence& sentence, const SearchTask& task,
           const Workspace& workspace)
      : model_(model),
        sentence_(sentence),
        workspace_(workspace),
        previous_end_(task.previous_end),
        before_(task.begin_states.begin(), task.begin_states.end()),
        after_(before_),
        values_(model.features.score_count()) {}

  void step(const TranslationOption& option, bool completes_sentence, std::vector<double>& totals) {
    const FeatureSet& features = model_.features;
    for (std::size_t i = 0; i < features.size(); ++i) {
      const Feature& feature = features[i];
      const std::span<float> scores(values_.data(), feature.description().score_count());
      if (feature.scope() == Scope::kOption) {
        feature.estimate(sentence_, option, scores);
      } else {
        feature.apply({option, previous_end_, completes_sentence}, workspace_.preparations[i].get(),
                      before_.data() + features.state_offset(i), after_.data() + features.state_offset(i),
                      scores);
      }
      for (std::size_t k = 0; k < scores.size(); ++k)
        totals[features.score_offset(i) + k] += double{scores[k]};
    }
    before_.swap(after_);
    previous_end_ = option.source.end;
  }

 private:
  const ModelView& model_;
  const SourceSentence& sentence_;
  const Workspace& workspace_;
  std::uint32_t previous_end_;
  std::vector<std::byte> before_;
  std::vector<std::byte> after_;
  std::vector<float> values_;
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

Translation realise(const ModelView& model, const SourceSentence& sentence, const SearchTask& task,
                    const Workspace& workspace, const Derivation& derivation) {
  if (!std::isfinite(derivation.score)) {
    throw NumericError("the score of a translation is not finite",
                       "check the weights and the models' scores");
  }
  Translation translation;
  translation.score = derivation.score;
  translation.features.assign(model.features.score_count(), 0.0);
  Rescorer rescorer(model, sentence, task, workspace);
  for (std::size_t i = 0; i < derivation.options.size(); ++i) {
    const TranslationOption& option = workspace.options.option(derivation.options[i]);
    rescorer.step(option, task.ends_sentence && i + 1 == derivation.options.size(), translation.features);
    append_words(model, sentence, option, translation);
  }
  std::sort(translation.alignment.begin(), translation.alignment.end());
  std::sort(translation.unknown.begin(), translation.unknown.end());
  return translation;
}

std::string joined(const Translation& translation) {
  std::string text;
  for (const std::string& word : translation.words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace calque::decode
