// The service itself: health, figures, description, page.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "calque/version.h"
#include "serve/api_keys.h"
#include "serve/call.h"
#include "serve/operations.h"
#include "serve/page.h"
#include "serve/request_error.h"
#include "serve/spec.h"
#include "store/content_hash.h"

namespace calque::serve {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";
// For pages without scripts and pictures.
constexpr std::string_view kPlainPolicy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

HttpResponse text_response(std::string_view content_type, std::string body) {
  HttpResponse response;
  response.content_type = content_type;
  response.body = std::move(body);
  return response;
}

HttpResponse html_response(std::string body, std::string_view policy) {
  HttpResponse response = text_response(kHtml, std::move(body));
  response.headers.emplace_back("Content-Security-Policy", policy);
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  return response;
}

void health(const std::shared_ptr<Call>& call) {
  call->answer(nlohmann::json{{"status", "ok"}});
}

void readiness(const std::shared_ptr<Call>& call) {
  if (!call->context.is_ready()) throw RequestError(503, "not now: the server is busy or is being stopped");
  call->answer(nlohmann::json{{"status", "ready"}});
}

void metrics(const std::shared_ptr<Call>& call) {
  const std::string& token = call->context.settings.metrics_token;
  if (!token.empty() &&
      !equal_in_constant_time(call->request.header("authorization"), fmt::format("Bearer {}", token))) {
    HttpResponse response = error_response(401, "the token is missing or wrong");
    response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return call->answer(std::move(response));
  }
  call->answer(text_response("text/plain; version=0.0.4; charset=utf-8",
                             call->context.metrics.text(call->context.pool.waiting(), version())));
}

void spec(const std::shared_ptr<Call>& call) {
  call->answer(openapi(call->context.operations, version()));
}

void docs(const std::shared_ptr<Call>& call) {
  call->answer(html_response(docs_page(call->context.operations, version()), kPlainPolicy));
}

// For a program that was built without the page.
std::string plain_page() {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Calque</title></head>\n"
         "<body><h1>Calque</h1>\n<p>The service runs. This program was built without its web page; programs "
         "can use it all the same:</p>\n<pre>curl -d 'q=text' -d source=auto -d target=CODE "
         "ADDRESS/translate</pre>\n<p><a href=\"/docs\">What it can do</a></p></body></html>\n";
}

void page(const std::shared_ptr<Call>& call) {
  const Page built_in = built_in_page();
  if (built_in.gzip.empty()) return call->answer(html_response(plain_page(), kPlainPolicy));
  static const std::string kTag = fmt::format("\"{}\"", store::hash_text(built_in.gzip));
  HttpResponse response = html_response(std::string(built_in.gzip), built_in.policy);
  response.headers.emplace_back("ETag", kTag);
  response.headers.emplace_back("Cache-Control", "no-cache");
  if (call->request.header("if-none-match") == kTag) {
    response.status = 304;
    response.body.clear();
  } else {
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  call->answer(std::move(response));
}

}  // namespace

std::vector<Operation> server_operations() {
  return {
      {.method = "GET",
       .path = "/",
       .name = "page",
       .help = "The page for people",
       .answers = {{200, "text/html", "", "HTML, compressed with gzip"}},
       .handle = page},
      {.method = "GET",
       .path = "/health",
       .name = "health",
       .help = "Whether the server is alive",
       .answers = {{200, "application/json", "Health", "It is"}},
       .handle = health},
      {.method = "GET",
       .path = "/ready",
       .name = "ready",
       .help = "Whether the server takes more requests",
       .answers = {{200, "application/json", "Readiness", "It does"},
                   {503, "application/json", "Error", "It is busy or being stopped"}},
       .handle = readiness},
      {.method = "GET",
       .path = "/metrics",
       .name = "metrics",
       .help = "Figures for Prometheus",
       .answers = {{200, "text/plain", "", "Text of the exposition format"},
                   {401, "application/json", "Error", "The bearer token is missing or wrong"}},
       .handle = metrics},
      {.method = "GET",
       .path = "/spec",
       .name = "spec",
       .help = "This description",
       .answers = {{200, "application/json", "OpenApi", "OpenAPI 3.1"}},
       .handle = spec},
      {.method = "GET",
       .path = "/docs",
       .name = "docs",
       .help = "This description for people",
       .answers = {{200, "text/html", "", "HTML"}},
       .handle = docs},
  };
}

}  // namespace calque::serve
