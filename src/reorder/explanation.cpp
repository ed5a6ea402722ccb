#include "reorder/explanation.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "text/alignment.h"

namespace calque::reorder {
namespace {

// Positions as links have them, both ends included.
text::Span parse_span(std::string_view text, std::size_t length) {
  const auto fields = split_fields(text, "-");
  const auto first = parse_unsigned(fields.front());
  const auto last = fields.size() > 2 ? std::nullopt : parse_unsigned(fields.back());
  if (!first || !last || *first > *last || *last >= length) {
    throw UsageError({}, fmt::format("'{}' are no positions of a sentence of {} words", text, length),
                     "count from 0 and give the first and the last word, such as --span 2-4");
  }
  return {static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last + 1)};
}

// Words with all that a model looks at.
struct Words {
  std::vector<std::string_view> names;
  std::vector<Key> keys;
  std::vector<std::uint32_t> classes;

  Words(std::string_view text, const ClassLookup& lookup) : names(split_words(text)) {
    for (const std::string_view name : names) {
      keys.push_back(key_of(name));
      if (!lookup.empty()) classes.push_back(lookup.of(keys.back()));
    }
  }
  WordsView view() const { return {keys, classes}; }
};

double spread(const Influence& influence) {
  const auto [minimum, maximum] = std::ranges::minmax(influence.by_class);
  return maximum - minimum;
}

}  // namespace

Explanation explain(const ReorderingModel& model, const PhraseInSentence& phrase) {
  const Words source(phrase.sentence, model.description().source_classes);
  const Words target(phrase.target, model.description().target_classes);
  const text::Span span = parse_span(phrase.span, source.names.size());
  if (target.names.empty() || target.names.size() > phrase::kMaxPhraseLength ||
      span.size() > phrase::kMaxPhraseLength) {
    throw UsageError({}, fmt::format("phrases have 1 to {} words", phrase::kMaxPhraseLength),
                     "name the target phrase with --target");
  }
  std::vector<phrase::InternalLink> links;
  for (const text::Link& link :
       text::parse_pharaoh(phrase.alignment, span.size(), target.names.size(), {"--alignment"}))
    links.push_back({static_cast<std::uint8_t>(link.source), static_cast<std::uint8_t>(link.target)});
  const TargetPhrase target_phrase{target.view(), links};
  const Classifier& classifier = model.classifier();
  Explanation explanation;
  explanation.log_probs.resize(classifier.classes());
  SpanScratch scratch;
  classifier.begin_span(source.view(), span, scratch);
  classifier.log_probs(scratch, target_phrase, explanation.log_probs);
  explanation.influences =
      classifier.influences(source.view(), span, target_phrase, {source.names, target.names});
  std::ranges::stable_sort(explanation.influences, std::ranges::greater(), spread);
  return explanation;
}

}  // namespace calque::reorder
