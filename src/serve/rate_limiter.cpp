#include "serve/rate_limiter.h"

#include <algorithm>
#include <array>

#include <arpa/inet.h>

namespace calque::serve {

std::optional<std::chrono::seconds> RateLimiter::take(const std::string& client, std::size_t per_minute,
                                                      Clock::time_point now) {
  constexpr Clock::duration kMinute = std::chrono::minutes(1);
  const Clock::duration each = kMinute / static_cast<Clock::rep>(per_minute);
  const std::lock_guard lock(mutex_);
  Clock::time_point& until = used_until(client, now);
  const Clock::time_point after = std::max(until, now) + each;
  if (after - now > kMinute) {
    const auto wait = std::chrono::ceil<std::chrono::seconds>(after - now - kMinute);
    return std::max(wait, std::chrono::seconds(1));
  }
  until = after;
  return std::nullopt;
}

RateLimiter::Clock::time_point& RateLimiter::used_until(const std::string& client, Clock::time_point now) {
  if (const auto found = used_until_.find(client); found != used_until_.end()) return found->second;
  if (used_until_.size() >= max_clients_)
    std::erase_if(used_until_, [&](const auto& entry) { return entry.second <= now; });
  return used_until_[used_until_.size() >= max_clients_ ? std::string() : client];
}

std::size_t RateLimiter::clients() const {
  const std::lock_guard lock(mutex_);
  return used_until_.size();
}

std::string client_of_address(std::string_view address) {
  std::array<unsigned char, 16> bytes{};
  const std::string text(address);
  if (inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  constexpr std::size_t kNetworkBytes = 8;
  return std::string(reinterpret_cast<const char*>(bytes.data()), kNetworkBytes);
}

}  // namespace calque::serve
