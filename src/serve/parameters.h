// What a client asks for, wherever it says so: a JSON object, an url-encoded or multipart form, or the query
// of the address (also of a POST: some clients do that). The body counts before the query.
//
// Reading checks names and sorts against the operation's list, so operations and their description cannot
// differ. Everything wrong is a RequestError: 400, or 415 for a body of another type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "serve/form.h"
#include "serve/http.h"

namespace calque::serve {

enum class ParameterKind {
  kText,    // a string
  kTexts,   // a string or, in JSON alone, a list of strings
  kNumber,  // a whole number from `least` to `most`; in forms its digits
  kFlag,    // true or false; in forms also 1 or 0
  kWords,   // a list of strings; in forms one string with commas
  kJson,    // something with the given schema, in JSON alone
  kFile,    // a file of a multipart form
};

struct Parameter {
  std::string_view name{};
  ParameterKind kind = ParameterKind::kText;
  bool required = false;
  std::string_view help{};
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::string_view schema{};  // of kJson: JSON
};

class Parameters {
 public:
  // No value at all.
  Parameters();
  // The list must outlive the object. `path_values` are those that the path holds; they count first. The body
  // counts if the method is POST, and if asked for.
  Parameters(const HttpRequest& request, std::span<const Parameter> list,
             const std::map<std::string, std::string>& path_values = {}, bool read_body = true);
  ~Parameters();
  Parameters(Parameters&&) noexcept;
  Parameters& operator=(Parameters&&) noexcept;

  bool has(std::string_view name) const;
  // Requires: the name is in the list, with that kind. An optional parameter that was not given is empty, or
  // what `otherwise` says.
  std::string text(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  bool is_list(std::string_view name) const;  // whether a kTexts came as a list
  std::int64_t number(std::string_view name, std::int64_t otherwise) const;
  bool flag(std::string_view name, bool otherwise) const;
  std::vector<std::string> words(std::string_view name) const;
  const nlohmann::json& json(std::string_view name) const;  // null if it was not given
  const FormField& file(std::string_view name) const;

 private:
  void read_json(std::string_view body);
  void read_form(std::vector<FormField> fields);
  void check() const;
  const Parameter& known(std::string_view name, ParameterKind kind) const;
  const nlohmann::json* value(std::string_view name) const;

  std::span<const Parameter> list_;
  std::unique_ptr<nlohmann::json> values_;  // an object
  std::vector<FormField> files_;
};

// Whether brackets of JSON are nested at most so deep; text that is no JSON may give either.
bool nested_at_most(std::string_view json, std::size_t depth);

}  // namespace calque::serve
