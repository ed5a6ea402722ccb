#include "calque/translator.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parse.h"
#include "base/thread_pool.h"
#include "pipeline/correction_builder.h"
#include "pipeline/phrase_lookup.h"
#include "pipeline/system.h"
#include "pipeline/text_translator.h"
#include "text/offset_map.h"

namespace calque {
namespace {

TokenRange range_of(const text::Span& span) {
  return {span.begin, span.end};
}

std::vector<FeatureWeights> features_of(const pipeline::TranslationSystem& system,
                                        const decode::Weights& weights) {
  std::vector<FeatureWeights> features;
  for (const decode::FeatureDescription& description : system.score_descriptions()) {
    FeatureWeights& feature = features.emplace_back(FeatureWeights{description.name, {}});
    for (const auto& group : weights.groups)
      if (group.name == description.name) feature.weights = group.values;
  }
  return features;
}

Translation to_public(decode::Translation&& from) {
  Translation translation;
  translation.tokens = std::move(from.words);
  translation.score = from.score;
  translation.features = std::move(from.features);
  for (const decode::PhraseStep& step : from.phrases)
    translation.phrases.push_back({range_of(step.source), range_of(step.target), {}, {}});
  for (std::size_t i = 0; i < from.explanations.size(); ++i) {
    translation.phrases[i].features = std::move(from.explanations[i].features);
    translation.phrases[i].reordering = std::move(from.explanations[i].reordering);
  }
  for (const text::Link& link : from.alignment) translation.alignment.push_back({link.source, link.target});
  translation.unknown = std::move(from.unknown);
  translation.dropped = std::move(from.dropped);
  translation.sparse_features = std::move(from.indicators);
  return translation;
}

// The blanks around a text are not part of its sentence.
SentenceRange only_sentence(const Request& request, const pipeline::TranslatedText& text,
                            const Translation& translation) {
  const auto source =
      text::without_blanks({0, static_cast<std::uint32_t>(request.text.size())}, request.text);
  return {.source = {source.begin, source.end},
          .target = {0, translation.text.size()},
          .source_tokens = {0, static_cast<std::uint32_t>(text.words.size())},
          .target_tokens = {0, static_cast<std::uint32_t>(translation.tokens.size())}};
}

}  // namespace

struct Translator::Shared {
  Shared(const std::string& folder, const TranslatorOptions& options)
      : system(pipeline::TranslationSystem::load(
            folder, options.verify ? store::Verify::kFull : store::Verify::kUsual)),
        weights(options.weights.empty() ? system.weights()
                                        : decode::read_weights(options.weights, system.score_descriptions())),
        translator(system, options.search.value_or(system.search_options()), weights),
        features(features_of(system, weights)),
        threads(options.threads) {}

  // Turns what was found into an answer; `text` is used up.
  Response answer(const Request& request, pipeline::TranslatedText&& text) const {
    Response response;
    if (request.verbatim) {
      response.translations.emplace_back().text = request.text;
      return response;
    }
    response.chosen = text.chosen;
    response.search_graph = std::move(text.response.graph);
    const std::size_t count = text.response.translations.size();
    for (std::size_t i = 0; i < count; ++i) {
      decode::Translation& found = text.response.translations[i];
      const bool wants_text = i == text.chosen || request.n_best_text;
      std::string finished;
      std::vector<TextRange> ranges;
      if (wants_text && request.ranges) {
        finished = translator.finished_text(text, found, ranges);
      } else if (wants_text) {
        finished = translator.finished_text(text, found);
      }
      response.translations.push_back(to_public(std::move(found)));
      response.translations.back().text = std::move(finished);
      response.translations.back().token_ranges = std::move(ranges);
    }
    response.sentences = std::move(text.sentences);
    if (response.sentences.empty() && count > 0)
      response.sentences.push_back(only_sentence(request, text, response.best()));
    response.source_tokens = std::move(text.words);
    response.source_ranges = std::move(text.source_ranges);
    response.alternatives = std::move(text.alternatives);
    return response;
  }

  // Scratch memory is kept from call to call, one for each call that runs at the same time.
  std::unique_ptr<pipeline::TextWorkspace> take_workspace() const {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<pipeline::TextWorkspace>();
    auto workspace = std::move(idle.back());
    idle.pop_back();
    return workspace;
  }
  void give_back(std::unique_ptr<pipeline::TextWorkspace> workspace) const {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(workspace));
  }

  pipeline::TranslationSystem system;
  decode::Weights weights;
  pipeline::TextTranslator translator;
  std::vector<FeatureWeights> features;
  std::size_t threads;
  mutable std::mutex mutex;
  mutable std::vector<std::unique_ptr<pipeline::TextWorkspace>> idle;  // guarded by mutex
};

struct Translator::Laid {
  std::shared_ptr<const pipeline::CorrectionOverlay> corrections{};  // null: none
  std::shared_ptr<const pipeline::GlossaryTerms> glossary{};         // null: none

  pipeline::TextOverlays overlays() const { return {corrections.get(), glossary.get()}; }
};

Translator::Translator(std::shared_ptr<const Shared> shared, std::shared_ptr<const Laid> laid)
    : shared_(std::move(shared)), laid_(std::move(laid)) {}

Translator Translator::load(const std::string& folder, const TranslatorOptions& options) {
  return {std::make_shared<const Shared>(folder, options), std::make_shared<const Laid>()};
}

Response Translator::translate(const Request& request) const {
  auto workspace = shared_->take_workspace();
  Response response =
      shared_->answer(request, shared_->translator.translate(request, *workspace, laid_->overlays()));
  shared_->give_back(std::move(workspace));
  return response;
}

Response Translator::translate(std::string_view text) const {
  Request request;
  request.text = text;
  return translate(request);
}

std::vector<Response> Translator::translate(std::span<const Request> requests) const {
  std::vector<Response> responses;
  std::size_t next = 0;
  translate_stream(
      [&](Request& request) {
        if (next == requests.size()) return false;
        request = requests[next++];
        return true;
      },
      [&](const Request&, Response& response) { responses.push_back(std::move(response)); });
  return responses;
}

void Translator::translate_stream(const RequestReader& read, const ResponseReceiver& deliver) const {
  ThreadPool threads(shared_->threads);
  pipeline::translate_stream(
      shared_->translator, threads, read,
      [&](const Request& request, pipeline::TranslatedText& text) {
        Response response = shared_->answer(request, std::move(text));
        deliver(request, response);
      },
      laid_->overlays());
}

Translator Translator::with_corrections(std::span<const Correction> corrections) const {
  Laid laid{nullptr, laid_->glossary};
  if (!corrections.empty()) {
    ThreadPool threads(shared_->threads);
    laid.corrections = pipeline::make_overlay(shared_->system, shared_->translator, corrections,
                                              laid_->corrections.get(), threads);
  }
  return {shared_, std::make_shared<const Laid>(std::move(laid))};
}

Translator Translator::with_glossary(const Glossary& glossary) const {
  Laid laid{laid_->corrections, nullptr};
  if (!glossary.entries.empty() || !glossary.kept_words.empty())
    laid.glossary = std::make_shared<const pipeline::GlossaryTerms>(
        shared_->translator.terms(glossary.entries, glossary.kept_words));
  return {shared_, std::make_shared<const Laid>(std::move(laid))};
}

std::vector<TextRange> Translator::sentences(std::string_view text) const {
  std::vector<TextRange> ranges;
  std::vector<std::string_view> found = shared_->translator.sentences(text);
  // A text that was corrected as a whole is not cut.
  if (found.size() > 1 && laid_->corrections != nullptr && laid_->corrections->has_text(text))
    found = {trim(text)};
  for (const std::string_view sentence : found) {
    const auto begin = static_cast<std::size_t>(sentence.data() - text.data());
    ranges.push_back({begin, begin + sentence.size()});
  }
  return ranges;
}

std::vector<PhraseEntry> Translator::look_up(std::string_view phrase) const {
  return pipeline::look_up(shared_->system, shared_->translator.words(phrase));
}

std::vector<SentencePair> Translator::examples(std::string_view phrase, std::size_t count) const {
  return pipeline::find_examples(shared_->system, shared_->translator.words(phrase), count);
}

const std::string& Translator::source_language() const {
  return shared_->system.preparation().source_language;
}
const std::string& Translator::target_language() const {
  return shared_->system.preparation().target_language;
}
const std::vector<FeatureWeights>& Translator::features() const {
  return shared_->features;
}
const SearchOptions& Translator::search_options() const {
  return shared_->translator.options();
}

}  // namespace calque
