#include "decode/decoder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/parse.h"
#include "decode/build_translation.h"
#include "decode/k_best.h"
#include "decode/preferred.h"
#include "decode/search_graph_format.h"
#include "decode/segments.h"

namespace calque::decode {
namespace {

// Keeps the first of translations with the same words.
void drop_repeats(std::vector<Translation>& translations) {
  std::set<std::vector<std::string>> seen;
  std::erase_if(translations,
                [&](const Translation& translation) { return !seen.insert(translation.words).second; });
}

// Searches for a given translation look among few hypotheses, so they can afford to keep nearly all.
constexpr std::uint32_t kReferenceStackSize = 5000;
constexpr std::uint32_t kMaxWordsAtOnce = 2000;

SearchOptions options_for(const Request& request, const SearchOptions& standard) {
  SearchOptions options = request.options.value_or(standard);
  if (request.options) options.validate();
  if (request.reference) {
    options.search = SearchAlgorithm::kStacks;
    options.stack_size = std::max(options.stack_size.value_or(0), kReferenceStackSize);
    options.beam_threshold = 0;
    options.early_discarding = 0;
    options.table_limit = 0;
    options.frequent_limit = 0;
  }
  if (request.needs_one_segment()) {
    if (request.words.size() > kMaxWordsAtOnce) {
      throw UsageError({},
                       "a sentence with markup, a given translation or a search graph has over 2,000 words",
                       "cut it into shorter ones");
    }
    options.segment_limit = kMaxWordsAtOnce;
  }
  for (const Suggestion& suggestion : request.suggestions) {
    CALQUE_CHECK(!suggestion.words.empty() && !suggestion.source.empty());
    CALQUE_CHECK(suggestion.source.end <= request.words.size());
  }
  return options;
}

std::vector<std::string_view> words_of(const std::vector<Suggestion>& suggestions) {
  std::vector<std::string_view> words;
  for (const Suggestion& suggestion : suggestions)
    words.insert(words.end(), suggestion.words.begin(), suggestion.words.end());
  return words;
}

void show_placeholders(const Request& request, std::vector<Translation>& translations) {
  for (Translation& translation : translations) {
    for (const Placeholder& placeholder : request.placeholders) {
      for (const text::Link& link : translation.alignment) {
        if (link.source != placeholder.position) continue;
        if (translation.words[link.target] != request.words[placeholder.position]) continue;
        translation.words[link.target] = placeholder.text;
        break;
      }
    }
  }
}

}  // namespace

Decoder::Decoder(DecoderParts decoder_parts, const Weights& weights, const SearchOptions& options)
    : decoder_parts_(std::move(decoder_parts)), options_(options) {
  CALQUE_CHECK(decoder_parts_.phrases != nullptr && decoder_parts_.features != nullptr);
  options_.validate();
  weights_ = flatten(weights, decoder_parts_.features->descriptions());
}

void Decoder::prepare(const SourceSentence& sentence, text::Span segment, const Request& request,
                      const SearchOptions& options, Workspace& workspace) const {
  const FeatureSet& features = *decoder_parts_.features;
  if (workspace.caches_of != decoder_parts_.features) {
    workspace.caches = features.new_sentence_caches();
    workspace.options.forget();
    workspace.caches_of = decoder_parts_.features;
  }
  if (workspace.options_of != decoder_parts_.phrases || workspace.options_weights != weights_ ||
      workspace.options_limit != options.table_limit ||
      workspace.options_frequent_limit != options.frequent_limit) {
    workspace.options.forget();
    workspace.options_of = decoder_parts_.phrases;
    workspace.options_weights = weights_;
    workspace.options_limit = options.table_limit;
    workspace.options_frequent_limit = options.frequent_limit;
  }
  for (const auto& cache : workspace.caches) {
    if (cache != nullptr) cache->prepare_sentence(sentence);
  }
  ModelView prepared_model = model();
  prepared_model.caches = workspace.caches;
  if (has_preferred(request)) {
    Request raised = request;
    raised.suggestions = raise_preferred(prepared_model, options, sentence, segment, request, workspace);
    workspace.options.build(prepared_model, options, sentence, segment, raised);
  } else {
    workspace.options.build(prepared_model, options, sentence, segment, request);
  }
  for (const auto& cache : workspace.caches) {
    if (cache != nullptr) cache->prepare_options(sentence, workspace.options.options());
  }
  workspace.future.build(workspace.options, segment.size());
  if (request.reference) {
    workspace.reference.build(model(), sentence, *request.reference, workspace.options.options());
  }
}

std::vector<Translation> Decoder::translate(std::span<const std::string_view> source, Workspace& workspace,
                                            std::size_t n) const {
  return translate({.words = source, .n = n}, workspace).translations;
}

Response Decoder::translate(const Request& request, Workspace& workspace) const {
  const SearchOptions options = options_for(request, options_);
  const PhraseSource& phrases = *decoder_parts_.phrases;
  const FeatureSet& features = *decoder_parts_.features;
  workspace.source_ids.clear();
  for (const std::string_view word : request.words) {
    workspace.source_ids.push_back(phrases.source_word(word).value_or(kUnknownSourceWord));
  }
  const std::vector<std::string_view> extra_words = words_of(request.suggestions);
  CALQUE_CHECK(phrases.target_vocabulary_size() + request.words.size() + extra_words.size() <
               text::index_of(kUnknownSourceWord));
  const SourceSentence sentence{request.words, workspace.source_ids,
                                static_cast<std::uint32_t>(phrases.target_vocabulary_size()), extra_words};

  const std::vector<text::Span> segments = split_segments(request.words, options);
  if (segments.empty()) {
    if (request.reference && !request.reference->empty()) return {};
    Translation nothing;
    nothing.features.resize(features.score_count());
    return {{nothing}, {}, {}};
  }
  const std::size_t n = std::max<std::size_t>(request.n, 1);
  std::vector<std::byte> states(features.state_bytes());
  features.write_begin_states(states.data());
  std::uint32_t previous_end = 0;
  std::vector<std::vector<Translation>> parts;
  Response response;
  for (const text::Span segment : segments) {
    prepare(sentence, segment, request, options, workspace);
    const bool last = segment.end == request.words.size();
    const SearchTask task{.segment = segment,
                          .ends_sentence = last,
                          .previous_end = previous_end,
                          .begin_states = states,
                          .keep_alternatives = n > 1 || request.with_graph || request.with_expectation,
                          .constraints = &request.constraints,
                          .reference = request.reference ? &workspace.reference : nullptr,
                          .interrupt = &request.interrupt};
    Search search(model(), options, task, workspace);
    auto finals = search.run();
    if (request.with_graph)
      response.graph = format_search_graph(request.number, model(), sentence, workspace);
    if (finals.empty()) return response;
    if (request.with_expectation) {
      const ModelView view = model();
      response.expectation = expect_features({view, sentence, task, workspace}, search, finals);
    }
    // The next segment continues from the best hypothesis, so only derivations that end like it can be joined
    // to it.
    if (!last) finals = finals.first(1);
    parts.push_back(read_derivations(sentence, task, finals, workspace, request, options.distinct));
    previous_end = search.source_end(finals[0]);
    std::vector<std::byte> end_states(states.size());
    search.write_states(finals[0], end_states);
    states = std::move(end_states);
    if (request.with_alternatives)
      add_alternatives(sentence, segment, request, options, workspace, parts.back(), response);
  }
  response.translations = parts.size() == 1 ? std::move(parts[0]) : join_parts(parts, n);
  if (parts.size() > 1 && options.distinct) drop_repeats(response.translations);
  show_placeholders(request, response.translations);
  return response;
}

// Uses up the workspace's options.
void Decoder::add_alternatives(const SourceSentence& sentence, text::Span segment, const Request& request,
                               const SearchOptions& options, Workspace& workspace,
                               const std::vector<Translation>& translations, Response& response) const {
  ModelView view = model();
  view.caches = workspace.caches;
  const auto is_exclusive = [](const Suggestion& suggestion) { return suggestion.exclusive; };
  if (std::any_of(request.suggestions.begin(), request.suggestions.end(), is_exclusive)) {
    // What stood alone is shown beside what it kept away.
    Request all = request;
    for (Suggestion& suggestion : all.suggestions) suggestion.exclusive = false;
    workspace.options.build(view, options, sentence, segment, all);
    append_alternatives(view, sentence, segment, workspace.options, translations, response.alternatives);
    return;
  }
  append_alternatives(view, sentence, segment, workspace.options, translations, response.alternatives);
}

std::vector<Translation> Decoder::read_derivations(const SourceSentence& sentence, const SearchTask& task,
                                                   std::span<const std::uint32_t> finals,
                                                   const Workspace& workspace, const Request& request,
                                                   bool distinct) const {
  const std::size_t n = std::max<std::size_t>(request.n, 1);
  std::vector<Translation> translations;
  // Other ids may still have the same text: a copied word and one of the vocabulary.
  std::set<std::vector<std::string>> seen;
  const ModelView view = model();
  const DerivationContext input{view, sentence, task, workspace, request.with_indicators, request.explain};
  const auto take = [&](const Derivation& derivation) {
    Translation translation = build_translation(input, derivation);
    if (!distinct || seen.insert(translation.words).second) translations.push_back(std::move(translation));
    return translations.size() < n;
  };
  for_each_derivation(workspace.graph, finals, workspace.options.options(),
                      distinct ? Repeats::kDrop : Repeats::kKeep, take);
  return translations;
}

Translation Decoder::translate_line(std::string_view line, Workspace& workspace) const {
  const std::vector<std::string_view> words = split_words(line);
  return std::move(translate(words, workspace)[0]);
}

}  // namespace calque::decode
