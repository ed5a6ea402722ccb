// A sentence and its right translation.
#pragma once

#include <cstdint>
#include <string>

namespace calque {

struct Correction {
  std::uint64_t id = 0;  // from 1, rising
  std::string source{};
  std::string target{};
  std::string time{};  // when it was added, UTC: "2026-01-31T12:00:00Z"

  bool operator==(const Correction&) const = default;
};

}  // namespace calque
