#include "base/cpu_time.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace calque {
namespace {

TEST(CpuTime, GrowsWithWorkOfAnyThreadAndNotWithSleep) {
  const double start = cpu_seconds();
  std::thread([start] {
    while (cpu_seconds() < start + 0.02) {
    }
  }).join();
  const double worked = cpu_seconds();
  EXPECT_GE(worked - start, 0.02);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(cpu_seconds() - worked, 0.1);
}

}  // namespace
}  // namespace calque
