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

#include "calque/document_options.h"
#include "documents/document.h"
#include "serve/call.h"
#include "serve/document_translation.h"
#include "serve/file_shelf.h"
#include "serve/http.h"
#include "serve/languages.h"
#include "serve/model_choice.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/source_text.h"
#include "serve/translation.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

// Files may be as large as a body; who sends one knows that it takes a while.
constexpr int kTimesLonger = 10;

DocumentFormat format_of_file(const FormField& file) {
  const auto format = documents::format_of(file.file_name);
  if (!format)
    throw RequestError(400, "the name of the file must end in .txt, .html, .tmx, .tsv, .xlf or .xliff");
  const auto problem = text::find_invalid_utf8(file.value);
  if (problem && *format != DocumentFormat::kXliff && *format != DocumentFormat::kTmx)
    throw RequestError(
        400, fmt::format("the file is not UTF-8: byte {}: {}", problem->offset + 1, problem->reason));
  return *format;
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
  const DocumentFormat format = format_of_file(file);
  call->deadline = call->begun + kTimesLonger * call->context.settings.limit_time;
  const Choice choice = choose_model(*call->models, call->parameters.text("source"),
                                     call->parameters.text("target"), file.value);
  const std::string target = language_code(call->parameters.text("target"));
  const auto finish = [call, format, name = translated_name(file.file_name, target),
                       done = std::move(done)](std::string&& content) {
    done(*call, {name, std::string(content_type_of(format)), std::move(content)});
  };
  if (choice.model == nullptr) return finish(std::string(file.value));
  if (format == DocumentFormat::kText) {
    TranslationOrder order;
    order.texts.push_back(source_text(*choice.model, file.value));
    return translate(call, std::move(order),
                     [finish](const TranslatedTexts& translated) { finish(translated.text(0)); });
  }
  translate_documents(call, {{choice.model, format, file.value}},
                      [finish](std::vector<std::string>& translated) { finish(std::move(translated[0])); });
}

HttpResponse file_response(ShelvedFile&& file) {
  HttpResponse response;
  response.content_type = std::move(file.content_type);
  response.headers.emplace_back("Content-Disposition", content_disposition(file.file_name));
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  // Somebody's HTML must not act for the page of this server.
  response.headers.emplace_back("Content-Security-Policy", "sandbox; default-src 'none'");
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
      {"file", ParameterKind::kFile, true,
       "The file; its name tells its format: .txt, .html, .tmx, .tsv, .xlf or .xliff"},
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
