// HTTP/1.1 over TCP: connections, limits and times. Everything above it sees requests and answers
// (serve/http.h).
//
// One thread, the one that calls run(), does all of it. The handler is called there, so it must not take
// long; answers may come from any thread. Requests of one connection are handled one after the other. What is
// not clean HTTP (two lengths, a length beside chunks, bad chunks) is answered with 400 and the connection
// closed, so that a proxy in front can never see other borders between requests than this server.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "serve/http.h"

namespace calque::serve {

struct TransportOptions {
  std::string host = "127.0.0.1";
  std::uint16_t port = 5000;  // 0: any free one
  // Above that the connection that has been idle longest makes room; if none is idle, the new one gets 503.
  std::size_t max_connections = 1000;
  std::size_t max_header_bytes = 16 * 1024;
  std::size_t max_body_bytes = 8 * 1024 * 1024;
  // Of all bodies that are being read or answered; above that 503.
  std::size_t max_body_memory = 256 * 1024 * 1024;
  std::chrono::milliseconds header_time{10'000};  // from the first byte of a request to the end of its header
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{75'000};  // between requests
  std::chrono::milliseconds write_time{30'000};
};

// Makes the answer to a request that ends before a handler could see it.
using Refusal = std::function<HttpResponse(int status, std::string_view problem)>;

class Transport {
 public:
  // Listens from now on. Throws UsageError if the address cannot be listened at.
  Transport(const TransportOptions& options, Handler handler, Refusal refusal);
  ~Transport();
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;

  std::uint16_t port() const;

  // Serves until drained or stopped.
  void run();
  // From any thread: no new connections and requests; run() returns when all begun requests are answered.
  void drain();
  // From any thread: run() returns at once.
  void stop();

 private:
  class Server;
  class Connection;
  std::unique_ptr<Server> server_;
};

}  // namespace calque::serve
