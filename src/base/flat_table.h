// Open addressing with linear probing: the one kind of hash table that keeps records side by side in memory.
//
// Tables never forget a record and never decide an order: what comes out of the program must not depend on
// where records stand. For one thread; finding is safe from many as long as nobody adds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace calque {

// The first slot, from the one that `hash` points at, for which stop(slot) holds: the key's own, or a free
// one where it belongs. Requires: a power of two of slots, one of them free.
template <typename Slots, typename Stop>
std::size_t probe(const Slots& slots, std::uint64_t hash, Stop&& stop) {
  const std::size_t mask = std::size(slots) - 1;
  std::size_t place = hash & mask;
  while (!stop(slots[place])) place = (place + 1) & mask;
  return place;
}

// A table that grows. Slot needs: is_free(), true for Slot{}; hash(), the same that it is looked up with.
// It doubles before more than kMaxPercent of its slots are in use.
template <typename Slot, std::size_t kMaxPercent = 50, std::size_t kMinSlots = 256>
class FlatTable {
 public:
  std::size_t size() const { return used_; }

  // nullptr if no slot matches.
  template <typename Matches>
  const Slot* find(std::uint64_t hash, Matches&& matches) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place_of(hash, matches)];
    return slot.is_free() ? nullptr : &slot;
  }
  // If no slot matches, a free one becomes make(). Valid until the next call.
  template <typename Matches, typename Make>
  Slot& find_or_add(std::uint64_t hash, Matches&& matches, Make&& make) {
    if ((used_ + 1) * 100 > slots_.size() * kMaxPercent) grow();
    Slot& slot = slots_[place_of(hash, matches)];
    if (slot.is_free()) {
      slot = make();
      ++used_;
    }
    return slot;
  }
  // Asks the processor to fetch the slot where probing for this hash begins.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }
  // All slots, free ones too, in no order that means anything.
  std::span<Slot> slots() { return slots_; }

 private:
  template <typename Matches>
  std::size_t place_of(std::uint64_t hash, Matches&& matches) const {
    return probe(slots_, hash, [&](const Slot& slot) { return slot.is_free() || matches(slot); });
  }
  void grow() {
    std::vector<Slot> old(std::max(kMinSlots, slots_.size() * 2));
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.is_free()) continue;
      slots_[probe(slots_, slot.hash(), [](const Slot& s) { return s.is_free(); })] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace calque
