// Numbers for keys: a sorted list of them, cut into buckets by their first bits, of which each key keeps the
// next 32.
//
// A look-up reads one bucket border and a few neighbouring words. The number of a key is its rank, so that
// values of keys are plain arrays. Four bytes a key and one border for about four keys; keys that agree in
// the bits kept (chance below one in 10^9 for two keys of a table of a million) count as one. A hashed table
// keeps nothing. Immutable, safe to share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reorder/feature_keys.h"
#include "reorder/shared_array.h"
#include "store/container.h"

namespace calque::reorder {

class KeyTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  KeyTable() : KeyTable(std::vector<Key>{}) {}
  // Requires: ascending, without repeats, fewer than 2^32 - 1.
  explicit KeyTable(const std::vector<Key>& keys);
  // Numbers without a list of keys: the first bits of a key, so that keys which agree in them share a number
  // and every key has one. Requires: 1 to kMaxHashBits.
  static KeyTable hashed(unsigned bits);
  static constexpr unsigned kMaxHashBits = 26;

  std::size_t size() const { return hashed_ ? std::size_t{1} << bits_ : marks_.size(); }
  bool is_hashed() const { return hashed_; }
  // Its rank, or kNone.
  std::uint32_t find(Key key) const noexcept {
    const std::size_t bucket = key >> (64U - bits_);
    if (hashed_) return static_cast<std::uint32_t>(bucket);
    const std::uint32_t mark = mark_of(key);
    const std::uint32_t end = borders_[bucket + 1];
    for (std::uint32_t at = borders_[bucket]; at < end; ++at) {
      if (marks_[at] >= mark) return marks_[at] == mark ? at : kNone;
    }
    return kNone;
  }

  // The same for the same keys, as far as the bits kept tell.
  Key fingerprint() const;

  void write(store::ContainerWriter& file, const std::string& name) const;
  // Throws FormatError unless look-ups stay inside the table whatever it holds.
  static KeyTable read(const std::shared_ptr<const store::Container>& file, const std::string& name);

 private:
  std::uint32_t mark_of(Key key) const noexcept { return static_cast<std::uint32_t>((key << bits_) >> 32U); }

  unsigned bits_ = 1;  // of the bucket; at least 1
  bool hashed_ = false;
  SharedArray<std::uint32_t> borders_;
  SharedArray<std::uint32_t> marks_;
};

}  // namespace calque::reorder
