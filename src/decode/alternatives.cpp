#include "decode/alternatives.h"

#include <cmath>
#include <set>
#include <utility>

#include "phrase/types.h"

namespace calque::decode {
namespace {

SpanOption shown(const ModelView& model, const SourceSentence& sentence, const TranslationOption& option,
                 double estimate) {
  SpanOption shown;
  for (const text::WordId word : option.target) shown.words.emplace_back(target_text(model, sentence, word));
  if (option.pair != kNoPair) {
    constexpr std::size_t kDirect = phrase::index_of(phrase::Score::kTargetGivenSource);
    shown.p_target_given_source = std::exp(double{option.log_scores[kDirect]});
  }
  shown.estimate = estimate;
  return shown;
}

}  // namespace

void append_alternatives(const ModelView& model, const SourceSentence& sentence, text::Span segment,
                         const OptionTable& table, const std::vector<Translation>& translations,
                         std::vector<SpanOptions>& out) {
  std::set<text::Span> spans;
  for (const Translation& translation : translations) {
    for (const PhraseStep& step : translation.phrases) spans.insert(step.source);
  }
  for (const text::Span span : spans) {
    SpanOptions& found = out.emplace_back(SpanOptions{span, {}});
    std::set<std::vector<std::string>> seen;
    const text::Span range = table.range(span.begin - segment.begin, span.size());
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      SpanOption option = shown(model, sentence, table.option(i), table.score(i).estimate);
      if (seen.insert(option.words).second) found.options.push_back(std::move(option));
    }
  }
}

}  // namespace calque::decode
