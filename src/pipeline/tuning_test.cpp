// When the loop of translating and tuning goes on although no round was better than the best.
#include "pipeline/tuning.h"

#include <gtest/gtest.h>

namespace calque::pipeline {
namespace {

TEST(TuningLoop, ARunThatWasFarOffAndComesBackGoesOn) {
  EXPECT_TRUE(comes_back(31.4, 16.4, 29.9));
  EXPECT_FALSE(comes_back(31.4, 6.7, 16.4));    // less than half of the way
  EXPECT_FALSE(comes_back(31.4, 29.9, 6.7));    // farther off than before
  EXPECT_FALSE(comes_back(40.97, 40.6, 40.9));  // never was far off: chance
  EXPECT_FALSE(comes_back(0, 0, 0));
}

// Of scores where less is better, the best is the smallest.
TEST(TuningLoop, ComesBackToLowScoresToo) {
  EXPECT_TRUE(comes_back(50, 80, 55));
  EXPECT_FALSE(comes_back(50, 55, 80));
}

}  // namespace
}  // namespace calque::pipeline
