#include "base/rng.h"

#include <bit>

#include "base/error.h"
#include "base/hash.h"

namespace calque {
namespace {

// SplitMix64: turns any seed, also 0, into well mixed state words.
std::uint64_t next_seed(std::uint64_t& state) {
  return split_mix(state += kGoldenRatio);
}

}  // namespace

Rng::Rng(std::uint64_t seed) {
  for (auto& word : state_) word = next_seed(seed);
}

Rng Rng::for_block(std::uint64_t seed, std::uint64_t block) {
  std::uint64_t mixed = seed;
  const std::uint64_t first = next_seed(mixed);
  return Rng(first ^ (block * 0xd1342543de82ef95ULL + 0x2545f4914f6cdd1dULL));
}

// xoshiro256**.
std::uint64_t Rng::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Rng::below(std::uint64_t bound) {
  CALQUE_CHECK(bound > 0);
  const std::uint64_t limit = -bound % bound;  // values below it would favour small results
  std::uint64_t value = next();
  while (value < limit) value = next();
  return value % bound;
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

}  // namespace calque
