#include "serve/spec.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "serve/http.h"
#include "serve/schemas.h"
#include "store/json_text.h"

namespace calque::serve {
namespace {

using Json = nlohmann::ordered_json;

Json parameter_schema(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kText:
      return {{"type", "string"}};
    case ParameterKind::kTexts:
      return {{"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
    case ParameterKind::kNumber:
      return {{"type", "integer"}, {"minimum", parameter.least}, {"maximum", parameter.most}};
    case ParameterKind::kFlag:
      return {{"type", "boolean"}};
    case ParameterKind::kWords:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case ParameterKind::kJson:
      return Json::parse(parameter.schema);
    case ParameterKind::kFile:
      return {{"type", "string"}, {"format", "binary"}};
  }
  return {};
}

bool is_in_path(const Operation& operation, const Parameter& parameter) {
  return operation.path.find(fmt::format("{{{}}}", parameter.name)) != std::string_view::npos;
}

// Parameters of a POST may stand in its body or its query; the description says the body.
bool is_in_body(const Operation& operation, const Parameter& parameter) {
  return operation.method == "POST" && operation.body.empty() && !is_in_path(operation, parameter);
}

Json address_parameters(const Operation& operation) {
  Json list = Json::array();
  for (const Parameter& parameter : operation.parameters) {
    if (is_in_body(operation, parameter)) continue;
    list.push_back({{"name", parameter.name},
                    {"in", is_in_path(operation, parameter) ? "path" : "query"},
                    {"required", parameter.required},
                    {"description", parameter.help},
                    {"schema", parameter_schema(parameter)}});
  }
  return list;
}

Json body_of(const Operation& operation) {
  if (!operation.body.empty())
    return {{"required", true},
            {"content", {{std::string(operation.body), {{"schema", {{"type", "string"}}}}}}}};
  Json schema{{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
  bool has_file = false;
  bool required = false;
  for (const Parameter& parameter : operation.parameters) {
    if (!is_in_body(operation, parameter)) continue;
    Json described = parameter_schema(parameter);
    described["description"] = parameter.help;
    schema["properties"][std::string(parameter.name)] = std::move(described);
    has_file = has_file || parameter.kind == ParameterKind::kFile;
    if (!parameter.required) continue;
    schema["required"].push_back(parameter.name);
    required = true;
  }
  Json content = Json::object();
  if (!has_file) {
    content["application/json"] = {{"schema", schema}};
    content["application/x-www-form-urlencoded"] = {{"schema", schema}};
  }
  content["multipart/form-data"] = {{"schema", schema}};
  return {{"required", required}, {"content", std::move(content)}};
}

Json answer_json(const Answer& answer) {
  Json content = Json::object();
  content[std::string(answer.content_type)] = Json::object();
  if (!answer.schema.empty())
    content[std::string(answer.content_type)] = {
        {"schema", {{"$ref", fmt::format("#/components/schemas/{}", answer.schema)}}}};
  return {{"description", answer.help}, {"content", std::move(content)}};
}

Json answers_json(const Operation& operation) {
  Json answers = Json::object();
  for (const Answer& answer : operation.answers) answers[std::to_string(answer.status)] = answer_json(answer);
  const auto add = [&](int status, std::string_view help) {
    if (answers.contains(std::to_string(status))) return;
    answers[std::to_string(status)] = answer_json({status, "application/json", "Error", help});
  };
  if (!operation.parameters.empty()) add(400, "A parameter is missing or wrong, or a key is needed");
  if (operation.needs_key) {
    add(403, "There is no such key");
    add(429, "Too many requests in this minute; Retry-After says when to ask again");
    add(503, "Too much is waiting, or the translation took too long");
  }
  if (operation.method == "POST") {
    add(413, "The body is too large");
    if (operation.body.empty()) add(415, "The body is no JSON and no form");
  }
  return answers;
}

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c;
    }
  }
  return out;
}

void add_docs_of(const Operation& operation, std::string& page) {
  append_format(page, "<h2 id=\"{}\"><code>{} {}</code></h2>\n<p>{}.</p>\n", operation.name, operation.method,
                html_escaped(operation.path), html_escaped(operation.help));
  if (!operation.parameters.empty()) {
    page += "<table><tr><th>parameter</th><th>is</th><th></th></tr>\n";
    for (const Parameter& parameter : operation.parameters)
      append_format(page, "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n", parameter.name,
                    parameter.required ? "needed" : "optional", html_escaped(parameter.help));
    page += "</table>\n";
  }
  page += "<ul>\n";
  const Json answers = answers_json(operation);
  for (const auto& [status, answer] : answers.items())
    append_format(page, "<li>{}: {}</li>\n", status, html_escaped(answer["description"].get<std::string>()));
  page += "</ul>\n";
}

}  // namespace

Json openapi(const std::vector<Operation>& operations, std::string_view version) {
  Json paths = Json::object();
  for (const Operation& operation : operations) {
    Json entry{{"operationId", operation.name}, {"summary", operation.help}};
    if (Json parameters = address_parameters(operation); !parameters.empty())
      entry["parameters"] = std::move(parameters);
    if (operation.method == "POST") entry["requestBody"] = body_of(operation);
    entry["responses"] = answers_json(operation);
    paths[std::string(operation.path)][lower_ascii(operation.method)] = std::move(entry);
  }
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "Calque"},
            {"version", version},
            {"description", "Statistical machine translation that says why it translates so"}}},
          {"paths", std::move(paths)},
          {"components", {{"schemas", schemas()}}}};
}

std::string docs_page(const std::vector<Operation>& operations, std::string_view version) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Calque: the "
      "API</title></head>\n"
      "<body><h1>Calque: the API</h1>\n";
  append_format(
      page,
      "<p>Version {}. For programs the same is at <a href=\"/spec\">/spec</a> (OpenAPI 3.1). Parameters "
      "of a POST come as JSON, as a form, or in the address. Errors are "
      "<code>{{\"error\": \"text\"}}</code>.</p>\n",
      version);
  for (const Operation& operation : operations) add_docs_of(operation, page);
  page += "</body></html>\n";
  return page;
}

}  // namespace calque::serve
