#include "decode/coverage.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::decode {
namespace {

TEST(Coverage, AgreesWithAVectorOfBools) {
  Rng rng(1);
  for (const std::uint32_t length : {1U, 5U, 63U, 64U, 65U, 128U, 200U}) {
    std::vector<std::uint64_t> bits(coverage_words(length));
    std::vector<bool> plain(length, false);
    for (int round = 0; round < 20; ++round) {
      const auto begin = static_cast<std::uint32_t>(rng.below(length));
      const auto end = begin + static_cast<std::uint32_t>(rng.below(std::min(length - begin, 9U) + 1));
      cover(bits, begin, end);
      std::fill(plain.begin() + begin, plain.begin() + end, true);
      for (std::uint32_t from = 0; from <= length; ++from) {
        if (from < length) {
          ASSERT_EQ(is_covered(bits, from), plain[from]);
        }
        for (const bool wanted : {false, true}) {
          const auto found = std::find(plain.begin() + from, plain.end(), wanted);
          ASSERT_EQ(next_with(bits, wanted, from, length), static_cast<std::uint32_t>(found - plain.begin()));
        }
      }
    }
  }
}

TEST(Coverage, SixtyFourPositionsTakeOneWord) {
  EXPECT_EQ(coverage_words(0), 1U);
  EXPECT_EQ(coverage_words(64), 1U);
  EXPECT_EQ(coverage_words(65), 2U);
}

}  // namespace
}  // namespace calque::decode
