#include "serve/rate_limiter.h"

#include <chrono>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace calque::serve {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const RateLimiter::Clock::time_point kStart{seconds(1000)};

TEST(RateLimiter, AMinutesRequestsAtOnceThenOneAtATime) {
  RateLimiter limiter;
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(limiter.take("a", 6, kStart)) << i;
  EXPECT_EQ(limiter.take("a", 6, kStart), seconds(10));
  EXPECT_FALSE(limiter.take("b", 6, kStart));
  EXPECT_EQ(limiter.take("a", 6, kStart + milliseconds(9500)), seconds(1));
  EXPECT_FALSE(limiter.take("a", 6, kStart + seconds(10)));
  EXPECT_EQ(limiter.take("a", 6, kStart + seconds(10)), seconds(10));
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(limiter.take("a", 6, kStart + seconds(100))) << i;
  EXPECT_TRUE(limiter.take("a", 6, kStart + seconds(100)));
}

// However requests come, no minute has more than twice the limit, and waiting as told is always enough.
TEST(RateLimiter, WaitingAsToldIsEnough) {
  RateLimiter limiter;
  auto now = kStart;
  int answered = 0;
  for (int i = 0; i < 1000; ++i) {
    now += milliseconds(37 * (i % 11));
    if (const auto wait = limiter.take("a", 20, now)) {
      now += *wait;
      EXPECT_FALSE(limiter.take("a", 20, now));
    }
    ++answered;
  }
  const auto minutes = std::chrono::duration<double>(now - kStart).count() / 60;
  EXPECT_LE(answered, 20 * (minutes + 1) + 1);
}

TEST(RateLimiter, MemoryIsBounded) {
  RateLimiter limiter(10);
  for (int i = 0; i < 1000; ++i) limiter.take(std::to_string(i), 1, kStart);
  EXPECT_LE(limiter.clients(), 11U);
  EXPECT_TRUE(limiter.take("new", 1, kStart));  // new clients share one minute
  EXPECT_FALSE(limiter.take("later", 1, kStart + seconds(61)));
  EXPECT_EQ(limiter.clients(), 1U);
}

TEST(RateLimiter, ANetworkOfIpv6IsOneClient) {
  EXPECT_EQ(client_of_address("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(client_of_address("2001:db8::1"), client_of_address("2001:db8:0:0:ffff::2"));
  EXPECT_NE(client_of_address("2001:db8::1"), client_of_address("2001:db8:0:1::1"));
}

}  // namespace
}  // namespace calque::serve
