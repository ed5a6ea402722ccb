#include "block/binary_features.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::block {

std::vector<BinaryKind> parse_binary_kinds(std::string_view names) {
  std::vector<BinaryKind> kinds;
  if (trim(names).empty()) return kinds;
  for (const std::string_view field : split_fields(names, ",")) {
    const auto kind = find_enum<BinaryKind>(trim(field));
    if (!kind) {
      throw UsageError({}, fmt::format("there are no binary features '{}'", field),
                       "use bb, tp, wb or several of them separated by commas");
    }
    if (std::find(kinds.begin(), kinds.end(), *kind) == kinds.end()) kinds.push_back(*kind);
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<KeyTable::Slot> KeyTable::build(std::span<const std::uint64_t> keys,
                                            std::span<const std::uint32_t> values) {
  CALQUE_CHECK(keys.size() == values.size());
  if (keys.empty()) return {};
  std::vector<Slot> slots(std::bit_ceil(keys.size() * 2));
  const std::size_t mask = slots.size() - 1;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    CALQUE_CHECK(keys[i] != 0);
    std::size_t slot = slot_of(keys[i], mask);
    while (slots[slot].key != 0) slot = (slot + 1) & mask;
    slots[slot] = {keys[i], values[i]};
  }
  return slots;
}

BinaryFeatures::BinaryFeatures(std::array<std::vector<std::uint64_t>, kBinaryKinds> met,
                               std::uint32_t threshold) {
  for (std::size_t kind = 0; kind < kBinaryKinds; ++kind) {
    std::vector<std::uint64_t>& all = met[kind];
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < all.size();) {
      const auto end = static_cast<std::size_t>(
          std::upper_bound(all.begin() + static_cast<std::ptrdiff_t>(i), all.end(), all[i]) - all.begin());
      if (end - i > threshold) {
        numbers.push_back(first_[kind] + static_cast<std::uint32_t>(keys_[kind].size()));
        keys_[kind].push_back(all[i]);
      }
      i = end;
    }
    first_[kind + 1] = first_[kind] + static_cast<std::uint32_t>(keys_[kind].size());
    slots_[kind] = KeyTable::build(keys_[kind], numbers);
    all = {};
  }
}

void BinaryFeatures::append_active(const BlockSides& previous, const BlockSides& next,
                                   std::vector<std::uint32_t>& features) const {
  if (!previous.is_known() || !next.is_known()) return;
  for (std::size_t k = 0; k < kBinaryKinds; ++k) {
    if (slots_[k].empty()) continue;
    const auto kind = static_cast<BinaryKind>(k);
    const std::uint64_t key = feature_key(kind, previous, next);
    if (const std::uint32_t* const found = KeyTable(slots_[k]).find(key)) features.push_back(*found);
  }
}

}  // namespace calque::block
