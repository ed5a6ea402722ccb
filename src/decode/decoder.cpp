#include "decode/decoder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/parse.h"
#include "decode/k_best.h"
#include "decode/realise.h"
#include "decode/segments.h"

namespace calque::decode {
namespace {

// A list of distinct word sequences gives up after this many derivations per translation asked for.
constexpr std::size_t kDerivationsPerDistinct = 100;

// Keeps the first of translations with the same words.
void drop_repeats(std::vector<Translation>& translations) {
  std::set<std::vector<std::string>> seen;
  std::erase_if(translations,
                [&](const Translation& translation) { return !seen.insert(translation.words).second; });
}

}  // namespace

Decoder::Decoder(Components components, const Weights& weights, const SearchOptions& options)
    : components_(std::move(components)), options_(options) {
  CALQUE_CHECK(components_.phrases != nullptr && components_.features != nullptr);
  options_.validate();
  weights_ = flatten(weights, components_.features->descriptions());
}

void Decoder::prepare(const SourceSentence& sentence, text::Span segment, Workspace& workspace) const {
  const FeatureSet& features = *components_.features;
  if (workspace.prepared_for != components_.features) {
    workspace.preparations = features.new_preparations();
    workspace.options.forget();
    workspace.prepared_for = components_.features;
  }
  if (workspace.options_of != components_.phrases || workspace.options_weights != weights_ ||
      workspace.options_limit != options_.table_limit) {
    workspace.options.forget();
    workspace.options_of = components_.phrases;
    workspace.options_weights = weights_;
    workspace.options_limit = options_.table_limit;
  }
  workspace.options.build(model(), options_, sentence, segment);
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (workspace.preparations[i] == nullptr) continue;
    features[i].prepare(sentence, workspace.options.options(), *workspace.preparations[i]);
  }
  workspace.future.build(workspace.options, segment.size());
}

std::vector<Translation> Decoder::translate(std::span<const std::string_view> source, Workspace& workspace,
                                            std::size_t n) const {
  const PhraseSource& phrases = *components_.phrases;
  const FeatureSet& features = *components_.features;
  workspace.source_ids.clear();
  for (const std::string_view word : source) {
    workspace.source_ids.push_back(phrases.source_word(word).value_or(kUnknownSourceWord));
  }
  CALQUE_CHECK(phrases.target_vocabulary_size() + source.size() < text::index_of(kUnknownSourceWord));
  const SourceSentence sentence{source, workspace.source_ids,
                                static_cast<std::uint32_t>(phrases.target_vocabulary_size())};

  const std::vector<text::Span> segments = split_segments(source, options_);
  if (segments.empty()) {
    Translation nothing;
    nothing.features.resize(features.score_count());
    return {nothing};
  }
  std::vector<std::byte> states(features.state_bytes());
  features.write_begin_states(states.data());
  std::uint32_t previous_end = 0;
  std::vector<std::vector<Translation>> parts;
  for (const text::Span segment : segments) {
    prepare(sentence, segment, workspace);
    const bool last = segment.end == source.size();
    const SearchTask task{segment, last, previous_end, states, n > 1};
    Search search(model(), options_, task, workspace);
    auto finals = search.run();
    // The next segment continues from the best hypothesis, so only derivations that end like it can be joined
    // to it.
    if (!last) finals = finals.first(1);
    parts.push_back(read_derivations(sentence, task, finals, workspace, std::max<std::size_t>(n, 1)));
    previous_end = search.source_end(finals[0]);
    std::vector<std::byte> end_states(states.size());
    search.write_states(finals[0], end_states);
    states = std::move(end_states);
  }
  if (parts.size() == 1) return std::move(parts[0]);
  std::vector<Translation> joins = join_parts(parts, std::max<std::size_t>(n, 1));
  if (options_.distinct) drop_repeats(joins);
  return joins;
}

std::vector<Translation> Decoder::read_derivations(const SourceSentence& sentence, const SearchTask& task,
                                                   std::span<const std::uint32_t> finals,
                                                   const Workspace& workspace, std::size_t n) const {
  std::vector<Translation> translations;
  std::set<std::vector<std::string>> seen;
  std::size_t visited = 0;
  for_each_derivation(workspace.graph, finals, [&](const Derivation& derivation) {
    Translation translation = realise(model(), sentence, task, workspace, derivation);
    if (!options_.distinct || seen.insert(translation.words).second)
      translations.push_back(std::move(translation));
    return translations.size() < n && ++visited / kDerivationsPerDistinct < n;
  });
  return translations;
}

Translation Decoder::translate_line(std::string_view line, Workspace& workspace) const {
  const std::vector<std::string_view> words = split_words(line);
  return std::move(translate(words, workspace)[0]);
}

}  // namespace calque::decode
