// Numbers equal keys alike: 0, 1, 2, ... in the order of their first appearance.
//
// Keys are never copied: they are known by an item number, and the caller hashes and compares them where they
// stand. Parallel over shards of the hash; the result is that of one pass in item order, for any number of
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/thread_pool.h"

namespace calque::phrase {

struct Interned {
  std::vector<std::uint32_t> ids;     // of each item
  std::vector<std::uint32_t> first;   // first item of each id
  std::vector<std::uint32_t> counts;  // items of each id
};

// Items of one shard: open addressing over item numbers, hashes first, then the keys themselves.
template <typename Equal>
class InternShard {
 public:
  InternShard(const std::vector<std::uint64_t>& hashes, const Equal& equal)
      : hashes_(hashes), equal_(equal) {}

  // The first item with the key of `item`, which is `item` itself if the key is new.
  std::uint32_t representative(std::uint32_t item) {
    if (size_ * 2 >= slots_.size()) grow();
    std::size_t slot = hashes_[item] & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t other = slots_[slot];
      if (hashes_[other] == hashes_[item] && equal_(other, item)) return other;
    }
    slots_[slot] = item;
    ++size_;
    return item;
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  void grow() {
    std::vector<std::uint32_t> old(slots_.empty() ? 1024 : slots_.size() * 2, kFree);
    old.swap(slots_);
    for (const std::uint32_t item : old) {
      if (item == kFree) continue;
      std::size_t slot = hashes_[item] & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = item;
    }
  }

  const std::vector<std::uint64_t>& hashes_;
  const Equal& equal_;
  std::vector<std::uint32_t> slots_;
  std::size_t size_ = 0;
};

// hash(item) gives 64 well-mixed bits of the item's key, equal(a, b) compares the keys of two items.
// Requires: count < 2^32 - 1.
template <typename Hash, typename Equal>
Interned intern(std::size_t count, const Hash& hash, const Equal& equal, ThreadPool& threads) {
  constexpr std::size_t kItemsPerBlock = 1 << 16;
  constexpr std::size_t kShardBits = 4;
  CALQUE_CHECK(count < UINT32_MAX);
  std::vector<std::uint64_t> hashes(count);
  threads.for_blocks(count, kItemsPerBlock, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) hashes[i] = hash(static_cast<std::uint32_t>(i));
  });

  // Each shard walks over all hashes and takes its own: a linear scan costs far less than the look-ups.
  Interned result;
  result.ids.resize(count);
  threads.for_blocks(std::size_t{1} << kShardBits, 1, [&](const Block& block) {
    InternShard<Equal> shard(hashes, equal);
    for (std::size_t i = 0; i < count; ++i) {
      if (hashes[i] >> (64 - kShardBits) != block.index) continue;
      result.ids[i] = shard.representative(static_cast<std::uint32_t>(i));
    }
  });

  // A representative never comes after the item it stands for, so its number is known by then.
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t representative = result.ids[i];
    if (representative == i) {
      result.ids[i] = static_cast<std::uint32_t>(result.first.size());
      result.first.push_back(representative);
      result.counts.push_back(1);
    } else {
      result.ids[i] = result.ids[representative];
      ++result.counts[result.ids[i]];
    }
  }
  return result;
}

}  // namespace calque::phrase
