#include "base/hash.h"

#include <bit>
#include <set>

#include <gtest/gtest.h>

namespace calque {
namespace {

TEST(HashTest, ValuesNeverChange) {
  // Published test values of FNV-1a and of SplitMix64 started with 0.
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8ULL);
  EXPECT_EQ(split_mix(kGoldenRatio), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(split_mix(2 * kGoldenRatio), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(degski_mix(1), 0x4179b061e0c0e0d0ULL);
  EXPECT_EQ(combine_hash(0, 1), kGoldenRatio ^ (kGoldenRatio >> 32U));
  EXPECT_EQ(combine_hash<29>(3, 2), kGoldenRatio ^ (kGoldenRatio >> 29U));
}

TEST(HashTest, ATextGoesOnWhereTheLastOneEnded) {
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

TEST(HashTest, OneBitOfInputChangesHalfOfTheOutput) {
  for (unsigned bit = 0; bit < 64; ++bit) {
    int changed = 0;
    for (std::uint64_t value = 0; value < 1000; ++value)
      changed += std::popcount(split_mix(value) ^ split_mix(value ^ (std::uint64_t{1} << bit)));
    EXPECT_NEAR(changed / 1000.0, 32.0, 1.0) << bit;
    changed = 0;
    for (std::uint64_t value = 0; value < 1000; ++value)
      changed += std::popcount(degski_mix(value) ^ degski_mix(value ^ (std::uint64_t{1} << bit)));
    EXPECT_NEAR(changed / 1000.0, 32.0, 1.5) << bit;
  }
}

TEST(HashTest, SmallNumbersGetDifferentPlaces) {
  std::set<std::uint64_t> low;
  for (std::uint64_t value = 0; value < 4096; ++value) low.insert(combine_hash(0, value) & 0xfffffU);
  EXPECT_GT(low.size(), 4000U);
}

}  // namespace
}  // namespace calque
