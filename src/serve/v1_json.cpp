#include "serve/v1_json.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "serve/languages.h"
#include "serve/text_characters.h"

namespace calque::serve {
namespace {

using Json = nlohmann::ordered_json;

Json span_json(const TokenRange& range) {
  return Json::array({range.begin, range.end});
}

// Tokens with their places; none has a place if the request did not ask for it.
Json tokens_json(std::string_view text, const std::vector<std::string>& tokens,
                 const std::vector<TextRange>& ranges) {
  CharacterCounter counter(text);
  Json list = Json::array();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Json token{{"text", tokens[i]}};
    if (i < ranges.size()) {
      token["begin"] = counter.characters_before(ranges[i].begin);
      token["end"] = counter.characters_before(ranges[i].end);
    }
    list.push_back(std::move(token));
  }
  return list;
}

// One list of numbers for each feature.
Json scores_json(const std::vector<double>& scores, const std::vector<FeatureWeights>& features) {
  Json list = Json::array();
  std::size_t at = 0;
  for (const FeatureWeights& feature : features) {
    Json group = Json::array();
    for (std::size_t i = 0; i < feature.weights.size() && at < scores.size(); ++i)
      group.push_back(scores[at++]);
    list.push_back(std::move(group));
  }
  return list;
}

Json reordering_json(const std::vector<ReorderingPrediction>& predictions) {
  Json list = Json::array();
  for (const ReorderingPrediction& prediction : predictions) {
    Json distribution = Json::object();
    for (const auto& [name, log_prob] : prediction.distribution) distribution[name] = log_prob;
    list.push_back({{"model", prediction.model},
                    {"direction", prediction.direction},
                    {"orientation", prediction.orientation},
                    {"log_prob", prediction.log_prob},
                    {"distribution", std::move(distribution)}});
  }
  return list;
}

Json phrases_json(const Translation& translation, const std::vector<FeatureWeights>& features) {
  Json list = Json::array();
  for (const PhrasePair& phrase : translation.phrases) {
    Json entry{{"source", span_json(phrase.source)}, {"target", span_json(phrase.target)}};
    if (!phrase.features.empty()) {
      entry["features"] = scores_json(phrase.features, features);
      entry["reordering"] = reordering_json(phrase.reordering);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json translation_json(const Translation& translation, const std::vector<FeatureWeights>& features) {
  Json alignment = Json::array();
  for (const AlignmentLink& link : translation.alignment)
    alignment.push_back(Json::array({link.source, link.target}));
  return {{"text", translation.text},
          {"score", translation.score},
          {"features", scores_json(translation.features, features)},
          {"tokens", tokens_json(translation.text, translation.tokens, translation.token_ranges)},
          {"phrases", phrases_json(translation, features)},
          {"alignment", std::move(alignment)},
          {"unknown", translation.unknown},
          {"dropped", translation.dropped}};
}

Json alternatives_json(const std::vector<PhraseAlternatives>& alternatives) {
  Json list = Json::array();
  for (const PhraseAlternatives& phrase : alternatives) {
    Json options = Json::array();
    for (const Alternative& option : phrase.options)
      options.push_back(
          {{"target", option.target}, {"probability", option.probability}, {"score", option.score}});
    list.push_back({{"source", span_json(phrase.source)}, {"options", std::move(options)}});
  }
  return list;
}

}  // namespace

Json model_json(const Model& model) {
  return {{"name", model.name},
          {"source", model.source},
          {"target", model.target},
          {"source_name", language_name(model.source)},
          {"target_name", language_name(model.target)},
          {"direction",
           {{"source", writing_direction(model.source)}, {"target", writing_direction(model.target)}}}};
}

Json features_json(const Model& model) {
  Json list = Json::array();
  for (const FeatureWeights& feature : model.translator.features())
    list.push_back({{"name", feature.name}, {"weights", feature.weights}});
  return list;
}

Json result_json(const TranslatedTexts& translated, std::size_t text) {
  const SourceText& source = translated.texts[text];
  const std::vector<FeatureWeights>& features = source.model->translator.features();
  std::vector<TextRange> targets;
  const std::string whole = translated.text(text, &targets);
  CharacterCounter in_source(source.layout.text());
  CharacterCounter in_target(whole);
  Json sentences = Json::array();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const Response& response = translated.responses[text][i];
    const TextRange& range = source.layout.sentences()[i];
    const std::string_view sentence = source.layout.sentence(i);
    Json translations = Json::array();
    for (const Translation& translation : response.translations)
      translations.push_back(translation_json(translation, features));
    Json entry{{"source",
                {{"text", sentence},
                 {"begin", in_source.characters_before(range.begin)},
                 {"end", in_source.characters_before(range.end)},
                 {"tokens", tokens_json(sentence, response.source_tokens, response.source_ranges)}}},
               {"translations", std::move(translations)},
               {"target",
                {{"begin", in_target.characters_before(targets[i].begin)},
                 {"end", in_target.characters_before(targets[i].end)}}}};
    if (!response.alternatives.empty()) entry["alternatives"] = alternatives_json(response.alternatives);
    sentences.push_back(std::move(entry));
  }
  return {{"text", whole}, {"sentences", std::move(sentences)}};
}

}  // namespace calque::serve
