#include "serve/service.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/parse.h"
#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/request_log.h"
#include "serve/router.h"

namespace calque::serve {
namespace {

// The parameters of larger requests are read by the pool, not by the thread that serves all connections.
constexpr std::size_t kSmallBody = 64 * 1024;

// Each takes a moment, so that the last one is made before its client gives up.
constexpr std::size_t kMaxWaitingChanges = 100;

ApiKeys keys_in(const std::string& file) {
  return file.empty() ? ApiKeys() : ApiKeys::read(file);
}

std::size_t thread_count(std::size_t asked) {
  return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

void add_cors(HttpResponse& response) {
  response.headers.emplace_back("Access-Control-Allow-Origin", "*");
  response.headers.emplace_back("Access-Control-Expose-Headers", "Retry-After");
}

HttpResponse preflight_answer(std::string_view allowed) {
  HttpResponse response;
  response.status = 204;
  response.headers.emplace_back("Allow", allowed);
  response.headers.emplace_back("Access-Control-Allow-Methods", "GET, POST, DELETE, OPTIONS");
  response.headers.emplace_back("Access-Control-Allow-Headers", "Authorization, Content-Type");
  response.headers.emplace_back("Access-Control-Max-Age", "86400");
  return response;
}

// The answer to a request that no operation takes.
HttpResponse other_answer(const Route& route, std::string_view method) {
  if (route.allowed.empty()) return error_response(404, "there is nothing at this address; see /docs");
  if (method == "OPTIONS") return preflight_answer(route.allowed);
  HttpResponse response = error_response(405, fmt::format("this address takes {}", route.allowed));
  response.headers.emplace_back("Allow", route.allowed);
  return response;
}

// With a proxy in front all sockets are the proxy's, which says whose request it is behind what the client
// itself may have written.
std::string client_address(const HttpRequest& request, bool behind_proxy) {
  std::string_view address = request.address;
  const std::string_view forwarded = request.header("x-forwarded-for");
  if (behind_proxy && !forwarded.empty()) {
    const std::size_t comma = forwarded.rfind(',');
    address = trim(comma == std::string_view::npos ? forwarded : forwarded.substr(comma + 1));
  }
  constexpr std::size_t kMaxAddress = 64;
  return client_of_address(address.substr(0, kMaxAddress));
}

std::string key_of(const Call& call) {
  constexpr std::string_view kBearer = "Bearer ";
  const std::string_view header = call.request.header("authorization");
  if (header.substr(0, kBearer.size()) == kBearer) return std::string(trim(header.substr(kBearer.size())));
  return call.parameters.text("api_key");
}

}  // namespace

Service::Service(const Settings& settings, const std::shared_ptr<const ModelSet>& models, LogSink log)
    : settings_(settings),
      models_({settings.corrections, settings.limit_corrections}, models),
      log_(std::move(log)),
      operations_(all_operations()),
      keys_(keys_in(settings.api_keys)),
      correction_keys_(keys_in(settings.correction_keys)),
      pool_(thread_count(settings.threads), settings.limit_queue),
      changes_(1, kMaxWaitingChanges),
      context_{settings_, operations_, metrics_, pool_,
               models_,   changes_,    files_,   [this] {
                 return !draining_ && pool_.has_room(); }} {}

HttpResponse Service::refuse(int status, std::string_view problem) {
  metrics_.count_request("refused", status, 0);
  log_(log_line({.operation = "refused", .status = status}));
  HttpResponse response = error_response(status, problem);
  if (status == 503) response.headers.emplace_back("Retry-After", "1");
  add_cors(response);
  return response;
}

void Service::handle(Exchange&& exchange) {
  const auto call = std::make_shared<Call>(Call{context_});
  call->request = std::move(exchange.request);
  call->gone = std::move(exchange.gone);
  call->models = models_.get();
  call->begun = std::chrono::steady_clock::now();
  call->deadline = call->begun + settings_.limit_time;
  call->finish = [this, reply = std::move(exchange.reply)](Call& done, HttpResponse&& response) {
    add_cors(response);
    finish(done, response);
    reply(std::move(response));
  };
  metrics_.begin_request();
  try {
    start(call);
  } catch (...) {
    call->fail(std::current_exception());
  }
}

void Service::start(const std::shared_ptr<Call>& call) {
  const HttpRequest& request = call->request;
  Route route = find_route(operations_, request.method, request.path);
  if (route.operation == nullptr) return call->answer(other_answer(route, request.method));
  call->operation = route.operation;
  const auto read_and_run = [this, call, values = std::move(route.path_values)] {
    const Operation& operation = *call->operation;
    call->parameters = Parameters(call->request, operation.parameters, values, operation.body.empty());
    if (operation.needs_key) admit(*call);
    if (operation.corrects) admit_correction(*call);
    operation.handle(call);
  };
  if (request.body.size() <= kSmallBody) return read_and_run();
  Job job{1, [read_and_run](std::size_t) { read_and_run(); },
          [call](const std::exception_ptr& error) {
            if (error) call->fail(error);
          },
          call->gone};
  if (!pool_.submit(std::move(job)))
    throw RequestError(503, "too much is waiting to be translated; try again in a moment",
                       std::chrono::seconds(1));
}

// Throws RequestError unless the client has the key that it needs, and requests left in this minute.
void Service::admit(const Call& call) {
  std::string client = client_address(call.request, settings_.behind_proxy);
  std::size_t limit = settings_.limit_requests;
  const std::string sent = key_of(call);
  const ApiKey* key = keys_.find(sent);
  if (key == nullptr) key = correction_keys_.find(sent);
  if (key != nullptr) {
    client = "key " + key->key;
    if (key->limit_requests > 0) limit = key->limit_requests;
  }
  if (limit > 0) {
    if (const auto wait = limiter_.take(client, limit))
      throw RequestError(429, fmt::format("more than {} requests in a minute; try again later", limit), wait);
  }
  if (keys_.empty() || key != nullptr) return;
  if (sent.empty())
    throw RequestError(400, "this server asks for a key: send it as api_key or as a bearer token");
  throw RequestError(403, "there is no such key");
}

// Throws RequestError unless corrections are taken, and from this client.
void Service::admit_correction(const Call& call) const {
  if (!models_.takes_corrections()) throw RequestError(403, "this server takes no corrections");
  if (!correction_keys_.empty() && correction_keys_.find(key_of(call)) == nullptr)
    throw RequestError(403, "this server takes corrections only with a key for them");
}

void Service::finish(const Call& call, const HttpResponse& response) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - call.begun;
  const std::string_view name = call.operation == nullptr ? "none" : call.operation->name;
  metrics_.end_request();
  metrics_.count_request(name, response.status, time.count());
  log_(log_line({name, call.request.method, response.status, time.count(), call.request.body.size(),
                 response.body.size(), call.sentences}));
}

}  // namespace calque::serve
