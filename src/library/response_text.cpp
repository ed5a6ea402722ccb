#include "library/response_text.h"

#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/json_text.h"
#include "text/bars.h"

namespace calque {
namespace {

using Features = std::span<const FeatureWeights>;

// "the house |0-1| is small |2-3|": each phrase followed by the source positions it translates.
std::string trace_line(const Translation& translation) {
  std::string line;
  for (const PhrasePair& phrase : translation.phrases) {
    for (std::uint32_t i = phrase.target.begin; i < phrase.target.end; ++i)
      line += translation.tokens[i] + " ";
    line += fmt::format("|{}-{}| ", phrase.source.begin, phrase.source.end - 1);
  }
  if (!line.empty()) line.pop_back();
  return line;
}

std::string pharaoh(const std::vector<AlignmentLink>& alignment) {
  std::string text;
  for (const AlignmentLink& link : alignment)
    text += fmt::format("{}{}-{}", text.empty() ? "" : " ", link.source, link.target);
  return text;
}

// "id ||| words ||| Name= v v ... ||| total" (docs/formats/n-best.md).
std::string n_best_line(std::uint64_t id, const Translation& translation, Features features) {
  std::string scores;
  std::size_t next = 0;
  for (const FeatureWeights& feature : features) {
    scores += (scores.empty() ? "" : " ") + feature.name + "=";
    // "+ 0.0" turns minus zero, which penalties make, into zero.
    for (std::size_t k = 0; k < feature.weights.size(); ++k)
      scores += fmt::format(" {:.9g}", translation.features[next++] + 0.0);
  }
  for (const auto& [name, count] : translation.sparse_features)
    scores += fmt::format(" {}= {:.9g}", name, count);
  const std::string words = text::escape_bars(fmt::format("{}", fmt::join(translation.tokens, " ")));
  return fmt::format("{} ||| {} ||| {} ||| {:.9g}", id, words, scores, translation.score);
}

nlohmann::ordered_json range_json(const TokenRange& range) {
  return {range.begin, range.end};
}

nlohmann::ordered_json features_json(std::span<const double> values, Features features) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::size_t next = 0;
  for (const FeatureWeights& feature : features) {
    auto scores = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < feature.weights.size(); ++i) scores.push_back(values[next++]);
    json[feature.name] = scores;
  }
  return json;
}

nlohmann::ordered_json phrase_json(const PhrasePair& phrase, Features features) {
  nlohmann::ordered_json json = {{"source", range_json(phrase.source)},
                                 {"target", range_json(phrase.target)}};
  if (phrase.features.empty()) return json;
  json["features"] = features_json(phrase.features, features);
  json["reordering"] = nlohmann::ordered_json::array();
  for (const ReorderingPrediction& prediction : phrase.reordering) {
    auto& added =
        json["reordering"].emplace_back(nlohmann::ordered_json{{"model", prediction.model},
                                                               {"direction", prediction.direction},
                                                               {"orientation", prediction.orientation},
                                                               {"log_prob", prediction.log_prob}});
    for (const auto& [label, log_prob] : prediction.distribution) added["distribution"][label] = log_prob;
  }
  return json;
}

nlohmann::ordered_json translation_json(const Translation& translation, Features features) {
  nlohmann::ordered_json json = {{"translation", translation.text}, {"score", translation.score}};
  json["features"] = features_json(translation.features, features);
  if (!translation.sparse_features.empty()) {
    json["indicators"] = nlohmann::ordered_json::object();
    for (const auto& [name, count] : translation.sparse_features) json["indicators"][name] = count;
  }
  json["target_tokens"] = translation.tokens;
  json["phrases"] = nlohmann::ordered_json::array();
  for (const PhrasePair& phrase : translation.phrases)
    json["phrases"].push_back(phrase_json(phrase, features));
  json["alignment"] = pharaoh(translation.alignment);
  json["unknown"] = translation.unknown;
  json["dropped"] = translation.dropped;
  return json;
}

std::string json_line(const ResponseFormat& options, Features features, const Request& request,
                      const Response& response) {
  nlohmann::ordered_json json = {{"source", request.text}};
  if (options.constrained) json["reachable"] = !response.translations.empty();
  if (response.translations.empty()) {
    json["translation"] = nullptr;
  } else {
    json.update(translation_json(response.best(), features));
  }
  json["source_tokens"] = response.source_tokens;
  if (options.n_best != 0) {
    json["n_best"] = nlohmann::ordered_json::array();
    for (const Translation& translation : response.translations)
      json["n_best"].push_back(translation_json(translation, features));
  }
  return store::json_text(json) + "\n";
}

}  // namespace

std::string format_response(const ResponseFormat& options, std::span<const FeatureWeights> features,
                            const Request& request, const Response& response) {
  if (options.json) return json_line(options, features, request, response);
  std::string text;
  if (options.n_best != 0) {
    for (const Translation& translation : response.translations) {
      text += n_best_line(request.number, translation, features);
      if (options.alignments) text += " ||| " + pharaoh(translation.alignment);
      text += "\n";
    }
    return text;
  }
  if (response.translations.empty()) return options.alignments ? " ||| \n" : "\n";
  const Translation& best = response.best();
  text = options.trace        ? trace_line(best)
         : options.alignments ? fmt::format("{}", fmt::join(best.tokens, " "))  // what links refer to
                              : best.text;
  if (options.alignments) text = text::escape_bars(text) + " ||| " + pharaoh(best.alignment);
  return text + "\n";
}

}  // namespace calque
