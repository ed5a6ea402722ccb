#include "translate_answer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "decode/n_best_format.h"
#include "text/alignment.h"

namespace calque::apps {
namespace {

// "the house |0-1| is small |2-3|": each phrase followed by the source positions it translates.
std::string trace_line(const decode::Translation& translation) {
  std::string line;
  for (const decode::PhraseStep& step : translation.phrases) {
    for (std::uint32_t i = step.target.begin; i < step.target.end; ++i) line += translation.words[i] + " ";
    line += fmt::format("|{}-{}| ", step.source.begin, step.source.end - 1);
  }
  if (!line.empty()) line.pop_back();
  return line;
}

nlohmann::ordered_json features_json(const decode::Translation& translation,
                                     std::span<const decode::FeatureDescription> descriptions) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::size_t next = 0;
  for (const auto& description : descriptions) {
    auto values = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < description.score_count(); ++i)
      values.push_back(translation.features[next++]);
    json[description.name] = values;
  }
  return json;
}

nlohmann::ordered_json span_json(const text::Span& span) {
  return {span.begin, span.end};
}

nlohmann::ordered_json translation_json(const decode::Translation& translation,
                                        const pipeline::TranslationSystem& system,
                                        const std::string& source) {
  nlohmann::ordered_json json = {{"translation", system.restore(translation, source)},
                                 {"score", translation.score}};
  json["features"] = features_json(translation, system.score_descriptions());
  if (!translation.indicators.empty()) {
    json["indicators"] = nlohmann::ordered_json::object();
    for (const auto& [name, count] : translation.indicators) json["indicators"][name] = count;
  }
  json["target_tokens"] = translation.words;
  json["phrases"] = nlohmann::ordered_json::array();
  for (const decode::PhraseStep& step : translation.phrases) {
    json["phrases"].push_back({{"source", span_json(step.source)}, {"target", span_json(step.target)}});
  }
  json["alignment"] = text::to_pharaoh(translation.alignment);
  json["unknown"] = translation.unknown;
  return json;
}

std::string json_line(const AnsweredLine& line, const pipeline::TranslationSystem& system,
                      const AnswerOptions& options) {
  nlohmann::ordered_json json = {{"source", line.source}};
  if (options.constrained) json["reachable"] = !line.translations.empty();
  if (line.translations.empty()) {
    json["translation"] = nullptr;
  } else {
    json.update(translation_json(line.translations[line.chosen], system, line.plain));
  }
  json["source_tokens"] = line.words;
  if (options.n_best != 0) {
    json["n_best"] = nlohmann::ordered_json::array();
    for (const auto& translation : line.translations) {
      json["n_best"].push_back(translation_json(translation, system, line.plain));
    }
  }
  return json.dump();
}

}  // namespace

std::string answer(const AnswerOptions& options, const pipeline::TranslationSystem& system,
                   const AnsweredLine& line) {
  if (options.json) return json_line(line, system, options) + "\n";
  std::string text;
  if (options.n_best != 0) {
    for (const auto& translation : line.translations) {
      text += decode::format_n_best_line(line.number, translation, system.score_descriptions());
      if (options.alignments) text += " ||| " + text::to_pharaoh(translation.alignment);
      text += "\n";
    }
    return text;
  }
  if (line.translations.empty()) return "\n";
  const decode::Translation& best = line.translations[line.chosen];
  text = options.trace ? trace_line(best) : system.restore(best, line.plain);
  if (options.alignments) text += " ||| " + text::to_pharaoh(best.alignment);
  return text + "\n";
}

}  // namespace calque::apps
