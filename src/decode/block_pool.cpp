#include "decode/block_pool.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/flat_table.h"
#include "base/hash.h"

namespace calque::decode {
namespace {

constexpr std::size_t kMinPoolSlots = 1024;
constexpr std::size_t kMaxKeptPoolSlots = kMinPoolSlots * 256;

std::uint32_t hash_of(const std::byte* block, std::size_t bytes) {
  std::uint64_t hash = kGoldenRatio;
  for (std::size_t i = 0; i < bytes; i += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, block + i, sizeof word);
    hash = (hash ^ word) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32U;
  }
  return static_cast<std::uint32_t>(hash);
}

// Blocks are a few words; a call of memcmp would cost more than the comparison.
bool equal(const std::byte* a, const std::byte* b, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof(std::uint64_t)) {
    std::uint64_t word_a = 0;
    std::uint64_t word_b = 0;
    std::memcpy(&word_a, a + i, sizeof word_a);
    std::memcpy(&word_b, b + i, sizeof word_b);
    if (word_a != word_b) return false;
  }
  return true;
}

}  // namespace

void BlockPool::reset(std::size_t block_bytes) {
  CALQUE_CHECK(block_bytes % sizeof(std::uint64_t) == 0);
  block_bytes_ = block_bytes;
  blocks_.clear();
  hashes_.clear();
  if (slots_.size() > kMaxKeptPoolSlots) slots_ = {};
  slots_.resize(std::max(slots_.size(), kMinPoolSlots));
  std::fill(slots_.begin(), slots_.end(), 0);
}

std::uint32_t BlockPool::intern(const std::byte* block) {
  const std::uint32_t hash = hash_of(block, block_bytes_);
  const std::size_t slot = probe(slots_, hash, [&](std::uint32_t entry) {
    return entry == 0 || (hashes_[entry - 1] == hash && equal((*this)[entry - 1], block, block_bytes_));
  });
  if (slots_[slot] != 0) return slots_[slot] - 1;
  const auto number = static_cast<std::uint32_t>(hashes_.size());
  CALQUE_CHECK(number < 0x7fffffffU);
  slots_[slot] = number + 1;
  hashes_.push_back(hash);
  const std::size_t end = blocks_.size();
  blocks_.resize(end + block_bytes_);
  if (block_bytes_ > 0) std::memcpy(blocks_.data() + end, block, block_bytes_);
  if (hashes_.size() * 2 > slots_.size()) grow();
  return number;
}

void BlockPool::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t number = 0; number < hashes_.size(); ++number)
    slots_[probe(slots_, hashes_[number], [](std::uint32_t entry) { return entry == 0; })] = number + 1;
}

}  // namespace calque::decode
