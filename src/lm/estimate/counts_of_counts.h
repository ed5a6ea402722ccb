// How many n-grams of one length have each small count: what discounts are estimated from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace calque::lm {

class CountsOfCounts {
 public:
  void add(std::uint64_t count) {
    if (count == 0) return;
    ++seen_;
    if (count < having_.size()) ++having_[count];
  }
  void add(const CountsOfCounts& other) {
    seen_ += other.seen_;
    for (std::size_t k = 0; k < having_.size(); ++k) having_[k] += other.having_[k];
  }
  // N-grams whose count is k. Requires: 1 <= k <= 8.
  double having(std::size_t k) const { return static_cast<double>(having_[k]); }
  // N-grams with any count but 0.
  std::uint64_t seen() const { return seen_; }

 private:
  std::array<std::uint64_t, 9> having_{};
  std::uint64_t seen_ = 0;
};

}  // namespace calque::lm
