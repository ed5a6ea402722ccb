// How many requests a client may send in a minute.
//
// A client may send a minute's requests at once and then one whenever the share of the minute that each
// stands for has passed. All that is kept of a client is the time until which its requests have used up its
// minute (the generic cell rate algorithm). Safe from any thread; memory is bounded.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace calque::serve {

class RateLimiter {
 public:
  using Clock = std::chrono::steady_clock;

  // When more clients than that are remembered, new ones share one minute.
  explicit RateLimiter(std::size_t max_clients = 100'000) : max_clients_(max_clients) {}

  // Counts a request of a client that may send `per_minute` > 0. Nothing if it may be answered; otherwise how
  // long the client must wait, which is at least a second.
  std::optional<std::chrono::seconds> take(const std::string& client, std::size_t per_minute,
                                           Clock::time_point now = Clock::now());

  std::size_t clients() const;

 private:
  Clock::time_point& used_until(const std::string& client, Clock::time_point now);

  std::size_t max_clients_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Clock::time_point> used_until_;
};

// Who counts as one client: the address, or of IPv6 the network (/64) that a single user has all of.
std::string client_of_address(std::string_view address);

}  // namespace calque::serve
