// Numbers equal keys alike: 0, 1, 2, ... in the order of their first appearance.
//
// A hash table of 8-byte slots over keys that a Keys class stores as compactly as it can. Not safe to share
// between threads while keys are added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace calque::phrase {

// Keys needs: type Item; size(); equal(number, item); add(item).
template <typename Keys>
class Numbering {
 public:
  using Item = typename Keys::Item;

  explicit Numbering(Keys keys = {}) : keys_(std::move(keys)) {}

  const Keys& keys() const { return keys_; }
  Keys take_keys() { return std::move(keys_); }
  std::size_t size() const { return keys_.size(); }

  // `hash`: well-mixed bits of the item's key.
  std::uint32_t number(const Item& item, std::uint64_t hash) {
    if (keys_.size() * 5 >= slots_.size() * 3) grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    std::size_t place = tag & mask_;
    for (; slots_[place].number != kFree; place = (place + 1) & mask_) {
      if (slots_[place].tag == tag && keys_.equal(slots_[place].number, item)) return slots_[place].number;
    }
    const auto number = static_cast<std::uint32_t>(keys_.size());
    slots_[place] = {tag, number};
    keys_.add(item);
    return number;
  }
  // The number that the item has, if it has one.
  std::optional<std::uint32_t> find(const Item& item, std::uint64_t hash) const {
    if (slots_.empty()) return std::nullopt;
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    for (std::size_t place = tag & mask_; slots_[place].number != kFree; place = (place + 1) & mask_) {
      if (slots_[place].tag == tag && keys_.equal(slots_[place].number, item)) return slots_[place].number;
    }
    return std::nullopt;
  }
  // Asks the processor to fetch the place where a key with this hash would be.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[(hash >> 32U) & mask_]);
  }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  static constexpr std::size_t kMinSlots = 256;
  // The tag is also where the search begins, so the table can grow without looking at keys.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kFree;
  };

  void grow() {
    std::vector<Slot> old(slots_.empty() ? kMinSlots : slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t place = slot.tag & mask_;
      while (slots_[place].number != kFree) place = (place + 1) & mask_;
      slots_[place] = slot;
    }
  }

  Keys keys_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
};

}  // namespace calque::phrase
