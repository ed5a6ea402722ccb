// A long sequence of numbers on disk: written once from front to back, compressed in blocks, read back in the
// same order, any number of times.
//
// The temporary file loses its name as soon as it is open, so nothing is left behind whatever ends the
// program. A Spool and its writer or readers must stay on one thread each; several readers of one Spool may
// run at once. Throws UsageError if the folder cannot be written, MachineError if the disk is full or fails.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace calque::store {

// The bytes of a finished sequence. Movable; readers hold on to the file themselves.
class Spool {
 public:
  Spool() = default;
  // Number of items that the writer counted.
  std::uint64_t size() const { return items_; }

 private:
  friend class SpoolWriter;
  friend class SpoolReader;
  struct File;
  std::shared_ptr<const File> file_;
  std::uint64_t items_ = 0;
};

class SpoolWriter {
 public:
  // `folder` empty: the system's folder for temporary files. `block_bytes` is what is compressed at once, and
  // about what the writer and each reader keep in memory.
  explicit SpoolWriter(const std::string& folder, std::size_t block_bytes = kDefaultBlockBytes);
  ~SpoolWriter();
  SpoolWriter(SpoolWriter&&) noexcept;
  SpoolWriter& operator=(SpoolWriter&&) noexcept;

  // Seven bits a byte, the lowest first.
  void put_varint(std::uint64_t value) {
    while (value >= 0x80) {
      buffer_[used_++] = static_cast<char>(value | 0x80);
      value >>= 7;
    }
    buffer_[used_++] = static_cast<char>(value);
  }
  template <typename T>
  void put_raw(const T& value) {
    std::memcpy(buffer_.data() + used_, &value, sizeof(T));
    used_ += sizeof(T);
  }
  // Call after the parts of an item, of which there must not be more than kItemBytes bytes.
  void end_item() {
    ++items_;
    if (used_ + kItemBytes > buffer_.size()) flush();
  }
  std::uint64_t size() const { return items_; }

  // What was written; the writer is then used up.
  Spool finish();

  static constexpr std::size_t kDefaultBlockBytes = 1 << 18;
  static constexpr std::size_t kSmallestBlockBytes = 1 << 12;  // smaller ones hardly compress
  static constexpr std::size_t kItemBytes = 128;

 private:
  void flush();

  std::vector<char> buffer_;
  std::vector<char> compressed_;
  std::size_t used_ = 0;
  std::uint64_t items_ = 0;
  std::shared_ptr<Spool::File> file_;
};

// Requires: the caller reads items as they were written and never more of them than there are.
class SpoolReader {
 public:
  explicit SpoolReader(const Spool& spool);
  ~SpoolReader();
  SpoolReader(SpoolReader&&) noexcept;
  SpoolReader& operator=(SpoolReader&&) noexcept;

  std::uint64_t items_left() const { return items_left_; }
  // Call before the parts of each item.
  void begin_item() {
    --items_left_;
    if (at_ == block_.size()) next_block();
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(block_[at_++]);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) return value;
    }
  }
  std::uint32_t varint32() { return static_cast<std::uint32_t>(varint()); }
  template <typename T>
  T raw() {
    T value;
    std::memcpy(&value, block_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

 private:
  void next_block();

  std::shared_ptr<const Spool::File> file_;
  std::uint64_t items_left_ = 0;
  std::uint64_t offset_ = 0;
  std::vector<char> compressed_;
  std::vector<char> block_;
  std::size_t at_ = 0;
};

}  // namespace calque::store
