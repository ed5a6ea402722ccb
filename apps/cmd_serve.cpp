// calque serve
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "base/error.h"
#include "command.h"
#include "serve/model_set.h"
#include "serve/request_log.h"
#include "serve/service.h"
#include "serve/settings.h"
#include "serve/transport.h"

namespace calque::apps {
namespace {

constexpr std::chrono::seconds kDrainTime{30};  // for requests that were begun

struct ServeArguments {
  std::string config;
  std::string keys;
  std::string correction_keys;
  std::vector<std::string> models;
  std::vector<std::string> glossaries;
  // Other options of the command line: they count before those of the file, which is read first.
  std::vector<std::pair<std::string, std::string>> given;
};

serve::Settings settings_of(const ServeArguments& arguments, std::size_t threads) {
  serve::Settings settings;
  if (!arguments.config.empty()) serve::read_settings(arguments.config, settings);
  for (const auto& [name, value] : arguments.given) serve::set_setting(settings, name, value);
  if (!arguments.models.empty()) settings.models = arguments.models;
  if (!arguments.glossaries.empty()) settings.glossaries = arguments.glossaries;
  if (!arguments.keys.empty()) settings.api_keys = arguments.keys;
  if (!arguments.correction_keys.empty()) settings.correction_keys = arguments.correction_keys;
  if (threads > 0) settings.threads = threads;
  return settings;
}

void log_line(std::string_view line) {
  fmt::print(stderr, "{}\n", line);
}

void log_corrections(const serve::CorrectedModels& models) {
  for (const std::string& warning : models.warnings())
    log_line(serve::event_line("odd corrections", warning));
  for (const auto& pair : models.list())
    log_line(serve::event_line("corrections",
                               fmt::format("{}-{}: {}", pair.source, pair.target, pair.corrections->size())));
}

void reload(const serve::Settings& settings, serve::Service& service) {
  try {
    service.set_models(serve::load_models(settings.models, settings.glossaries));
    service.metrics().count_reload(true);
    log_line(serve::event_line("reloaded", ""));
  } catch (const std::exception& error) {
    service.metrics().count_reload(false);
    log_line(serve::event_line("reload failed, the old models stay", error.what()));
  }
}

// The signals that the main thread waits for; no other thread gets them.
sigset_t signals_of_servers() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

// Returns when the server shall end.
void wait_for_end(const serve::Settings& settings, serve::Service& service, const sigset_t& signals) {
  std::jthread reloading;
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal != SIGHUP) return;
    reloading = std::jthread([&] { reload(settings, service); });
  }
}

// Systems allow a program fewer open files than it may have if it asks.
void allow_connections(std::size_t connections) {
  constexpr rlim_t kOtherFiles = 200;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = connections + connections / 4 + kOtherFiles;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Requests that were begun are answered, for as long as that takes in reason.
void drain(serve::Transport& transport, std::jthread& serving) {
  transport.drain();
  const std::jthread giving_up([&](const std::stop_token& drained) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, drained, kDrainTime, [] { return false; });
    transport.stop();
  });
  serving.join();
}

void run(ServeArguments& arguments, Session& session) {
  const serve::Settings settings = settings_of(arguments, session.common.threads);
  auto models = serve::load_models(settings.models, settings.glossaries);
  const sigset_t signals = signals_of_servers();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  allow_connections(settings.limit_connections);

  auto service = std::make_unique<serve::Service>(settings, models, log_line);
  models.reset();
  log_corrections(service->models());
  serve::TransportOptions options;
  options.host = settings.host;
  options.port = settings.port;
  options.max_body_bytes = settings.limit_body;
  options.max_body_memory = std::max(options.max_body_memory, 4 * settings.limit_body);
  options.max_connections = settings.limit_connections;
  serve::Transport transport(
      options, [&](serve::Exchange&& exchange) { service->handle(std::move(exchange)); },
      [&](int status, std::string_view problem) { return service->refuse(status, problem); });
  std::jthread serving([&] { transport.run(); });
  const bool is_ipv6 = settings.host.find(':') != std::string::npos;
  const std::string host = is_ipv6 ? fmt::format("[{}]", settings.host) : settings.host;
  const std::string address = fmt::format("http://{}:{}/", host, transport.port());
  print_line(address);
  log_line(serve::event_line("listening", address));

  wait_for_end(settings, *service, signals);
  service->set_draining();
  log_line(serve::event_line("draining", ""));
  drain(transport, serving);
  service.reset();  // what its threads have in hand still answers to the transport
  log_line(serve::event_line("stopped", ""));
}

}  // namespace

void add_serve(Command& parent) {
  auto [command, arguments] =
      parent.add<ServeArguments>("serve", "Answer translation requests over HTTP, for programs and on a page",
                                 "calque serve -m model", run);
  const auto add = [&given = arguments.given](Command& to, const std::string& names, const std::string& name,
                                              const std::string& help, const std::string& otherwise) {
    to.option<std::string>(
          names, [&given, name](const std::string& value) { given.emplace_back(name, value); }, help)
        .default_text(otherwise);
  };
  command.option(
      "-m,--model", arguments.models,
      "Model folder, or de-en=FOLDER for one that does not say its languages; several for several pairs");
  command.option(
      "--glossary", arguments.glossaries,
      "File of terms and words to keep, for every request; de-en=FILE if there are several models");
  command.option("--config", arguments.config, "File of settings, as 'name = value'").reads();
  add(command, "--host", "host", "Address to listen at", "127.0.0.1");
  add(command, "--port", "port", "Port to listen at; 0: any free one, which is printed", "5000");
  add(command, "--limit-text", "limit-text", "Characters of one request", "100000");
  add(command, "--limit-batch", "limit-batch", "Texts of one request", "1000");
  add(command, "--limit-body", "limit-body", "Size of one request", "8M");
  add(command, "--limit-time", "limit-time", "Seconds until a request is given up", "60");
  add(command, "--limit-queue", "limit-queue", "Sentences that wait", "10000");
  add(command, "--limit-connections", "limit-connections", "Connections at a time", "1000");
  add(command, "--limit-requests", "limit-requests",
      "Requests of a key or address in a minute; 0: any number", "0");
  command.option("--api-keys", arguments.keys, "File of keys; without one nobody needs a key").reads();
  add(command, "--corrections", "corrections",
      "Folder where corrections are kept that clients make; without one none are taken", "none");
  command
      .option("--correction-keys", arguments.correction_keys,
              "File of the keys that may correct; without one everybody who may translate")
      .reads();
  add(command, "--limit-corrections", "limit-corrections", "Corrections of a pair of languages", "5000");
  add(command, "--metrics-token", "metrics-token", "What /metrics asks for as bearer token", "none");
  command.flag(
      "--behind-proxy", [&given = arguments.given] { given.emplace_back("behind-proxy", "yes"); },
      "The client's address is the last one of X-Forwarded-For");
}

}  // namespace calque::apps
