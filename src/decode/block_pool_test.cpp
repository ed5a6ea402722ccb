#include "decode/block_pool.h"

#include <cstring>
#include <map>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::decode {
namespace {

TEST(BlockPool, EqualBlocksHaveOneNumberAndKeepTheirContent) {
  Rng rng(1);
  BlockPool pool;
  for (const std::size_t bytes : {8, 24, 8}) {
    pool.reset(bytes);
    std::map<std::vector<std::uint64_t>, std::uint32_t> expected;
    for (int i = 0; i < 20000; ++i) {
      std::vector<std::uint64_t> block(bytes / 8);
      for (auto& word : block) word = rng.below(40);
      const auto next = static_cast<std::uint32_t>(expected.size());
      const auto [place, is_new] = expected.emplace(block, next);
      ASSERT_EQ(pool.intern(reinterpret_cast<const std::byte*>(block.data())), place->second);
    }
    ASSERT_EQ(pool.size(), expected.size());
    for (const auto& [block, number] : expected) {
      ASSERT_EQ(std::memcmp(pool[number], block.data(), bytes), 0);
    }
  }
}

TEST(BlockPool, BlocksOfNoBytesAreAllOne) {
  BlockPool pool;
  pool.reset(0);
  EXPECT_EQ(pool.intern(nullptr), 0U);
  EXPECT_EQ(pool.intern(nullptr), 0U);
  EXPECT_EQ(pool.size(), 1U);
}

}  // namespace
}  // namespace calque::decode
