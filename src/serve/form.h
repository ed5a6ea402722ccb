// Forms as browsers and HTTP libraries send them: url-encoded (also the query of an address) and multipart.
//
// Pure functions, safe from any thread. They throw RequestError (400) for what is no such form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace calque::serve {

struct FormField {
  std::string name{};
  std::string value{};
  bool is_file = false;
  std::string file_name{};     // without folders; may be empty
  std::string content_type{};  // of a file
};

// Fields of an url-encoded form; at most kMaxFormFields.
std::vector<FormField> parse_url_encoded(std::string_view text);

// Fields of multipart/form-data (RFC 7578). `content_type` is the whole header, with its boundary.
std::vector<FormField> parse_multipart(std::string_view body, std::string_view content_type);

inline constexpr std::size_t kMaxFormFields = 10000;

}  // namespace calque::serve
