#include "pipeline/phrase_alternatives.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace calque::pipeline {

std::vector<PhraseAlternatives> alternatives_of(const decode::Response& response,
                                                const ShownTranslation& shown, std::size_t wanted,
                                                const text::Restorer& restorer) {
  std::vector<PhraseAlternatives> all;
  const decode::Translation& translation = response.translations.at(shown.number);
  for (const decode::PhraseStep& step : translation.phrases) {
    PhraseAlternatives& alternatives =
        all.emplace_back(PhraseAlternatives{{step.source.begin, step.source.end}, {}});
    const auto of_span =
        std::find_if(response.alternatives.begin(), response.alternatives.end(),
                     [&](const decode::SpanOptions& options) { return options.source == step.source; });
    if (of_span == response.alternatives.end()) continue;
    const auto taken = std::span(translation.words).subspan(step.target.begin, step.target.size());
    const auto taken_as_shown = shown.words.subspan(step.target.begin, step.target.size());
    for (std::size_t i = 0; i < of_span->options.size(); ++i) {
      const decode::SpanOption& option = of_span->options[i];
      const bool is_taken = std::equal(option.words.begin(), option.words.end(), taken.begin(), taken.end());
      if (i >= wanted && !is_taken) continue;
      if (alternatives.options.size() == wanted) alternatives.options.pop_back();
      const auto as_shown = is_taken ? taken_as_shown : std::span<const std::string>(option.words);
      const std::vector<std::string_view> words(as_shown.begin(), as_shown.end());
      alternatives.options.push_back(
          {restorer.restore_phrase(words), option.p_target_given_source, option.estimate});
    }
  }
  return all;
}

}  // namespace calque::pipeline
