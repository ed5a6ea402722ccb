// calque serve
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include <fmt/format.h>

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
  serve::Settings settings;
  std::size_t port = 5000;
};

void log_line(std::string_view line) {
  fmt::print(stderr, "{}\n", line);
}

void reload(const serve::Settings& settings, serve::Service& service) {
  try {
    service.set_models(serve::load_models(settings.models));
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

void wait_for_end(const serve::Settings& settings, serve::Service& service, const sigset_t& signals) {
  std::jthread reloading;
  for (;;) {
    int signal = 0;
    if (sigwait(&signals, &signal) != 0) continue;
    if (signal != SIGHUP) return;
    reloading = std::jthread([&] { reload(settings, service); });
  }
}

void run(ServeArguments& arguments, Session& session) {
  serve::Settings& settings = arguments.settings;
  settings.threads = session.common.threads;
  settings.port = static_cast<std::uint16_t>(arguments.port);
  auto models = serve::load_models(settings.models);
  const sigset_t signals = signals_of_servers();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  auto service = std::make_unique<serve::Service>(settings, std::move(models), log_line);
  serve::TransportOptions options;
  options.host = settings.host;
  options.port = settings.port;
  options.max_body_bytes = settings.limit_body;
  options.max_connections = settings.limit_connections;
  serve::Transport transport(
      options, [&](serve::Exchange&& exchange) { service->handle(std::move(exchange)); },
      [&](int status, std::string_view problem) { return service->refuse(status, problem); });
  std::jthread serving([&] { transport.run(); });
  print_line(fmt::format("http://{}:{}/", settings.host, transport.port()));
  log_line(serve::event_line("listening", fmt::format("{}:{}", settings.host, transport.port())));

  wait_for_end(settings, *service, signals);
  service->set_draining();
  transport.drain();
  log_line(serve::event_line("draining", ""));
  {
    const std::jthread giving_up([&](const std::stop_token& drained) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any().wait_for(lock, drained, kDrainTime, [] { return false; });
      transport.stop();
    });
    serving.join();
  }
  service.reset();
  log_line(serve::event_line("stopped", ""));
}

}  // namespace

void add_serve(Command& parent) {
  auto [command, arguments] = parent.add<ServeArguments>("serve", "Answer translation requests over HTTP",
                                                         "calque serve -m model", run);
  command
      .option("-m,--model", arguments.settings.models, "Model folder; several for several pairs of languages")
      .required();
  command.option("--host", arguments.settings.host, "Address to listen at");
  command.option("--port", arguments.port, "Port to listen at; 0: any free one, which is printed")
      .range<std::size_t>(0, 65535);
}

}  // namespace calque::apps
