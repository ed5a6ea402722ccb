// What clients of LibreTranslate use.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "serve/call.h"
#include "serve/languages.h"
#include "serve/operations.h"
#include "serve/translation.h"

namespace calque::serve {
namespace {

void translate_texts(const std::shared_ptr<Call>& call) {
  const Parameters& parameters = call->parameters;
  const std::vector<std::string> texts = parameters.texts("q");
  check_limits(call->context.settings, texts);
  const Model& model = choose_model(*call->models, parameters.text("source"), parameters.text("target"));
  TranslationOrder order;
  for (const std::string& text : texts)
    order.texts.push_back(
        {&model,
         TextLayout(
             text, [&](std::string_view line) { return model.translator.sentences(line); }, model.target)});
  translate(call, std::move(order), [call](TranslatedTexts& translated) {
    nlohmann::json answers = nlohmann::json::array();
    for (std::size_t i = 0; i < translated.texts.size(); ++i) answers.push_back(translated.text(i));
    call->answer({{"translatedText", call->parameters.is_list("q") ? answers : answers.front()}});
  });
}

void list_languages(const std::shared_ptr<Call>& call) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& source : call->models->sources())
    list.push_back(
        {{"code", source}, {"name", language_name(source)}, {"targets", call->models->targets(source)}});
  call->answer(list);
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
                      {"target", ParameterKind::kText, true, "The language of the translation"}},
       .answers = {{200, "application/json", "Translation", "The translation"}},
       .needs_key = true,
       .handle = translate_texts},
      {.method = "GET",
       .path = "/languages",
       .name = "languages",
       .help = "What is translated into what",
       .answers = {{200, "application/json", "Languages", "All languages that something is translated from"}},
       .handle = list_languages},
  };
}

}  // namespace calque::serve
