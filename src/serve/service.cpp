#include "serve/service.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "serve/operations.h"
#include "serve/request_error.h"
#include "serve/request_log.h"
#include "serve/router.h"

namespace calque::serve {
namespace {

// The parameters of larger requests are read by the pool, not by the thread that serves all connections.
constexpr std::size_t kSmallBody = 64 * 1024;

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

}  // namespace

Service::Service(const Settings& settings, std::shared_ptr<const ModelSet> models, LogSink log)
    : settings_(settings),
      models_(std::move(models)),
      log_(std::move(log)),
      operations_(all_operations()),
      pool_(thread_count(settings.threads), settings.limit_queue),
      context_{settings_, operations_, metrics_, pool_, [this] { return !draining_ && pool_.has_room(); }} {}

void Service::set_models(std::shared_ptr<const ModelSet> models) {
  models_.set(std::move(models));
}

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
    call->parameters = Parameters(call->request, call->operation->parameters, values);
    run(call);
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

void Service::run(const std::shared_ptr<Call>& call) const {
  call->operation->handle(call);
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
