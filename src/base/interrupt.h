// Whether work that takes long shall stop: somebody has cancelled it, or its time is up.
//
// A value; cheap to copy and to check, though not so cheap that it belongs into an inner loop.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace calque {

struct Interrupt {
  std::stop_token cancel{};
  std::optional<std::chrono::steady_clock::time_point> deadline{};

  // Throws Cancelled if the work shall stop.
  void check() const;
};

}  // namespace calque
