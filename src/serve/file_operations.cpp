// Files in and out.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "serve/call.h"
#include "serve/file_shelf.h"
#include "serve/http.h"
#include "serve/languages.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/translation.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

std::string text_of_file(const FormField& file, const Settings& settings) {
  const std::size_t dot = file.file_name.rfind('.');
  if (dot == std::string::npos || lower_ascii(file.file_name.substr(dot)) != ".txt")
    throw RequestError(400, "only files whose names end in .txt are translated here");
  if (const auto problem = text::find_invalid_utf8(file.value))
    throw RequestError(
        400, fmt::format("the file is not UTF-8: byte {}: {}", problem->offset + 1, problem->reason));
  check_limits(settings, {file.value});
  return file.value;
}

// "letter_en.txt" of "letter.txt".
std::string translated_name(const std::string& name, const std::string& target) {
  const std::size_t dot = name.rfind('.');
  return fmt::format("{}_{}{}", name.substr(0, dot), target, name.substr(dot));
}

// Where the client reaches this server: as it wrote it itself, or as a proxy did.
std::string address_of(const HttpRequest& request) {
  const std::string_view sent = request.header("x-forwarded-proto");
  return fmt::format("{}://{}", sent == "https" ? sent : "http", request.header("host"));
}

// Translates the file that the call brings and hands it on.
void translate_sent_file(const std::shared_ptr<Call>& call,
                         std::function<void(Call& call, ShelvedFile&& file)> done) {
  const FormField& file = call->parameters.file("file");
  const std::string text = text_of_file(file, call->context.settings);
  const Choice choice =
      choose_model(*call->models, call->parameters.text("source"), call->parameters.text("target"), text);
  TranslationOrder order;
  if (choice.model != nullptr) order.texts.push_back(source_text(*choice.model, text));
  const std::string target = language_code(call->parameters.text("target"));
  translate(call, std::move(order),
            [call, text, name = translated_name(file.file_name, target),
             done = std::move(done)](const TranslatedTexts& translated) {
              done(*call,
                   {name, "text/plain; charset=utf-8", translated.texts.empty() ? text : translated.text(0)});
            });
}

HttpResponse file_response(ShelvedFile&& file) {
  HttpResponse response;
  response.content_type = std::move(file.content_type);
  response.headers.emplace_back("Content-Disposition", content_disposition(file.file_name));
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.body = std::move(file.content);
  return response;
}

void translate_file(const std::shared_ptr<Call>& call) {
  translate_sent_file(call, [](Call& done, ShelvedFile&& file) {
    const std::string name = done.context.files.put(std::move(file));
    done.answer(nlohmann::json{
        {"translatedFileUrl", fmt::format("{}/download_file/{}", address_of(done.request), name)}});
  });
}

void translate_file_v1(const std::shared_ptr<Call>& call) {
  translate_sent_file(call,
                      [](Call& done, ShelvedFile&& file) { done.answer(file_response(std::move(file))); });
}

void download_file(const std::shared_ptr<Call>& call) {
  std::optional<ShelvedFile> file = call->context.files.get(call->parameters.text("name"));
  if (!file) throw RequestError(404, "there is no such file, or it has been here for too long");
  call->answer(file_response(*std::move(file)));
}

}  // namespace

std::vector<Operation> file_operations() {
  const std::vector<Parameter> parameters{
      {"file", ParameterKind::kFile, true, "The file; its name tells its format: .txt"},
      {"source", ParameterKind::kText, true, "Its language: a code, or auto"},
      {"target", ParameterKind::kText, true, "The language of the translation"}};
  return {
      {.method = "POST",
       .path = "/translate_file",
       .name = "translate_file",
       .help = "Translate a file and keep it to be fetched",
       .parameters = parameters,
       .answers = {{200, "application/json", "TranslatedFile", "Where the translation is for ten minutes"}},
       .needs_key = true,
       .handle = translate_file},
      {.method = "GET",
       .path = "/download_file/{name}",
       .name = "download_file",
       .help = "Fetch a translated file",
       .parameters = {{"name", ParameterKind::kText, true, "Its name, as /translate_file gave it"}},
       .answers = {{200, "application/octet-stream", "", "The file, with its own type"},
                   {404, "application/json", "Error", "There is no such file any more"}},
       .handle = download_file},
      {.method = "POST",
       .path = "/v1/file",
       .name = "v1_file",
       .help = "Translate a file",
       .parameters = parameters,
       .answers = {{200, "application/octet-stream", "", "The translated file, with its own type"}},
       .needs_key = true,
       .handle = translate_file_v1},
  };
}

}  // namespace calque::serve
