#include "reorder/key_counts.h"

#include <algorithm>
#include <utility>

namespace calque::reorder {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kItemsPerBlock = 4096;
constexpr std::size_t kItemsPerBatch = 64 * kItemsPerBlock;
constexpr unsigned kShardBits = 4;
constexpr std::size_t kShards = 1U << kShardBits;

// Slots are found by the low bits of a key, shards by the high ones.
std::size_t shard_of(Key key) {
  return key >> (64U - kShardBits);
}

// What came out of one block of items.
struct BlockKeys {
  std::vector<Key> keys;
  std::vector<std::uint32_t> sizes;
};

// Counts those keys of a block that belong to a shard. Items are short, so repeats are found by looking.
void count_block(const BlockKeys& block, std::size_t first_item, std::size_t shard, const CountPlan& plan,
                 KeyCounts& counts) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < block.sizes.size(); ++i) {
    const std::size_t end = begin + block.sizes[i];
    for (std::size_t e = begin; e < end; ++e) {
      const Key key = block.keys[e];
      if (shard_of(key) != shard || (e > begin && block.keys[e - 1] == key)) continue;
      std::uint32_t times = 1;
      while (e + times < end && block.keys[e + times] == key) ++times;
      plan.count({first_item + i, times}, counts.at(key));
    }
    begin = end;
  }
}

}  // namespace

KeyCounts::KeyCounts(std::size_t width)
    : width_(width), slots_(kFirstSlots, 0), counters_(kFirstSlots * width, 0) {}

const std::uint32_t* KeyCounts::find(Key key) const {
  const std::size_t slot = slot_of(key);
  return slots_[slot] == 0 ? nullptr : counters_.data() + slot * width_;
}

std::vector<Key> KeyCounts::sorted_keys() const {
  std::vector<Key> keys;
  keys.reserve(used_);
  for (const Key key : slots_) {
    if (key != 0) keys.push_back(key);
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

void KeyCounts::grow() {
  std::vector<Key> slots(slots_.size() * 2, 0);
  std::vector<std::uint32_t> counters(counters_.size() * 2, 0);
  for (std::size_t from = 0; from < slots_.size(); ++from) {
    if (slots_[from] == 0) continue;
    const std::size_t to = probe(slots, slots_[from], [](Key key) { return key == 0; });
    slots[to] = slots_[from];
    std::copy_n(counters_.data() + from * width_, width_, counters.data() + to * width_);
  }
  slots_ = std::move(slots);
  counters_ = std::move(counters);
}

SortedCounts count_keys(const CountPlan& plan, ThreadPool& threads) {
  std::vector<KeyCounts> shards(kShards, KeyCounts(plan.width));
  for (std::size_t batch = 0; batch < plan.items; batch += kItemsPerBatch) {
    const std::size_t items = std::min(kItemsPerBatch, plan.items - batch);
    auto blocks = threads.map_blocks<BlockKeys>(items, kItemsPerBlock, [&](const Block& block) {
      BlockKeys found;
      plan.keys_of({block.index, batch + block.begin, batch + block.end, block.thread}, found.keys,
                   found.sizes);
      std::size_t begin = 0;
      for (const std::uint32_t size : found.sizes) {
        const auto from = found.keys.begin() + static_cast<std::ptrdiff_t>(begin);
        for (auto key = from; key != from + size; ++key) *key = std::max<Key>(1, *key);
        std::sort(from, from + size);
        begin += size;
      }
      return found;
    });
    threads.for_blocks(kShards, 1, [&](const Block& shard) {
      for (std::size_t b = 0; b < blocks.size(); ++b)
        count_block(blocks[b], batch + b * kItemsPerBlock, shard.index, plan, shards[shard.index]);
    });
  }
  const auto sorted = threads.map_blocks<std::vector<Key>>(
      kShards, 1, [&](const Block& shard) { return shards[shard.index].sorted_keys(); });
  SortedCounts all;
  all.width = plan.width;
  for (std::size_t s = 0; s < kShards; ++s) {
    all.keys.insert(all.keys.end(), sorted[s].begin(), sorted[s].end());
    for (const Key key : sorted[s]) {
      const std::uint32_t* counters = shards[s].find(key);
      all.counters.insert(all.counters.end(), counters, counters + plan.width);
    }
    shards[s] = KeyCounts(1);
  }
  return all;
}

}  // namespace calque::reorder
