// Byte blocks of one size, each kept once and known by a 32-bit number. Turns feature states and coverages
// into numbers, so that hypotheses are small and compare in a few machine words.
//
// Part of a workspace: memory is kept between sentences. Not to be shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace calque::decode {

class BlockPool {
 public:
  // Forgets all blocks. Sizes are multiples of 8; 0 is allowed, then there is one block only.
  void reset(std::size_t block_bytes);

  // The number of an equal block, from 0 in the order of first appearance.
  std::uint32_t intern(const std::byte* block);
  // Valid until the next intern.
  const std::byte* operator[](std::uint32_t number) const { return blocks_.data() + number * block_bytes_; }
  std::size_t block_bytes() const { return block_bytes_; }
  std::size_t size() const { return hashes_.size(); }

 private:
  void grow();

  std::size_t block_bytes_ = 0;
  std::vector<std::byte> blocks_;
  std::vector<std::uint32_t> hashes_;  // by number
  std::vector<std::uint32_t> slots_;   // open addressing: number + 1, 0 is free; size is a power of two
};

}  // namespace calque::decode
