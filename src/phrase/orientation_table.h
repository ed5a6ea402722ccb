// Numbers different orientation counts in the order of their first appearance: few combinations occur, so
// each is kept once. Not safe to share between threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "phrase/hash.h"
#include "phrase/types.h"

namespace calque::phrase {

class OrientationTable {
 public:
  std::uint32_t number(const OrientationCounts& counts) {
    if (const std::size_t place = place_of_single(counts); place < singles_.size()) {
      if (singles_[place] == kNone) singles_[place] = add(counts);
      return singles_[place];
    }
    const auto [place, added] = numbers_.try_emplace(counts, static_cast<std::uint32_t>(all_.size()));
    return added ? add(counts) : place->second;
  }
  const std::vector<OrientationCounts>& all() const { return all_; }
  std::vector<OrientationCounts> take() { return std::move(all_); }

 private:
  struct Hash {
    std::size_t operator()(const OrientationCounts& counts) const {
      std::uint64_t hash = 0;
      for (const std::uint32_t count : counts.backward) hash = combine_hash(hash, count + std::uint64_t{1});
      for (const std::uint32_t count : counts.forward) hash = combine_hash(hash, count + std::uint64_t{1});
      return hash;
    }
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kSingles = kOrientationCount * kOrientationCount;

  // Most pairs occur once: those need no hashing. kSingles for all others.
  static std::size_t place_of_single(const OrientationCounts& counts) {
    std::uint64_t backward = 0;
    std::uint64_t forward = 0;
    std::size_t place = 0;
    for (std::size_t i = 0; i < kOrientationCount; ++i) {
      backward += counts.backward[i];
      forward += counts.forward[i];
      place += i * (counts.backward[i] * kOrientationCount + counts.forward[i]);
    }
    return backward == 1 && forward == 1 ? place : kSingles;
  }
  std::uint32_t add(const OrientationCounts& counts) {
    all_.push_back(counts);
    return static_cast<std::uint32_t>(all_.size() - 1);
  }

  std::array<std::uint32_t, kSingles> singles_ = filled_with_none();
  static constexpr std::array<std::uint32_t, kSingles> filled_with_none() {
    std::array<std::uint32_t, kSingles> none{};
    none.fill(kNone);
    return none;
  }
  std::unordered_map<OrientationCounts, std::uint32_t, Hash> numbers_;
  std::vector<OrientationCounts> all_;
};

}  // namespace calque::phrase
