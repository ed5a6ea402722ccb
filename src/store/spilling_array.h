// A long array of records, appended to and read from front to back: in memory up to a limit, beyond it in a
// compressed temporary file. What is read back does not depend on the limit.
//
// One thread appends; afterwards several readers may run at once. Readers must not outlive the array. Errors
// are those of Spool.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/spool.h"

namespace calque::store {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

struct SpillOptions {
  std::uint64_t memory_bytes = kNoLimit;  // most that the array keeps in memory, but at least one chunk
  std::string folder;                     // of the temporary file; empty: the system's
};

template <typename T>
class SpillingArray {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= SpoolWriter::kItemBytes);

 public:
  explicit SpillingArray(SpillOptions options = {}) : options_(std::move(options)) {}

  std::uint64_t size() const { return size_; }
  bool on_disk() const { return writer_.has_value() || spool_.size() > 0; }
  std::uint64_t memory_bytes() const { return chunks_.size() * kChunkItems * sizeof(T); }

  void push_back(const T& item) {
    if (used_ == kChunkItems) add_chunk();
    chunks_.back()[used_++] = item;
    ++size_;
  }

  // No more items come: the file is complete. Readers need it if something is on disk.
  void finish() {
    if (writer_) spool_ = std::exchange(writer_, std::nullopt)->finish();
  }

  // Reads from front to back.
  class Reader {
   public:
    explicit Reader(SpillingArray& array, bool consume = false) : array_(&array), consume_(consume) {
      array.finish();
      if (array.spool_.size() > 0) spooled_.emplace(array.spool_);
      left_ = array.size_;
    }
    bool done() const { return left_ == 0; }
    // Requires: !done().
    T next() {
      --left_;
      if (spooled_ && spooled_->items_left() > 0) {
        spooled_->begin_item();
        return spooled_->template raw<T>();
      }
      if (at_ == kChunkItems) {
        if (consume_) array_->chunks_[chunk_].reset();
        ++chunk_;
        at_ = 0;
      }
      return array_->chunks_[chunk_][at_++];
    }

   private:
    SpillingArray* array_;
    bool consume_;  // memory is given back on the way; nothing can be read again
    std::optional<SpoolReader> spooled_;
    std::uint64_t left_ = 0;
    std::size_t chunk_ = 0;
    std::size_t at_ = 0;
  };

 private:
  static constexpr std::size_t kChunkItems = std::max<std::size_t>((std::size_t{1} << 18U) / sizeof(T), 1);

  void add_chunk() {
    CALQUE_CHECK(spool_.size() == 0);  // not finished yet
    if (!chunks_.empty() && (chunks_.size() + 1) * kChunkItems * sizeof(T) > options_.memory_bytes) spill();
    chunks_.push_back(std::make_unique_for_overwrite<T[]>(kChunkItems));
    used_ = 0;
  }

  void spill() {
    if (!writer_) writer_.emplace(options_.folder);
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      const std::size_t items = i + 1 < chunks_.size() ? kChunkItems : used_;
      for (std::size_t k = 0; k < items; ++k) {
        writer_->put_raw(chunks_[i][k]);
        writer_->end_item();
      }
    }
    chunks_.clear();
  }

  SpillOptions options_;
  std::uint64_t size_ = 0;
  std::vector<std::unique_ptr<T[]>> chunks_;  // what came after the items on disk
  std::size_t used_ = kChunkItems;            // of the last chunk
  std::optional<SpoolWriter> writer_;
  Spool spool_;
};

}  // namespace calque::store
