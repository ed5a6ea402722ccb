#include "base/interrupt.h"

#include <chrono>
#include <stop_token>

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque {
namespace {

TEST(Interrupt, NothingStopsWorkUnlessSomebodyDoes) {
  EXPECT_NO_THROW(Interrupt{}.check());
  const auto now = std::chrono::steady_clock::now();
  EXPECT_NO_THROW((Interrupt{{}, now + std::chrono::hours(1)}.check()));
  EXPECT_THROW((Interrupt{{}, now - std::chrono::seconds(1)}.check()), Cancelled);
}

TEST(Interrupt, FollowsItsToken) {
  std::stop_source source;
  const Interrupt interrupt{source.get_token()};
  EXPECT_NO_THROW(interrupt.check());
  source.request_stop();
  EXPECT_THROW(interrupt.check(), Cancelled);
}

}  // namespace
}  // namespace calque
