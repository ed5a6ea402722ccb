#include "serve/form.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "serve/http.h"
#include "serve/request_error.h"

namespace calque::serve {
namespace {

// RFC 2046 allows no longer one.
constexpr std::size_t kMaxBoundary = 70;
constexpr std::size_t kMaxPartHeader = 8192;

void check_count(std::size_t fields) {
  if (fields > kMaxFormFields)
    throw RequestError(400, fmt::format("the form has more than {} fields", kMaxFormFields));
}

[[noreturn]] void refuse_multipart(std::string_view problem) {
  throw RequestError(400, fmt::format("the multipart form is damaged: {}", problem));
}

std::string decoded(std::string_view text) {
  std::optional<std::string> value = percent_decoded(text, true);
  if (!value) throw RequestError(400, "a percent sign in the form has no two hexadecimal digits behind it");
  return *std::move(value);
}

// The header of a part, up to the empty line.
FormField read_part_header(std::string_view header) {
  FormField field;
  bool named = false;
  for (const std::string_view line : split_fields(header, "\r\n")) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) refuse_multipart("a line of a part's header has no colon");
    const std::string key = lower_ascii(trim(line.substr(0, colon)));
    const std::string_view value = trim(line.substr(colon + 1));
    if (key == "content-disposition") {
      if (media_type(value) != "form-data") refuse_multipart("a part is no form-data");
      field.name = header_parameter(value, "name");
      named = !field.name.empty();
      field.file_name = header_parameter(value, "filename");
      field.is_file = lower_ascii(value).find("filename") != std::string::npos;
    } else if (key == "content-type") {
      field.content_type = value;
    }
  }
  if (!named) refuse_multipart("a part has no name");
  const std::size_t folder = field.file_name.find_last_of("/\\");
  if (folder != std::string::npos) field.file_name.erase(0, folder + 1);
  return field;
}

}  // namespace

std::vector<FormField> parse_url_encoded(std::string_view text) {
  std::vector<FormField> fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    FormField& field = fields.emplace_back();
    check_count(fields.size());
    field.name = decoded(pair.substr(0, equals));
    field.value = decoded(pair.substr(std::min(equals + 1, pair.size())));
  }
  return fields;
}

std::vector<FormField> parse_multipart(std::string_view body, std::string_view content_type) {
  const std::string boundary = header_parameter(content_type, "boundary");
  if (boundary.empty() || boundary.size() > kMaxBoundary)
    refuse_multipart("its Content-Type has no boundary, or one of more than 70 characters");
  const std::string opening = "--" + boundary;
  const std::string closing = "\r\n--" + boundary;
  std::size_t at = body.substr(0, opening.size()) == opening ? 0 : body.find(closing);
  if (at == std::string_view::npos) refuse_multipart("the boundary does not occur");
  at += at == 0 ? opening.size() : closing.size();
  std::vector<FormField> fields;
  while (body.substr(at, 2) != "--") {
    at = body.find("\r\n", at);  // blanks may stand behind a boundary
    if (at == std::string_view::npos) refuse_multipart("it ends before its last boundary");
    at += 2;
    const std::size_t header_end = body.find("\r\n\r\n", at);
    if (header_end == std::string_view::npos || header_end - at > kMaxPartHeader)
      refuse_multipart("a part has no header, or one of more than 8192 bytes");
    FormField field = read_part_header(body.substr(at, header_end - at));
    at = header_end + 4;
    const std::size_t end = body.find(closing, at);
    if (end == std::string_view::npos) refuse_multipart("it ends before its last boundary");
    field.value = body.substr(at, end - at);
    fields.push_back(std::move(field));
    check_count(fields.size());
    at = end + closing.size();
  }
  return fields;
}

}  // namespace calque::serve
