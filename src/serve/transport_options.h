// Where a server listens, and what it allows its clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
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

}  // namespace calque::serve
