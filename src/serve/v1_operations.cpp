// Our own API: translations with everything that is known of them, models, and phrases.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "serve/call.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/source_text.h"
#include "serve/translation.h"
#include "serve/v1_json.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

constexpr std::size_t kMaxGlossary = 1000;
constexpr std::size_t kMaxExamples = 5;
constexpr std::size_t kMaxEntries = 100;

[[noreturn]] void refuse(std::string_view parameter, std::size_t i, std::string_view problem) {
  throw RequestError(400, fmt::format("parameter '{}': entry {}: {}", parameter, i + 1, problem));
}

// A text of an object that a client sent.
std::string text_in(const nlohmann::json& entry, const char* key, std::string_view parameter, std::size_t i) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_string())
    refuse(parameter, i, fmt::format("it needs a text '{}'", key));
  std::string text = found->get<std::string>();
  if (text::find_invalid_utf8(text)) refuse(parameter, i, fmt::format("'{}' has a NUL character", key));
  return text;
}

const nlohmann::json& list_in(const Parameters& parameters, std::string_view name) {
  static const nlohmann::json kEmpty = nlohmann::json::array();
  const nlohmann::json& list = parameters.json(name);
  if (list.is_null()) return kEmpty;
  if (!list.is_array()) throw RequestError(400, fmt::format("parameter '{}': this must be a list", name));
  if (list.size() > kMaxGlossary)
    throw RequestError(400, fmt::format("parameter '{}': at most {} entries", name, kMaxGlossary));
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!list[i].is_object()) refuse(name, i, "it is no object");
  return list;
}

std::vector<GlossaryEntry> glossary_in(const Parameters& parameters) {
  std::vector<GlossaryEntry> glossary;
  const nlohmann::json& list = list_in(parameters, "glossary");
  for (std::size_t i = 0; i < list.size(); ++i)
    glossary.push_back(
        {text_in(list[i], "source", "glossary", i), text_in(list[i], "target", "glossary", i)});
  return glossary;
}

// A phrase that a sentence of a text shall have.
struct FixedIn {
  std::size_t text = 0;
  std::size_t sentence = 0;
  FixedPhrase phrase;
};

std::optional<std::uint32_t> small_number(const nlohmann::json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const std::uint64_t number = value.get<std::uint64_t>();
  if (number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(number);
}

std::vector<FixedIn> fixed_in(const Parameters& parameters) {
  std::vector<FixedIn> fixed;
  const nlohmann::json& list = list_in(parameters, "fixed");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const nlohmann::json& entry = list[i];
    const nlohmann::json zero = 0U;
    const auto text = small_number(entry.contains("text") ? entry["text"] : zero);
    const auto sentence = small_number(entry.contains("sentence") ? entry["sentence"] : zero);
    const nlohmann::json& source = entry.contains("source") ? entry["source"] : zero;
    if (!text || !sentence) refuse("fixed", i, "'text' and 'sentence' are numbers from 0");
    if (!source.is_array() || source.size() != 2 || !small_number(source[0]) || !small_number(source[1]))
      refuse("fixed", i, "it needs 'source': the numbers [begin, end] of tokens");
    fixed.push_back(
        {*text,
         *sentence,
         {{*small_number(source[0]), *small_number(source[1])}, text_in(entry, "target", "fixed", i)}});
  }
  return fixed;
}

void check_fixed(const std::vector<FixedIn>& fixed, const std::vector<SourceText>& texts) {
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    if (fixed[i].text >= texts.size() || fixed[i].sentence >= texts[fixed[i].text].layout.sentences().size())
      refuse("fixed", i, "there is no such sentence");
  }
}

Request common_request(const Call& call, const Model& model) {
  const Parameters& parameters = call.parameters;
  Request request;
  request.ranges = true;
  request.n_best = static_cast<std::size_t>(parameters.number("n_best", 1));
  request.alternatives = static_cast<std::size_t>(parameters.number("alternatives", 0));
  request.explain = parameters.flag("explain", false);
  request.glossary = glossary_in(parameters);
  request.kept_words = parameters.words("keep");
  if (request.kept_words.size() > kMaxGlossary)
    throw RequestError(400, fmt::format("parameter 'keep': at most {} words", kMaxGlossary));
  if (parameters.has("speed")) {
    request.search = model.translator.search_options();
    request.search->speed = static_cast<std::uint32_t>(parameters.number("speed", 3));
  }
  return request;
}

void translate_v1(const std::shared_ptr<Call>& call) {
  const Parameters& parameters = call->parameters;
  const std::vector<std::string> texts = parameters.texts("text");
  check_limits(call->context.settings, texts);
  // All texts of a call have one model, so that its answer has one list of features.
  std::string all;
  for (const std::string& text : texts) all.append(text).append("\n");
  const Choice choice =
      choose_model(*call->models, parameters.text("source"), parameters.text("target"), all);
  if (choice.model == nullptr) throw RequestError(400, "the text is in the language that is wanted");
  const Model& model = *choice.model;
  TranslationOrder order;
  for (const std::string& text : texts) order.texts.push_back(source_text(model, text));
  order.common = common_request(*call, model);
  const auto fixed = std::make_shared<const std::vector<FixedIn>>(fixed_in(parameters));
  check_fixed(*fixed, order.texts);
  if (!fixed->empty())
    order.adapt = [fixed](const Model&, std::size_t text, std::size_t sentence, Request& request) {
      for (const FixedIn& each : *fixed)
        if (each.text == text && each.sentence == sentence) request.fixed.push_back(each.phrase);
    };
  translate(call, std::move(order), [call, &model](TranslatedTexts& translated) {
    nlohmann::ordered_json results = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < translated.texts.size(); ++i) results.push_back(result_json(translated, i));
    call->answer(nlohmann::ordered_json{
        {"model", model_json(model)}, {"features", features_json(model)}, {"results", std::move(results)}});
  });
}

// Who may correct.
const char* correcting(const Call& call) {
  if (!call.context.models.takes_corrections()) return "none";
  return call.context.settings.correction_keys.empty() ? "all" : "key";
}

void list_models(const std::shared_ptr<Call>& call) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Model& model : call->models->models()) list.push_back(model_json(model));
  const Settings& settings = call->context.settings;
  call->answer(nlohmann::ordered_json{
      {"models", std::move(list)},
      {"limits", {{"characters", settings.limit_text}, {"file_bytes", settings.limit_body}}},
      {"key_required", !settings.api_keys.empty()},
      {"corrections", correcting(*call)}});
}

nlohmann::ordered_json phrase_json(const Translator& translator, const std::string& phrase) {
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  const std::vector<PhraseEntry> found = translator.look_up(phrase);
  for (std::size_t i = 0; i < std::min(found.size(), kMaxEntries); ++i)
    entries.push_back({{"target", found[i].target},
                       {"count", found[i].count},
                       {"probability", found[i].probability},
                       {"features", found[i].features}});
  nlohmann::ordered_json examples = nlohmann::ordered_json::array();
  for (const SentencePair& pair : translator.examples(phrase, kMaxExamples))
    examples.push_back({{"source", pair.source}, {"target", pair.target}});
  return {{"phrase", phrase}, {"entries", std::move(entries)}, {"examples", std::move(examples)}};
}

// Looking for examples reads the whole training text, so the pool does it.
void look_up_phrase(const std::shared_ptr<Call>& call) {
  const std::string phrase = call->parameters.text("q");
  check_limits(call->context.settings, {phrase});
  const Choice choice =
      choose_model(*call->models, call->parameters.text("source"), call->parameters.text("target"), phrase);
  if (choice.model == nullptr) throw RequestError(400, "the phrase is in the language that is wanted");
  run_in_pool(call, [call, phrase, model = choice.model] {
    return json_response(phrase_json(model->translator, phrase));
  });
}

}  // namespace

std::vector<Operation> v1_operations() {
  constexpr std::string_view kPairs =
      R"({"type":"array","items":{"type":"object","required":["source","target"],"properties":{)"
      R"("source":{"type":"string"},"target":{"type":"string"}}}})";
  constexpr std::string_view kFixed =
      R"({"type":"array","items":{"type":"object","required":["source","target"],"properties":{)"
      R"("text":{"type":"integer","minimum":0},"sentence":{"type":"integer","minimum":0},)"
      R"("source":{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"maxItems":2},)"
      R"("target":{"type":"string"}}}})";
  const Parameter source{"source", ParameterKind::kText, false,
                         "Its language; left out or auto: found out if there is a choice"};
  const Parameter target{"target", ParameterKind::kText, false,
                         "The language of the translation; left out: the first that there is"};
  return {
      {.method = "POST",
       .path = "/v1/translate",
       .name = "v1_translate",
       .help = "Translate texts and tell why so",
       .parameters = {{"text", ParameterKind::kTexts, true, "The text, or a list of texts of one language"},
                      source,
                      target,
                      {"n_best", ParameterKind::kNumber, false, "Translations of each sentence", 1, 100},
                      {"alternatives", ParameterKind::kNumber, false, "Other translations of each phrase", 0,
                       100},
                      {"explain", ParameterKind::kFlag, false,
                       "What each phrase scored and what the reordering models predicted"},
                      {"glossary", ParameterKind::kJson, false, "Terms and their translations", 0, 0, kPairs},
                      {"keep", ParameterKind::kWords, false, "Words that stay as they are"},
                      {"fixed", ParameterKind::kJson, false,
                       "Tokens of a sentence and the translation that they must have", 0, 0, kFixed},
                      {"speed", ParameterKind::kNumber, false, "From 1, the most thorough, to 5", 1, 5}},
       .answers = {{200, "application/json", "Explained", "Translations with all that is known of them"}},
       .needs_key = true,
       .handle = translate_v1},
      {.method = "GET",
       .path = "/v1/models",
       .name = "v1_models",
       .help = "The models that are loaded, and what may be asked of them",
       .answers = {{200, "application/json", "Models", "One for each pair of languages"}},
       .handle = list_models},
      {.method = "GET",
       .path = "/v1/phrase",
       .name = "v1_phrase",
       .help = "What a model knows of a phrase",
       .parameters = {{"q", ParameterKind::kText, true, "The phrase"}, source, target},
       .answers = {{200, "application/json", "Phrase", "Its translations, and sentences that have it"}},
       .needs_key = true,
       .handle = look_up_phrase},
  };
}

}  // namespace calque::serve
