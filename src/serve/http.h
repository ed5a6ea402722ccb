// Requests and answers as the service sees them: plain values that know nothing of sockets.
//
// The functions are pure and safe from any thread.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calque::serve {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method{};  // as sent: "GET"
  std::string path{};    // of the target, with percent signs decoded
  std::string query{};   // of the target, as sent and without its question mark
  Headers headers{};     // names in lower case
  std::string body{};
  std::string address{};  // of the client's socket

  // The value of the first header of that name (in lower case); empty if there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  Headers headers{};
  std::string body{};
};

// One request and the way back. `reply` may be called from any thread, once.
struct Exchange {
  HttpRequest request{};
  std::stop_token gone{};  // the client has closed its connection
  std::function<void(HttpResponse&&)> reply{};
};
using Handler = std::function<void(Exchange&&)>;

// Sets method, path and query from the parts of a request line. False if the target is not a path, its
// percent signs are not followed by two digits, or the path holds a NUL.
bool set_target(HttpRequest& request, std::string_view target);

// Undoes percent-encoding; in forms and queries a plus sign is a blank. Nothing for a percent sign without
// two digits behind it.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank);

// "application/json" of "Application/JSON; charset=utf-8".
std::string media_type(std::string_view content_type);
// The value of a parameter of a header such as "multipart/form-data; boundary=x"; empty if there is none.
std::string header_parameter(std::string_view header, std::string_view name);

// The value of a Content-Disposition header that makes clients save a file under that name.
std::string content_disposition(std::string_view file_name);

std::string lower_ascii(std::string_view text);

// What makes the borders of a request doubtful, so that two servers could see different ones; empty if
// nothing. `version` is 11 for HTTP/1.1; names of headers are in lower case.
std::string_view framing_problem(unsigned version, const Headers& headers);

// Whether answers of this status have a body.
bool has_body(int status);
// Status line and headers of an answer, to the empty line.
std::string response_head(const HttpResponse& response, bool close);

// "Not Found" for 404.
std::string_view reason_phrase(int status);

}  // namespace calque::serve
