// Records of numbers of fixed numbers of bits, without gaps between them, and blocks of records with a
// header.
//
// A view reads one field of every record. It neither owns nor checks its memory: whoever makes one has
// checked that RecordShape::bytes() bytes are there. Reading is safe from many threads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace calque::lm {

// A read takes eight bytes at once: a number of up to 57 bits is whole in them at any offset, and eight bytes
// follow the last number.
inline constexpr unsigned kMaxPackedBits = 57;
inline constexpr std::size_t kPackedPadding = 8;

// How records lie: the bytes, read as one little-endian number, are blocks one after another, each a header
// and 2^block_shift records.
struct RecordShape {
  static constexpr unsigned kOneBlock = 63;  // as block_shift: all records follow each other

  unsigned record_bits = 0;
  unsigned block_shift = kOneBlock;
  unsigned header_bits = 0;  // 0 if there is only one block

  // 0 if there is only one block.
  std::uint64_t block_bits() const noexcept {
    return block_shift == kOneBlock ? 0 : header_bits + (std::uint64_t{record_bits} << block_shift);
  }
  // Of all blocks, the last filled up, and the padding.
  std::uint64_t bytes(std::uint64_t records) const noexcept {
    std::uint64_t bits = records * record_bits;
    if (block_shift != kOneBlock) {
      const std::uint64_t last_place = (std::uint64_t{1} << block_shift) - 1;
      bits = ((records + last_place) >> block_shift) * block_bits();
    }
    return (bits + 7) / 8 + kPackedPadding;
  }
};

// Bits that every number up to `largest` fits into.
constexpr unsigned bits_for(std::uint64_t largest) {
  return static_cast<unsigned>(std::bit_width(largest));
}

// Eight bytes from anywhere.
inline std::uint64_t load_bytes(const std::byte* at) noexcept {
  std::uint64_t value = 0;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

class PackedView {
 public:
  PackedView() = default;
  // The field of `bits` bits that begins at bit `offset` of every record.
  PackedView(const std::byte* bytes, const RecordShape& shape, unsigned offset, unsigned bits)
      : bytes_(bytes),
        block_shift_(shape.block_shift),
        index_mask_((std::uint64_t{1} << shape.block_shift) - 1),
        block_bits_(shape.block_bits()),
        record_bits_(shape.record_bits),
        offset_(shape.header_bits + offset),
        mask_((std::uint64_t{1} << bits) - 1) {}

  std::uint64_t operator[](std::uint64_t index) const noexcept {
    const std::uint64_t bit = bit_of(index);
    return (load_bytes(bytes_ + (bit >> 3U)) >> (bit & 7U)) & mask_;
  }
  void prefetch(std::uint64_t index) const noexcept { __builtin_prefetch(bytes_ + (bit_of(index) >> 3U)); }

  // Where `value` stands in [begin, end), whose numbers rise; `end` if it is not there. Stays inside the
  // range whatever the numbers are.
  std::uint64_t find(std::uint64_t begin, std::uint64_t end, std::uint64_t value) const noexcept {
    const std::uint64_t last = end;
    while (begin < end) {
      const std::uint64_t middle = begin + (end - begin) / 2;
      const std::uint64_t here = (*this)[middle];
      if (here == value) return middle;
      if (here < value) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return last;
  }

 private:
  std::uint64_t bit_of(std::uint64_t index) const noexcept {
    return (index >> block_shift_) * block_bits_ + (index & index_mask_) * record_bits_ + offset_;
  }

  const std::byte* bytes_ = nullptr;
  unsigned block_shift_ = RecordShape::kOneBlock;
  std::uint64_t index_mask_ = 0;
  std::uint64_t block_bits_ = 0;
  std::uint64_t record_bits_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t mask_ = 0;
};

// Packs numbers one after another.
class PackedWriter {
 public:
  PackedWriter(std::uint64_t records, const RecordShape& shape) : bytes_(shape.bytes(records)) {}

  // Requires: bits <= kMaxPackedBits and a number below 2^bits.
  void add(std::uint64_t number, unsigned bits) noexcept {
    std::byte* const at = bytes_.data() + (next_bit_ >> 3U);
    const std::uint64_t joined = load_bytes(at) | number << (next_bit_ & 7U);
    std::memcpy(at, &joined, sizeof(joined));
    next_bit_ += bits;
  }
  std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t next_bit_ = 0;
};

}  // namespace calque::lm
