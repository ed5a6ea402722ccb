// Numbers different orientation counts in the order of their first appearance: few combinations occur, so
// each is kept once. Not safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "phrase/hash.h"
#include "phrase/types.h"

namespace calque::phrase {

class OrientationTable {
 public:
  std::uint32_t number(const OrientationCounts& counts) {
    const auto [place, added] = numbers_.try_emplace(counts, static_cast<std::uint32_t>(all_.size()));
    if (added) all_.push_back(counts);
    return place->second;
  }
  const std::vector<OrientationCounts>& all() const { return all_; }
  std::vector<OrientationCounts> take() { return std::move(all_); }

 private:
  struct Hash {
    std::size_t operator()(const OrientationCounts& counts) const {
      std::uint64_t hash = 0;
      for (const std::uint32_t count : counts.backward) hash = mix_into(hash, count + std::uint64_t{1});
      for (const std::uint32_t count : counts.forward) hash = mix_into(hash, count + std::uint64_t{1});
      return hash;
    }
  };
  std::unordered_map<OrientationCounts, std::uint32_t, Hash> numbers_;
  std::vector<OrientationCounts> all_;
};

}  // namespace calque::phrase
