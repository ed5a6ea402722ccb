#include "serve/http.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>

#include <fmt/format.h>

#include "base/parse.h"

namespace calque::serve {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Cuts a quoted or plain value off the front of `rest`.
std::string take_value(std::string_view& rest) {
  std::string value;
  if (rest.empty() || rest.front() != '"') {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    value = trim(rest.substr(0, end));
    rest.remove_prefix(end);
    return value;
  }
  std::size_t at = 1;
  for (; at < rest.size() && rest[at] != '"'; ++at) {
    if (rest[at] == '\\' && at + 1 < rest.size()) ++at;
    value += rest[at];
  }
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return value;
}

std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 40> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text.data(), length};
}

// How many headers have that name, and the first of them.
std::pair<std::size_t, std::string_view> find_all(const Headers& headers, std::string_view name) {
  std::pair<std::size_t, std::string_view> found;
  for (const auto& [key, value] : headers) {
    if (key == name && found.first++ == 0) found.second = value;
  }
  return found;
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [&](const auto& header) { return header.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

bool set_target(HttpRequest& request, std::string_view target) {
  // As proxies are asked: with the name of the host.
  if (constexpr std::string_view kScheme = "http://"; target.substr(0, kScheme.size()) == kScheme) {
    target.remove_prefix(kScheme.size());
    target.remove_prefix(std::min(target.find('/'), target.size()));
  }
  if (target.empty() || target.front() != '/') return false;
  target = target.substr(0, target.find('#'));
  const std::size_t question = target.find('?');
  std::optional<std::string> path = percent_decoded(target.substr(0, question), false);
  if (!path || path->find('\0') != std::string::npos) return false;
  request.path = *std::move(path);
  request.query = question == std::string_view::npos ? "" : target.substr(question + 1);
  return true;
}

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      decoded += ' ';
    } else if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]);
      const int low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

std::string content_disposition(std::string_view file_name) {
  std::string plain;
  std::string encoded;
  for (const char c : file_name) {
    const bool harmless = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                          c == '.' || c == '-' || c == '_';
    plain += harmless ? c : '_';
    encoded += harmless ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return fmt::format("attachment; filename=\"{}\"; filename*=UTF-8''{}", plain, encoded);
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return lower;
}

std::string media_type(std::string_view content_type) {
  return lower_ascii(trim(content_type.substr(0, content_type.find(';'))));
}

std::string header_parameter(std::string_view header, std::string_view name) {
  std::string_view rest = header;
  rest.remove_prefix(std::min(rest.find(';'), rest.size()));
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the semicolon, or what stands behind a quoted value
    const std::size_t end = rest.find_first_of("=;");
    if (end == std::string_view::npos) break;
    const std::string key = lower_ascii(trim(rest.substr(0, end)));
    const bool has_value = rest[end] == '=';
    rest.remove_prefix(has_value ? end + 1 : end);
    if (!has_value) continue;
    std::string value = take_value(rest);
    if (key == name) return value;
    rest.remove_prefix(std::min(rest.find(';'), rest.size()));
  }
  return {};
}

bool has_body(int status) {
  return status >= 200 && status != 204 && status != 304;
}

std::string response_head(const HttpResponse& response, bool close) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\nConnection: {}\r\n", response.status,
                                 reason_phrase(response.status), http_date(), close ? "close" : "keep-alive");
  if (has_body(response.status))
    head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", response.content_type,
                        response.body.size());
  for (const auto& [name, value] : response.headers) head += fmt::format("{}: {}\r\n", name, value);
  head += "\r\n";
  return head;
}

std::string_view framing_problem(unsigned version, const Headers& headers) {
  if (version != 10 && version != 11) return "only HTTP/1.0 and HTTP/1.1 are spoken here";
  const auto [lengths, length] = find_all(headers, "content-length");
  if (lengths > 1 || length.find(',') != std::string_view::npos) return "the request has two Content-Lengths";
  const auto [hosts, host] = find_all(headers, "host");
  if (hosts > 1) return "the request has two Hosts";
  if (version == 11 && hosts == 0) return "the request has no Host";
  const auto [encodings, encoding] = find_all(headers, "transfer-encoding");
  if (encodings == 0) return {};
  if (lengths > 0) return "the request has both a Content-Length and a Transfer-Encoding";
  if (encodings > 1 || version == 10 || lower_ascii(encoding) != "chunked")
    return "the only Transfer-Encoding is chunked";
  return {};
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return status < 400 ? "OK" : "Internal Server Error";
  }
}

}  // namespace calque::serve
