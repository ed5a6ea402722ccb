#include "base/lanes.h"

#include <array>

#include <gtest/gtest.h>

namespace calque {
namespace {

TEST(Lanes, AddInTheOrderThatIsWrittenDown) {
  // 1e8 swallows a 1 that is added to it.
  std::array<float, 4> values{1e8F, 1.0F, -1e8F, 1.0F};
  EXPECT_EQ(sum_of(lanes_at(values.data())), 0.0F);
  EXPECT_EQ(sum_of_halves(lanes_at(values.data())), 2.0F);
}

TEST(Lanes, ReadAndWriteAnyFloat) {
  std::array<float, 6> values{0, 1, 2, 3, 4, 5};
  lanes_at(values.data() + 1) *= Lanes{2, 2, 2, 2};
  EXPECT_EQ(values, (std::array<float, 6>{0, 2, 4, 6, 8, 5}));
}

TEST(Lanes, PaddedIsTheNextMultiple) {
  EXPECT_EQ(padded(0), 0U);
  EXPECT_EQ(padded(1), 4U);
  EXPECT_EQ(padded(4), 4U);
  EXPECT_EQ(padded(5), 8U);
}

}  // namespace
}  // namespace calque
