#include "block/online.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "block/data_point_file.h"
#include "block/testing.h"

namespace calque::block {
namespace {

using testing::random_points;

using OnlineFiles = testing::TextFileTest;

TEST(Online, TheConvergenceBoundHolds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const DataPoints points = random_points(seed, 1 + seed * 5);
    for (const double rate : {1e-4, 1e-2, 0.5, 3.0}) {
      for (const SignConstraint sign : {SignConstraint::kFree, SignConstraint::kNotPositive}) {
        const BoundReport report = check_bound(points, {.rate = rate, .sign = sign}, zero_weights(points));
        EXPECT_TRUE(report.holds()) << report.mean_loss << " > " << report.bound();
        EXPECT_GT(report.steps, 0U);
      }
    }
  }
}

TEST(Online, FloatWeightsConvergeInOnePass) {
  const DataPoints points = random_points(1, 20000);
  const DataPoints held_out = random_points(2, 5000);
  OnlineOptions options{.passes = 1, .rate = 1e-3, .binary_moves = false};
  BlockWeights once = zero_weights(points);
  train_in_memory(points, held_out, options, once);
  options.passes = 40;
  BlockWeights often = zero_weights(points);
  const auto passes = train_in_memory(points, held_out, options, often);
  EXPECT_NEAR(prediction_error(held_out, once), prediction_error(held_out, often), 0.004);
  EXPECT_EQ(passes.size(), 40U);
  EXPECT_EQ(passes.back().pass, 40U);
  EXPECT_DOUBLE_EQ(passes.back().held_out_error, prediction_error(held_out, often));
}

TEST(Online, FrozenWeightsStayAsTheyAre) {
  const DataPoints points = random_points(4, 200);
  BlockWeights weights = zero_weights(points);
  weights.floats = {-1, -2, -3, -4};
  OnlineOptions options{.rate = 0.1, .float_moves = {false, true, false, true}, .binary_moves = false};
  train_in_memory(points, DataPoints(4), options, weights);
  EXPECT_EQ(weights.floats[0], -1);
  EXPECT_NE(weights.floats[1], -2);
  EXPECT_EQ(weights.floats[2], -3);
  for (const double w : weights.binary) EXPECT_EQ(w, 0);
}

TEST(Online, MoreInformationMeansFewerErrors) {
  const DataPoints points = random_points(11, 20000, 5);
  const DataPoints held_out = random_points(12, 5000, 5);
  double last = 1;
  for (std::size_t used = 1; used <= 4; ++used) {
    OnlineOptions options{.passes = 2, .rate = 1e-3, .binary_moves = false};
    options.float_moves.assign(5, false);
    for (std::size_t k = 0; k < used; ++k) options.float_moves[k] = true;
    BlockWeights weights = zero_weights(points);
    train_in_memory(points, held_out, options, weights);
    const double error = prediction_error(held_out, weights);
    EXPECT_LT(error, last);
    last = error;
  }
}

TEST(PredictionError, TiesAreErrorsAndChanceIsChance) {
  const DataPoints points = random_points(13, 20000, 4, 0.0);
  BlockWeights weights = zero_weights(points);
  EXPECT_EQ(prediction_error(points, weights), 1.0);
  EXPECT_EQ(prediction_error(DataPoints(4), weights), 0.0);
  weights.floats = {-0.3, 0.2, 0.7, -0.4};
  double expected = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    const auto size = static_cast<double>(points[p].size());
    expected += (size - static_cast<double>(points[p].positives())) / size;
  }
  EXPECT_NEAR(prediction_error(points, weights), expected / static_cast<double>(points.size()), 0.01);
}

TEST(Online, OverflowIsAnErrorAndNoNumberThatIsNone) {
  DataPoints points(1);
  points.add_positive(std::vector<float>{3e38F}, {});
  points.add_negative(std::vector<float>{-3e38F}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.passes = 3, .rate = 1e300, .sign = SignConstraint::kFree};
  EXPECT_THROW(train_in_memory(points, DataPoints(1), options, weights), NumericError);
}

TEST(Online, ImpossibleOptionsAreRefused) {
  for (const double rate : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(OnlineOptions{.rate = rate}.validate(), UsageError);
  }
  EXPECT_THROW(OnlineOptions{.rate_decay = -1}.validate(), UsageError);
  EXPECT_THROW(OnlineOptions{.sample_every = 0}.validate(), UsageError);
}

TEST_F(OnlineFiles, StreamingLearnsLikeMemoryIfTheBlockHoldsAll) {
  const DataPoints points = random_points(21, 300);
  write_data_points(points, path_);
  const OnlineOptions options{.passes = 3, .rate = 0.01, .rate_decay = 0.5, .sample_every = 3};
  BlockWeights memory = zero_weights(points);
  train_in_memory(points, DataPoints(4), options, memory);
  BlockWeights streamed{std::vector<double>(4), {}};
  train_streaming({path_}, DataPoints(4), options, streamed);
  EXPECT_EQ(memory, streamed);
  // In small runs the order is another one, the points are the same.
  BlockWeights runs{std::vector<double>(4), {}};
  const auto reports = train_streaming({path_, 7}, DataPoints(4), options, runs);
  EXPECT_EQ(reports.back().updates, 100U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(runs.floats[k], memory.floats[k], 0.1);
}

}  // namespace
}  // namespace calque::block
