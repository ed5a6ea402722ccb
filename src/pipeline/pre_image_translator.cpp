#include "pipeline/pre_image_translator.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "decode/segments.h"

namespace calque::pipeline {

// One thing to say, as the search sees it and as it is shown.
struct PreImageTranslator::Option {
  text::Span source;
  std::vector<text::WordId> kernel_words;
  std::vector<std::string_view> words;
  std::span<const phrase::InternalLink> alignment;
  bool copied = false;
  double log_score = 0;  // weighted, of the phrase table
};

namespace {

constexpr phrase::InternalLink kOneToOne[] = {{0, 0}};
// Orders that cost the same but for rounding stay as the source is.
constexpr double kLeastSwapCost = 1e-9;

// The second of two exchanged phrases jumps back over both (the decoder's distortion).
std::uint32_t longest_exchange(std::int32_t distortion_limit) {
  return distortion_limit < 0 ? kernel::kAnyExchange : static_cast<std::uint32_t>(distortion_limit);
}

void refuse_wishes(const decode::Request& request) {
  if (!request.suggestions.empty() || !request.constraints.empty() || !request.placeholders.empty() ||
      request.reference || request.with_graph || request.options) {
    throw UsageError({}, "a model of kernel regression takes no markup, given translations or search graphs",
                     "translate plain text, or use a model of 'calque train'");
  }
}

}  // namespace

PreImageTranslator::PreImageTranslator(std::shared_ptr<const decode::Models> models,
                                       std::vector<double> phrase_weights)
    : models_(std::move(models)),
      phrase_weights_(std::move(phrase_weights)),
      descriptions_{{"Kernel0", {1.0}}} {
  CALQUE_CHECK(models_->kernel.has_value() && phrase_weights_.size() == phrase::kScoreCount);
  const auto vocabulary = models_->phrases.target_vocabulary();
  const auto known = models_->kernel->target_vocabulary();
  kernel_words_.reserve(vocabulary.size());
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(i);
    const auto unknown = text::WordId{static_cast<std::uint32_t>(known.size()) + id};
    kernel_words_.push_back(known.find(vocabulary.word(text::WordId{id})).value_or(unknown));
  }
}

decode::Response PreImageTranslator::translate(const decode::Request& request,
                                               const decode::SearchOptions& options,
                                               PreImageWorkspace& workspace) const {
  refuse_wishes(request);
  options.validate();
  std::vector<std::vector<decode::Translation>> parts;
  for (const text::Span segment : decode::split_segments(request.words, options))
    parts.push_back(translate_segment(request, segment, options, workspace));
  decode::Response response;
  if (parts.empty()) {
    response.translations.emplace_back();
    response.translations[0].features = {0.0};
  } else if (parts.size() == 1) {
    response.translations = std::move(parts[0]);
  } else {
    response.translations = decode::join_parts(parts, std::max<std::size_t>(request.n, 1));
  }
  return response;
}

void PreImageTranslator::append_span(std::span<const text::WordId> ids, text::Span span, std::uint32_t limit,
                                     std::vector<Option>& options) const {
  const phrase::PhraseTable& table = models_->phrases;
  const auto found = table.find(ids.subspan(span.begin, span.size()));
  if (!found) return;
  std::vector<std::pair<double, phrase::Translation>> ranked;
  for (std::size_t i = 0; i < table.translation_count(*found); ++i) {
    const phrase::Translation translation = table.translation(*found, i);
    if (translation.target.empty()) continue;
    double score = 0;
    for (std::size_t k = 0; k < phrase_weights_.size(); ++k)
      score += phrase_weights_[k] * double{translation.log_scores[k]};
    ranked.emplace_back(score, translation);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (limit > 0 && ranked.size() > limit) ranked.resize(limit);
  for (const auto& [score, translation] : ranked) {
    Option option{span, {}, {}, translation.alignment, false, score};
    for (const text::WordId word : translation.target) {
      option.kernel_words.push_back(kernel_words_[text::index_of(word)]);
      option.words.push_back(table.target_vocabulary().word(word));
    }
    options.push_back(std::move(option));
  }
}

std::vector<PreImageTranslator::Option> PreImageTranslator::options_of(
    std::span<const std::string_view> words, const decode::SearchOptions& search) const {
  const phrase::PhraseTable& table = models_->phrases;
  const auto known = models_->kernel->target_vocabulary();
  std::vector<text::WordId> ids;
  for (const std::string_view word : words)
    ids.push_back(table.source_vocabulary().find(word).value_or(decode::kUnknownSourceWord));
  const auto longest = static_cast<std::uint32_t>(std::clamp<std::size_t>(
      search.max_phrase_length, 1, std::max<std::size_t>(table.max_source_length(), 1)));
  std::vector<Option> options;
  for (std::uint32_t begin = 0; begin < words.size(); ++begin) {
    for (std::uint32_t length = 1; length <= longest && begin + length <= words.size(); ++length) {
      const std::size_t before = options.size();
      append_span(ids, {begin, begin + length}, search.table_limit, options);
      if (length > 1 || options.size() > before) continue;
      // Equal words that are carried over are the same word.
      const auto first = std::find(words.begin(), words.end(), words[begin]) - words.begin();
      const std::size_t outside = known.size() + kernel_words_.size() + static_cast<std::size_t>(first);
      const auto unknown = text::WordId{static_cast<std::uint32_t>(outside)};
      options.push_back({{begin, begin + 1},
                         {known.find(words[begin]).value_or(unknown)},
                         {words[begin]},
                         kOneToOne,
                         true});
    }
  }
  return options;
}

std::vector<decode::Translation> PreImageTranslator::translate_segment(const decode::Request& request,
                                                                       text::Span segment,
                                                                       const decode::SearchOptions& search,
                                                                       PreImageWorkspace& workspace) const {
  const kernel::KernelModel& model = *models_->kernel;
  const auto words = request.words.subspan(segment.begin, segment.size());
  const std::vector<Option> options = options_of(words, search);
  const double phrase_weight = model.options().phrase_weight;
  std::vector<kernel::PreImageOption> views;
  views.reserve(options.size());
  for (const Option& option : options)
    views.push_back({option.source, option.kernel_words, -phrase_weight * option.log_score});
  const auto source_words = kernel::number_words(model.source_vocabulary(), words);
  auto dual = model.weights(kernel::SourcePrefixes::all(model.source(), source_words));
  if (model.options().method == kernel::Method::kLeastSquares)
    for (double& weight : dual.weights.values) weight *= model.options().emphasis;
  workspace.ngrams.reset(model.target(), dual);
  const auto found =
      workspace.search.search(segment.size(), views, model.prefix_score(dual), workspace.ngrams,
                              {search.stack_size, longest_exchange(search.distortion_limit),
                               std::max(model.options().swap_cost, kLeastSwapCost)});
  std::vector<decode::Translation> translations;
  // Different ids may have the same text: a word carried over that no training sentence has.
  std::set<std::vector<std::string>> seen;
  for (const kernel::PreImage& image : found) {
    if (translations.size() == std::max<std::size_t>(request.n, 1)) break;
    decode::Translation translation;
    translation.score = 0.0 - image.cost;
    translation.features = {translation.score};
    for (const std::uint32_t number : image.options) {
      const Option& option = options[number];
      const auto begin = static_cast<std::uint32_t>(translation.words.size());
      const std::uint32_t source = segment.begin + option.source.begin;
      translation.words.insert(translation.words.end(), option.words.begin(), option.words.end());
      const auto end = static_cast<std::uint32_t>(translation.words.size());
      translation.phrases.push_back({{source, source + option.source.size()}, {begin, end}});
      for (const phrase::InternalLink& link : option.alignment)
        translation.alignment.push_back({source + link.source, begin + link.target});
      if (option.copied) translation.unknown.push_back(source);
    }
    std::sort(translation.alignment.begin(), translation.alignment.end());
    std::sort(translation.unknown.begin(), translation.unknown.end());
    if (seen.insert(translation.words).second) translations.push_back(std::move(translation));
  }
  return translations;
}

}  // namespace calque::pipeline
