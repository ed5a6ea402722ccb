#include "reorder/key_table.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kKeysPerBucket = 4;
constexpr unsigned kMaxBits = 31;

unsigned bits_for(std::size_t keys) {
  const auto buckets = std::bit_ceil(std::max<std::size_t>(2, keys / kKeysPerBucket));
  return std::min<unsigned>(kMaxBits, static_cast<unsigned>(std::countr_zero(buckets)));
}

}  // namespace

KeyTable::KeyTable(const std::vector<Key>& keys) : bits_(bits_for(keys.size())) {
  CALQUE_CHECK(keys.size() < kNone);
  CALQUE_DCHECK(std::is_sorted(keys.begin(), keys.end()));
  std::vector<std::uint32_t> borders((std::size_t{1} << bits_) + 1, 0);
  std::vector<std::uint32_t> marks;
  marks.reserve(keys.size());
  for (const Key key : keys) {
    ++borders[(key >> (64U - bits_)) + 1];
    marks.push_back(mark_of(key));
  }
  for (std::size_t b = 1; b < borders.size(); ++b) borders[b] += borders[b - 1];
  borders_ = std::move(borders);
  marks_ = std::move(marks);
}

KeyTable KeyTable::hashed(unsigned bits) {
  CALQUE_CHECK(bits >= 1 && bits <= kMaxHashBits);
  KeyTable table;
  table.bits_ = bits;
  table.hashed_ = true;
  table.borders_ = std::vector<std::uint32_t>{bits};
  return table;
}

Key KeyTable::fingerprint() const {
  Key key = bits_;
  for (const std::uint32_t mark : marks_) key = extended(key, mark);
  return key;
}

void KeyTable::write(store::ContainerWriter& file, const std::string& name) const {
  file.add(name + ".borders", borders_.span());
  file.add(name + ".marks", marks_.span());
}

KeyTable KeyTable::read(const std::shared_ptr<const store::Container>& file, const std::string& name) {
  KeyTable table;
  table.borders_ = {file, name + ".borders"};
  table.marks_ = {file, name + ".marks"};
  if (table.borders_.size() == 1) {  // hashed
    if (table.borders_[0] < 1 || table.borders_[0] > kMaxHashBits || !table.marks_.empty())
      file->damaged("impossible values in section " + name + ".borders");
    return hashed(table.borders_[0]);
  }
  const std::size_t buckets = table.borders_.size() - 1;
  const bool sized = table.borders_.size() >= 3 && std::has_single_bit(buckets) &&
                     static_cast<unsigned>(std::countr_zero(buckets)) <= kMaxBits;
  if (!sized || table.borders_[0] != 0 || table.borders_[buckets] != table.marks_.size() ||
      !std::is_sorted(table.borders_.begin(), table.borders_.end())) {
    file->damaged("impossible values in section " + name + ".borders");
  }
  table.bits_ = static_cast<unsigned>(std::countr_zero(buckets));
  return table;
}

}  // namespace calque::reorder
