// What clients of LibreTranslate use.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "calque/document_options.h"
#include "serve/call.h"
#include "serve/document_translation.h"
#include "serve/languages.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/source_text.h"
#include "serve/translation.h"

namespace calque::serve {
namespace {

constexpr std::int64_t kMaxAlternatives = 20;

nlohmann::json detection_json(const Detection& detection) {
  return {{"confidence", detection.confidence}, {"language", detection.language}};
}

// The text with the n-th translation of each sentence, or with the best where there are not as many.
std::string alternative_text(const TranslatedTexts& translated, std::size_t text, std::size_t n) {
  std::vector<std::string_view> parts;
  for (const Response& response : translated.responses[text])
    parts.push_back(n < response.translations.size() ? response.translations[n].text : response.text());
  return translated.texts[text].layout.join(parts);
}

std::vector<std::string> alternatives_of(const TranslatedTexts& translated, std::size_t text,
                                         std::size_t count) {
  std::vector<std::string> list;
  std::size_t most = 0;
  for (const Response& response : translated.responses[text])
    most = std::max(most, response.translations.size());
  for (std::size_t n = 1; n < most && list.size() < count; ++n)
    list.push_back(alternative_text(translated, text, n));
  return list;
}

// What /translate puts together for each of its texts.
struct Batch {
  std::vector<std::optional<Detection>> detected;
  std::vector<std::size_t> places;  // of each translated text among all; the others stay as they are
  std::vector<std::string> texts;
};

// The model for one of the texts; null for a text that is in the wanted language already and stays as it is.
const Model* choose(const Call& call, Batch& batch, std::size_t text) {
  const Choice choice = choose_model(*call.models, call.parameters.text("source"),
                                     call.parameters.text("target"), batch.texts[text]);
  batch.detected.push_back(choice.detection);
  if (choice.model != nullptr) batch.places.push_back(text);
  return choice.model;
}

nlohmann::json answer_of(const Call& call, const Batch& batch, const std::vector<std::string>& texts,
                         const std::vector<std::vector<std::string>>& alternatives) {
  nlohmann::json detected = nlohmann::json::array();
  for (const auto& detection : batch.detected)
    if (detection) detected.push_back(detection_json(*detection));
  const bool list = call.parameters.is_list("q");
  nlohmann::json answer;
  answer["translatedText"] = list ? nlohmann::json(texts) : nlohmann::json(texts.front());
  if (call.parameters.number("alternatives", 0) > 0)
    answer["alternatives"] = list ? nlohmann::json(alternatives) : nlohmann::json(alternatives.front());
  if (detected.size() == texts.size() && !detected.empty())
    answer["detectedLanguage"] = list ? detected : detected.front();
  return answer;
}

// Fragments of HTML. They have no alternatives.
void translate_html(const std::shared_ptr<Call>& call, const std::shared_ptr<Batch>& batch) {
  std::vector<SourceDocument> documents;
  for (std::size_t i = 0; i < batch->texts.size(); ++i) {
    if (const Model* model = choose(*call, *batch, i))
      documents.push_back({model, DocumentFormat::kHtml, batch->texts[i]});
  }
  translate_documents(call, std::move(documents), [call, batch](std::vector<std::string>& translated) {
    std::vector<std::string> texts = batch->texts;
    for (std::size_t i = 0; i < translated.size(); ++i) texts[batch->places[i]] = std::move(translated[i]);
    call->answer(answer_of(*call, *batch, texts, std::vector<std::vector<std::string>>(texts.size())));
  });
}

void translate_plain_texts(const std::shared_ptr<Call>& call, const std::shared_ptr<Batch>& batch) {
  TranslationOrder order;
  for (std::size_t i = 0; i < batch->texts.size(); ++i) {
    if (const Model* model = choose(*call, *batch, i))
      order.texts.push_back(source_text(*model, batch->texts[i]));
  }
  const auto count = static_cast<std::size_t>(call->parameters.number("alternatives", 0));
  order.common.n_best = count + 1;
  if (count > 0)
    order.adapt = [](const Model& model, std::size_t, std::size_t, Request& request) {
      request.search = model.translator.search_options();
      request.search->distinct = true;
    };
  translate(call, std::move(order), [call, batch, count](const TranslatedTexts& translated) {
    std::vector<std::string> texts = batch->texts;
    std::vector<std::vector<std::string>> alternatives(texts.size());
    for (std::size_t i = 0; i < batch->places.size(); ++i) {
      texts[batch->places[i]] = translated.text(i);
      if (count > 0) alternatives[batch->places[i]] = alternatives_of(translated, i, count);
    }
    call->answer(answer_of(*call, *batch, texts, alternatives));
  });
}

void translate_texts(const std::shared_ptr<Call>& call) {
  const std::string format = call->parameters.text("format");
  if (!format.empty() && format != "text" && format != "html")
    throw RequestError(400, "parameter 'format': this must be text or html");
  const auto batch = std::make_shared<Batch>();
  batch->texts = call->parameters.texts("q");
  check_limits(call->context.settings, batch->texts);
  if (format == "html") return translate_html(call, batch);
  translate_plain_texts(call, batch);
}

void detect_language(const std::shared_ptr<Call>& call) {
  const std::string text = call->parameters.text("q");
  check_limits(call->context.settings, {text});
  nlohmann::json list = nlohmann::json::array();
  for (const Detection& detection : call->models->detector().detect(text))
    if (list.empty() || detection.confidence > 0) list.push_back(detection_json(detection));
  call->answer(list);
}

void list_languages(const std::shared_ptr<Call>& call) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& source : call->models->sources())
    list.push_back(
        {{"code", source}, {"name", language_name(source)}, {"targets", call->models->targets(source)}});
  call->answer(list);
}

void frontend_settings(const std::shared_ptr<Call>& call) {
  const Settings& settings = call->context.settings;
  const Model& first = call->models->models().front();
  const auto language = [](const std::string& code) {
    return nlohmann::json{{"code", code}, {"name", language_name(code)}};
  };
  call->answer(
      nlohmann::json{{"apiKeys", !settings.api_keys.empty()},
                     {"charLimit", settings.limit_text},
                     {"filesTranslation", true},
                     {"frontendTimeout", 500},
                     {"keyRequired", !settings.api_keys.empty()},
                     {"language", {{"source", language(first.source)}, {"target", language(first.target)}}},
                     {"suggestions", call->context.models.takes_corrections()},
                     {"supportedFilesFormat",
                      {".txt", ".html", ".htm", ".xhtml", ".tmx", ".tsv", ".tab", ".xlf", ".xliff"}}});
}

}  // namespace

std::vector<Operation> libre_operations() {
  return {
      {.method = "POST",
       .path = "/translate",
       .name = "translate",
       .help = "Translate texts",
       .parameters = {{"q", ParameterKind::kTexts, true, "The text, or a list of texts"},
                      {"source", ParameterKind::kText, true, "Its language: a code, or auto"},
                      {"target", ParameterKind::kText, true, "The language of the translation"},
                      {"format", ParameterKind::kText, false,
                       "text, or html: tags stay where their words go"},
                      {"alternatives", ParameterKind::kNumber, false, "Other translations that are wanted", 0,
                       kMaxAlternatives}},
       .answers = {{200, "application/json", "Translation",
                    "The translation, or one for each text of a list"}},
       .needs_key = true,
       .handle = translate_texts},
      {.method = "POST",
       .path = "/detect",
       .name = "detect",
       .help = "Find out the language of a text",
       .parameters = {{"q", ParameterKind::kText, true, "The text"}},
       .answers = {{200, "application/json", "Detections", "Languages, most probable first"}},
       .needs_key = true,
       .handle = detect_language},
      {.method = "GET",
       .path = "/languages",
       .name = "languages",
       .help = "What is translated into what",
       .answers = {{200, "application/json", "Languages", "All languages that something is translated from"}},
       .handle = list_languages},
      {.method = "GET",
       .path = "/frontend/settings",
       .name = "frontend_settings",
       .help = "What pages for people need to know",
       .answers = {{200, "application/json", "FrontendSettings", "The settings"}},
       .handle = frontend_settings},
  };
}

}  // namespace calque::serve
