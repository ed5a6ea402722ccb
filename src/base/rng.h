// Seeded random numbers, the same on every machine and standard library.
//
// std:: engines are portable but std:: distributions are not, so the few distributions needed are written out
// here. Not safe to share between threads: give each block of work its own generator with Rng::for_block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace calque {

class Rng {
 public:
  explicit Rng(std::uint64_t seed);

  // An independent stream for one block of parallel work: depends on seed and block only, never on the
  // thread.
  static Rng for_block(std::uint64_t seed, std::uint64_t block);

  std::uint64_t next();
  // Uniform in [0, bound). Requires: bound > 0. Unbiased.
  std::uint64_t below(std::uint64_t bound);
  // Uniform in [0, 1), 53 random bits.
  double uniform();
  // True with the given probability.
  bool chance(double probability) { return uniform() < probability; }

  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace calque
