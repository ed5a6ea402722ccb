// How far the loop of translating and tuning steps.
#include "pipeline/tuning.h"

#include <vector>

#include <gtest/gtest.h>

namespace calque::pipeline {
namespace {

TEST(TuningLoop, StepsAreHalvedAfterRoundsThatWereFarOff) {
  EXPECT_EQ(step_after({}, true), 1.0);
  EXPECT_EQ(step_after(std::vector{31.4}, true), 1.0);
  EXPECT_EQ(step_after(std::vector{31.4, 35.0, 34.0, 33.6}, true), 1.0);  // a little worse: chance
  EXPECT_EQ(step_after(std::vector{31.4, 6.7}, true), 0.5);
  EXPECT_EQ(step_after(std::vector{31.4, 6.7, 20.0}, true), 0.25);
  EXPECT_EQ(step_after(std::vector{31.4, 6.7, 31.0}, true), 0.5);   // neither far off nor better
  EXPECT_EQ(step_after(std::vector{31.4, 6.7, 33.0}, true), 0.5);   // better, but care stays
  EXPECT_EQ(step_after(std::vector{31.4, 35.0, 33.0}, true), 0.5);  // far off the best, not the first
  EXPECT_EQ(step_after(std::vector{31.4, 1.0, 1.0, 1.0, 1.0, 1.0}, true), 0.125);
  EXPECT_EQ(step_after(std::vector{0.0, 0.0}, true), 1.0);
}

TEST(TuningLoop, StepsOfScoresWhereLessIsBetter) {
  EXPECT_EQ(step_after(std::vector{50.0, 80.0}, false), 0.5);
  EXPECT_EQ(step_after(std::vector{50.0, 80.0, 40.0}, false), 0.5);
  EXPECT_EQ(step_after(std::vector{50.0, 20.0}, false), 1.0);
}

}  // namespace
}  // namespace calque::pipeline
