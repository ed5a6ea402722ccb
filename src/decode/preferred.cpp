#include "decode/preferred.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace calque::decode {
namespace {

// So low that no cover of a span that the future cost finds has the suggestion in it.
constexpr double kNever = -1e4;
double continuation_weight(const ModelView& model) {
  double sum = 0;
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    if (model.features[i].scope() != Scope::kContinuation) continue;
    // The probability comes first; other scores count unknown words and the like.
    sum += std::max(0.0, model.weights[model.features.score_offset(i)]);
  }
  return sum;
}

std::optional<double> estimate_of(const ModelView& model, const SourceSentence& sentence, text::Span segment,
                                  const OptionTable& table, const Suggestion& suggestion) {
  const text::Span range = table.range(suggestion.source.begin - segment.begin, suggestion.source.size());
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const TranslationOption& option = table.option(i);
    if (option.pair != kNoPair || option.copied) continue;
    const auto is_word = [&](text::WordId id, const std::string& word) {
      return target_text(model, sentence, id) == word;
    };
    if (std::ranges::equal(option.target, suggestion.words, is_word)) return table.score(i).estimate;
  }
  return std::nullopt;
}

}  // namespace

bool has_preferred(const Request& request) {
  return std::any_of(request.suggestions.begin(), request.suggestions.end(),
                     [](const Suggestion& suggestion) { return suggestion.preferred; });
}

std::vector<Suggestion> raise_preferred(const ModelView& model, const SearchOptions& options,
                                        const SourceSentence& sentence, text::Span segment,
                                        const Request& request, Workspace& workspace) {
  Request tried = request;
  const auto set_all = [&](double log_prob) {
    for (Suggestion& suggestion : tried.suggestions) {
      if (suggestion.preferred) suggestion.log_prob = log_prob;
    }
    workspace.options.build(model, options, sentence, segment, tried);
  };
  const auto estimates = [&] {
    std::vector<std::optional<double>> found;
    for (const Suggestion& suggestion : tried.suggestions)
      found.push_back(estimate_of(model, sentence, segment, workspace.options, suggestion));
    return found;
  };
  set_all(0);
  const std::vector<std::optional<double>> certain = estimates();
  set_all(kNever);
  const std::vector<std::optional<double>> never = estimates();
  workspace.future.build(workspace.options, segment.size());

  const double language_weight = continuation_weight(model);
  std::vector<Suggestion> raised = request.suggestions;
  for (std::size_t i = 0; i < raised.size(); ++i) {
    if (!raised[i].preferred) continue;
    if (!certain[i] || !never[i]) continue;
    const double gain = (*certain[i] - *never[i]) / -kNever;  // of an estimate, for each unit of log_prob
    if (gain <= 0) continue;
    const text::Span span = raised[i].source;
    // Of the best translation without it, what is not that of the words around it. Phrases that reach beyond
    // the span are part of that.
    const FutureCost& best = workspace.future;
    const double rival = best.score(0, segment.size()) - best.score(0, span.begin - segment.begin) -
                         best.score(span.end - segment.begin, segment.size());
    const double missing = rival + raised[i].margin * language_weight - *certain[i];
    if (std::isfinite(missing)) raised[i].log_prob += std::max(0.0, missing / gain);
  }
  return raised;
}

}  // namespace calque::decode
