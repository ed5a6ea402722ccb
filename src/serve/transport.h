// HTTP/1.1 over TCP: connections, limits and times. Everything above it sees requests and answers
// (serve/http.h).
//
// One thread, the one that calls run(), does all of it. The handler is called there, so it must not take
// long; answers may come from any thread. Requests of one connection are handled one after the other. What is
// not clean HTTP (two lengths, a length beside chunks, bad chunks) is answered with 400 and the connection
// closed, so that a proxy in front can never see other borders between requests than this server.
#pragma once

#include <cstdint>
#include <memory>

#include "serve/http.h"
#include "serve/transport_options.h"

namespace calque::serve {

class Server;

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
  std::unique_ptr<Server> server_;
};

}  // namespace calque::serve
