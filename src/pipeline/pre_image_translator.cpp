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
  phrase::LogScores log_scores{};  // of the phrase table
};

namespace {

constexpr phrase::InternalLink kOneToOne[] = {{0, 0}};
// Orders that cost the same but for rounding stay as the source is.
constexpr double kMinSwapCost = 1e-9;

// Unless the options say another (theory/kernel-regression.md#settings).
constexpr std::uint32_t kStackSize = 100;

// The second of two exchanged phrases jumps back over both (the decoder's distortion).
std::uint32_t longest_exchange(std::int32_t distortion_limit) {
  return distortion_limit < 0 ? kernel::kAnyExchange : static_cast<std::uint32_t>(distortion_limit);
}

void refuse_wishes(const decode::Request& request) {
  if (!request.suggestions.empty() || !request.constraints.empty() || !request.units.empty() ||
      !request.placeholders.empty() || request.reference || request.with_graph || request.with_alternatives ||
      request.options) {
    throw UsageError(
        {},
        "a model of kernel regression takes no markup or given translations, and gives no search graphs or "
        "alternatives",
        "translate plain text, or use a model of 'calque train'");
  }
}

}  // namespace

PreImageTranslator::PreImageTranslator(std::shared_ptr<const decode::Models> models,
                                       const decode::Weights& weights)
    : models_(std::move(models)), descriptions_(pre_image_features(models_->kernel.value())) {
  weights_ = pre_image_weights(*models_->kernel, weights);
  const auto vocabulary = models_->phrases.target_vocabulary();
  const auto known = models_->kernel->target_vocabulary();
  const lm::Model& language_model = models_->language_models.at(0);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto id = text::WordId{static_cast<std::uint32_t>(i)};
    language_model_words_.push_back(language_model.find(known.word(id)));
  }
  kernel_words_.reserve(vocabulary.size());
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(i);
    const std::string_view word = vocabulary.word(text::WordId{id});
    const auto unknown = text::WordId{static_cast<std::uint32_t>(known.size()) + id};
    kernel_words_.push_back(known.find(word).value_or(unknown));
    language_model_words_.push_back(language_model.find(word));
  }
}

PreImageTranslator PreImageTranslator::with(const decode::Weights& weights) const {
  PreImageTranslator result = *this;
  result.weights_ = pre_image_weights(*models_->kernel, weights);
  return result;
}

decode::Response PreImageTranslator::translate(const decode::Request& request,
                                               const decode::SearchOptions& options,
                                               PreImageWorkspace& workspace) const {
  refuse_wishes(request);
  options.validate();
  std::vector<std::vector<decode::Translation>> parts;
  for (const text::Span segment : decode::split_segments(request.words, options)) {
    request.interrupt.check();
    parts.push_back(translate_segment(request, segment, options, workspace));
  }
  decode::Response response;
  if (parts.empty()) {
    response.translations.emplace_back();
    std::size_t scores = 0;
    for (const decode::FeatureDescription& feature : descriptions_) scores += feature.default_weights.size();
    response.translations[0].features.assign(scores, 0.0);
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
    for (const float log_score : translation.log_scores) score += double{log_score};
    ranked.emplace_back(score, translation);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (limit > 0 && ranked.size() > limit) ranked.resize(limit);
  for (const auto& [score, translation] : ranked) {
    Option option{span, {}, {}, translation.alignment, false, translation.log_scores};
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

double PreImageTranslator::option_cost(const Option& option) const {
  double score = weights_.phrase_penalty - weights_.word_penalty * static_cast<double>(option.words.size());
  for (std::size_t k = 0; k < phrase::kScoreCount; ++k)
    score += weights_.phrase[k] * double{option.log_scores[k]};
  return -score;
}

std::vector<decode::Translation> PreImageTranslator::translate_segment(const decode::Request& request,
                                                                       text::Span segment,
                                                                       const decode::SearchOptions& search,
                                                                       PreImageWorkspace& workspace) const {
  const kernel::KernelModel& model = *models_->kernel;
  const auto words = request.words.subspan(segment.begin, segment.size());
  const std::vector<Option> options = options_of(words, search);
  std::vector<kernel::PreImageOption> views;
  views.reserve(options.size());
  for (const Option& option : options)
    views.push_back({option.source, option.kernel_words, option_cost(option)});
  const auto source_words = kernel::number_words(model.source_vocabulary(), words);
  const auto dual = model.weights(kernel::SourcePrefixes::all(model.source(), source_words));
  workspace.ngrams.reset(model.target(), dual, weights_.lengths);
  const kernel::PrefixScore fit = model.prefix_score(dual);
  const kernel::PrefixScore weighted = fit.scaled(weights_.similarity);
  LanguageModelCosts word_costs(models_->language_models[0], language_model_words_, weights_.language_model);
  const auto found = workspace.search.search(
      segment.size(), views,
      {weighted, workspace.ngrams, weights_.language_model == 0 ? nullptr : &word_costs},
      {search.stack_size.value_or(kStackSize), longest_exchange(search.distortion_limit),
       weights_.exchange == 0 ? kMinSwapCost : weights_.exchange});
  std::vector<decode::Translation> translations;
  // Different ids may have the same text: a word carried over that no training sentence has.
  std::set<std::vector<std::string>> seen;
  for (const kernel::PreImage& image : found) {
    if (translations.size() == std::max<std::size_t>(request.n, 1)) break;
    decode::Translation translation = shown(image, options, segment, {fit, workspace.ngrams});
    if (seen.insert(translation.words).second) translations.push_back(std::move(translation));
  }
  return translations;
}

// With its scores, in the order of pre_image_features().
decode::Translation PreImageTranslator::shown(const kernel::PreImage& image, std::span<const Option> options,
                                              text::Span segment,
                                              const kernel::PreImageScores& scores) const {
  decode::Translation translation;
  translation.score = 0.0 - image.cost;
  std::vector<text::WordId> kernel_words;
  std::vector<double> phrase_scores(phrase::kScoreCount, 0.0);
  double exchanges = 0;
  std::uint32_t covered = 0;
  for (const std::uint32_t number : image.options) {
    const Option& option = options[number];
    const auto begin = static_cast<std::uint32_t>(translation.words.size());
    const std::uint32_t source = segment.begin + option.source.begin;
    translation.words.insert(translation.words.end(), option.words.begin(), option.words.end());
    kernel_words.insert(kernel_words.end(), option.kernel_words.begin(), option.kernel_words.end());
    const auto end = static_cast<std::uint32_t>(translation.words.size());
    translation.phrases.push_back({{source, source + option.source.size()}, {begin, end}});
    for (const phrase::InternalLink& link : option.alignment)
      translation.alignment.push_back({source + link.source, begin + link.target});
    if (option.copied) translation.unknown.push_back(source);
    for (std::size_t k = 0; k < phrase::kScoreCount; ++k) phrase_scores[k] += double{option.log_scores[k]};
    if (option.source.begin > covered) ++exchanges;
    covered = std::max(covered, option.source.end);
  }
  std::sort(translation.alignment.begin(), translation.alignment.end());
  std::sort(translation.unknown.begin(), translation.unknown.end());
  LanguageModelCosts language_model(models_->language_models[0], language_model_words_, 1.0);
  language_model.start({});
  double log_prob = 0;
  for (const text::WordId word : kernel_words) log_prob -= language_model.push(word);
  log_prob -= language_model.end();
  std::vector<double>& features = translation.features;
  features = kernel_scores(*models_->kernel, kernel_words, segment.size() - 1, scores);
  features.insert(features.end(), phrase_scores.begin(), phrase_scores.end());
  features.push_back(log_prob);
  features.push_back(-static_cast<double>(kernel_words.size()));
  features.push_back(static_cast<double>(image.options.size()));
  features.push_back(-exchanges);
  return translation;
}

}  // namespace calque::pipeline
