// Counts by key while a corpus is read: an open-addressing table with a few counters for each key.
//
// One thread writes. Counters stop at 2^32 - 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/flat_table.h"
#include "base/thread_pool.h"
#include "reorder/feature_keys.h"

namespace calque::reorder {

class KeyCounts {
 public:
  explicit KeyCounts(std::size_t width = 1);

  std::size_t size() const { return used_; }
  std::size_t width() const { return width_; }
  // The counters of the key, 0 at first. Valid until the next call.
  std::uint32_t* at(Key key) {
    if ((used_ + 1) * 4 > slots_.size() * 3) grow();
    const std::size_t slot = slot_of(key);
    if (slots_[slot] == 0) {
      slots_[slot] = key;
      ++used_;
    }
    return counters_.data() + slot * width_;
  }
  const std::uint32_t* find(Key key) const;
  // All keys, ascending.
  std::vector<Key> sorted_keys() const;

 private:
  std::size_t slot_of(Key key) const {
    return probe(slots_, key, [&](Key other) { return other == key || other == 0; });
  }
  void grow();

  std::size_t width_;
  std::size_t used_ = 0;
  std::vector<Key> slots_;  // 0: free; no key is 0
  std::vector<std::uint32_t> counters_;
};

inline void increment(std::uint32_t& counter) {
  if (counter != 0xffffffffU) ++counter;
}

// Keys and their counters in ascending order of keys.
struct SortedCounts {
  std::size_t width = 1;
  std::vector<Key> keys;
  std::vector<std::uint32_t> counters;

  std::span<const std::uint32_t> of(std::size_t i) const { return {counters.data() + i * width, width}; }
};

using KeysOfItems =
    std::function<void(const Block&, std::vector<Key>& keys, std::vector<std::uint32_t>& sizes)>;

// Counts in parallel with the same result for any number of threads. Items are handled in blocks: `keys_of`
// appends the keys of item i, and `count` is called for each of them in item order with the counters of the
// key. Memory beside the counters is that of one batch. A key 0 is counted as 1.
struct CountedItem {
  std::size_t item;
  std::uint32_t times;  // how often the key came in this item
};
struct CountPlan {
  std::size_t items = 0;
  std::size_t width = 1;
  // Called with a block of items; appends (item's keys) one item after the other and their number to `sizes`.
  KeysOfItems keys_of;
  std::function<void(const CountedItem&, std::uint32_t* counters)> count;
};
SortedCounts count_keys(const CountPlan& plan, ThreadPool& threads);

}  // namespace calque::reorder
