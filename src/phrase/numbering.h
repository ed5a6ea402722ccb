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

#include "base/flat_table.h"

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
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    const auto next = static_cast<std::uint32_t>(keys_.size());
    const std::uint32_t number = slots_.find_or_add(tag, matches(tag, item),
                                                    [&] {
                                                      return Slot{tag, next};
                                                    })
                                     .number;
    if (number == next) keys_.add(item);
    return number;
  }
  // The number that the item has, if it has one.
  std::optional<std::uint32_t> find(const Item& item, std::uint64_t hash) const {
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    const Slot* const found = slots_.find(tag, matches(tag, item));
    return found == nullptr ? std::nullopt : std::optional(found->number);
  }
  // Asks the processor to fetch the place where a key with this hash would be.
  void prefetch(std::uint64_t hash) const { slots_.prefetch(hash >> 32U); }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  // The tag is also where the search begins, so the table can grow without looking at keys.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kFree;

    bool is_free() const { return number == kFree; }
    std::uint64_t hash() const { return tag; }
  };

  auto matches(std::uint32_t tag, const Item& item) const {
    return [this, tag, &item](const Slot& slot) { return slot.tag == tag && keys_.equal(slot.number, item); };
  }

  Keys keys_;
  FlatTable<Slot, 60> slots_;
};

}  // namespace calque::phrase
