#include "serve/parameters.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/parse.h"
#include "serve/request_error.h"
#include "store/json_text.h"
#include "text/utf8.h"

namespace calque::serve {
namespace {

constexpr std::size_t kMaxDepth = 16;

[[noreturn]] void refuse(std::string_view name, std::string_view problem) {
  throw RequestError(400, fmt::format("parameter '{}': {}", name, problem));
}

void check_text(std::string_view name, const std::string& text) {
  const auto problem = text::find_invalid_utf8(text);
  if (problem) refuse(name, fmt::format("byte {}: {}; send UTF-8", problem->offset + 1, problem->reason));
}

void check_texts(std::string_view name, const nlohmann::json& list, std::string_view expected) {
  if (!list.is_array()) refuse(name, fmt::format("this must be {}", expected));
  for (const nlohmann::json& item : list) {
    if (!item.is_string()) refuse(name, fmt::format("this must be {}", expected));
    check_text(name, item.get_ref<const std::string&>());
  }
}

std::optional<std::int64_t> as_number(const nlohmann::json& value) {
  if (value.is_string()) return parse_signed(value.get_ref<const std::string&>());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
  if (value.is_number_integer()) return value.get<std::int64_t>();
  return std::nullopt;
}

std::optional<bool> as_flag(const nlohmann::json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value == "true" || value == "1") return true;
  if (value == "false" || value == "0") return false;
  return std::nullopt;
}

void check_value(const Parameter& parameter, const nlohmann::json& value) {
  const std::string_view name = parameter.name;
  switch (parameter.kind) {
    case ParameterKind::kText:
      if (!value.is_string()) refuse(name, "this must be a text");
      return check_text(name, value.get_ref<const std::string&>());
    case ParameterKind::kTexts:
      if (value.is_string()) return check_text(name, value.get_ref<const std::string&>());
      return check_texts(name, value, "a text or a list of texts");
    case ParameterKind::kWords:
      if (value.is_string()) return check_text(name, value.get_ref<const std::string&>());
      return check_texts(name, value, "a list of texts");
    case ParameterKind::kNumber: {
      const auto number = as_number(value);
      if (!number || *number < parameter.least || *number > parameter.most)
        refuse(name,
               fmt::format("this must be a whole number from {} to {}", parameter.least, parameter.most));
      return;
    }
    case ParameterKind::kFlag:
      if (!as_flag(value)) refuse(name, "this must be true or false");
      return;
    case ParameterKind::kJson:
      if (value.is_string()) refuse(name, "this must be a list; send the request as JSON");
      return;
    case ParameterKind::kFile:
      refuse(name, "this must be a file of a multipart form");
  }
}

}  // namespace

Parameters::Parameters() : values_(std::make_unique<nlohmann::json>(nlohmann::json::object())) {}
Parameters::~Parameters() = default;
Parameters::Parameters(Parameters&&) noexcept = default;
Parameters& Parameters::operator=(Parameters&&) noexcept = default;

Parameters::Parameters(const HttpRequest& request, std::span<const Parameter> list,
                       const std::map<std::string, std::string>& path_values, bool read_body)
    : Parameters() {
  list_ = list;
  read_form(parse_url_encoded(request.query));
  // What GET and DELETE send as a body means nothing.
  if (read_body && !request.body.empty() && request.method == "POST") {
    const std::string_view header = request.header("content-type");
    const std::string type = media_type(header);
    if (type == "application/json") {
      read_json(request.body);
    } else if (type == "application/x-www-form-urlencoded") {
      read_form(parse_url_encoded(request.body));
    } else if (type == "multipart/form-data") {
      read_form(parse_multipart(request.body, header));
    } else {
      throw RequestError(415, fmt::format("the Content-Type is '{}'; send application/json, "
                                          "application/x-www-form-urlencoded or multipart/form-data",
                                          text::find_invalid_utf8(type) ? "" : type));
    }
  }
  for (const auto& [name, value] : path_values) (*values_)[name] = value;
  check();
}

void Parameters::read_json(std::string_view body) {
  if (!nested_at_most(body, kMaxDepth))
    throw RequestError(400, fmt::format("the JSON is nested more than {} levels deep", kMaxDepth));
  nlohmann::json sent = store::parse_json(body, false);
  if (sent.is_discarded()) throw RequestError(400, "the body is not JSON in UTF-8");
  if (!sent.is_object()) throw RequestError(400, "the body is not a JSON object");
  for (const Parameter& parameter : list_) {
    const auto found = sent.find(parameter.name);
    if (found != sent.end()) (*values_)[std::string(parameter.name)] = std::move(*found);
  }
}

void Parameters::read_form(std::vector<FormField> fields) {
  for (FormField& field : fields) {
    const auto known = std::find_if(list_.begin(), list_.end(),
                                    [&](const Parameter& parameter) { return parameter.name == field.name; });
    if (known == list_.end()) continue;
    if (known->kind == ParameterKind::kFile && field.is_file) {
      files_.push_back(std::move(field));
    } else {
      (*values_)[field.name] = std::move(field.value);
    }
  }
}

void Parameters::check() const {
  for (const Parameter& parameter : list_) {
    const nlohmann::json* given = value(parameter.name);
    if (given != nullptr) check_value(parameter, *given);
    if (parameter.required && given == nullptr && !has(parameter.name))
      throw RequestError(400, fmt::format("the parameter '{}' is missing", parameter.name));
  }
}

const Parameter& Parameters::known(std::string_view name, ParameterKind kind) const {
  const auto found = std::find_if(list_.begin(), list_.end(), [&](const Parameter& parameter) {
    return parameter.name == name && parameter.kind == kind;
  });
  CALQUE_CHECK(found != list_.end());
  return *found;
}

const nlohmann::json* Parameters::value(std::string_view name) const {
  const auto found = values_->find(name);
  return found == values_->end() || found->is_null() ? nullptr : &*found;
}

bool Parameters::has(std::string_view name) const {
  return value(name) != nullptr ||
         std::any_of(files_.begin(), files_.end(), [&](const FormField& file) { return file.name == name; });
}

std::string Parameters::text(std::string_view name) const {
  known(name, ParameterKind::kText);
  const nlohmann::json* given = value(name);
  return given == nullptr ? std::string() : given->get<std::string>();
}

std::vector<std::string> Parameters::texts(std::string_view name) const {
  known(name, ParameterKind::kTexts);
  const nlohmann::json* given = value(name);
  if (given == nullptr) return {};
  if (given->is_string()) return {given->get<std::string>()};
  return given->get<std::vector<std::string>>();
}

bool Parameters::is_list(std::string_view name) const {
  known(name, ParameterKind::kTexts);
  const nlohmann::json* given = value(name);
  return given != nullptr && given->is_array();
}

std::int64_t Parameters::number(std::string_view name, std::int64_t otherwise) const {
  known(name, ParameterKind::kNumber);
  const nlohmann::json* given = value(name);
  return given == nullptr ? otherwise : as_number(*given).value_or(otherwise);
}

bool Parameters::flag(std::string_view name, bool otherwise) const {
  known(name, ParameterKind::kFlag);
  const nlohmann::json* given = value(name);
  return given == nullptr ? otherwise : as_flag(*given).value_or(otherwise);
}

std::vector<std::string> Parameters::words(std::string_view name) const {
  known(name, ParameterKind::kWords);
  const nlohmann::json* given = value(name);
  if (given == nullptr) return {};
  if (given->is_array()) return given->get<std::vector<std::string>>();
  std::vector<std::string> words;
  for (const std::string_view word : split_fields(given->get_ref<const std::string&>(), ","))
    if (!trim(word).empty()) words.emplace_back(trim(word));
  return words;
}

const nlohmann::json& Parameters::json(std::string_view name) const {
  static const nlohmann::json kNone;
  known(name, ParameterKind::kJson);
  const nlohmann::json* given = value(name);
  return given == nullptr ? kNone : *given;
}

const FormField& Parameters::file(std::string_view name) const {
  known(name, ParameterKind::kFile);
  const auto found =
      std::find_if(files_.begin(), files_.end(), [&](const FormField& file) { return file.name == name; });
  CALQUE_CHECK(found != files_.end());
  return *found;
}

bool nested_at_most(std::string_view json, std::size_t depth) {
  std::size_t open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++open > depth) return false;
    } else if ((c == ']' || c == '}') && open > 0) {
      --open;
    }
  }
  return true;
}

}  // namespace calque::serve
