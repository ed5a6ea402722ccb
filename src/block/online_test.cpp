#include "block/online.h"

#include <cmath>

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

// What the theorem's right side is with these weights, from its formula alone.
double bound_with(const DataPoints& points, const OnlineOptions& options, const BlockWeights& comparator) {
  BlockWeights weights = zero_weights(points);
  double loss = 0;
  double squares = 0;
  double steps = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    for (std::size_t i = 0; i < points[p].positives(); ++i) {
      const LossGradient gradient = gradient_of(weights, points[p], i, options.sink);
      for (std::size_t k = 0; k < weights.floats.size(); ++k) {
        squares += gradient.floats[k] * gradient.floats[k];
        weights.floats[k] -= options.rate * gradient.floats[k];
        if (options.sign == SignConstraint::kNotPositive && weights.floats[k] > 0) weights.floats[k] = 0;
      }
      for (const auto& [feature, value] : gradient.binary) {
        squares += value * value;
        weights.binary[feature] -= options.rate * value;
      }
      loss += loss_of(comparator, points[p], i, options.sink);
      ++steps;
    }
  }
  double distance = 0;
  for (const double w : comparator.floats) distance += w * w;
  for (const double w : comparator.binary) distance += w * w;
  return loss / steps + distance / (2 * options.rate * steps) + options.rate / 2 * squares / steps;
}

// Of any fixed weights the best bound counts: none at all, those at the end of the pass, and good ones.
TEST(Online, TheConvergenceBoundHoldsForTheBestOfSeveralWeights) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const DataPoints points = random_points(seed, 20 + seed * 25);
    for (const double rate : {1e-3, 0.05, 0.5}) {
      for (const SignConstraint sign : {SignConstraint::kFree, SignConstraint::kNotPositive}) {
        OnlineOptions options{.rate = rate, .sign = sign};
        const BlockWeights start = zero_weights(points);
        const BoundReport report = check_bound(points, options, start);
        BlockWeights last = start;
        OnlineLearner learner(last, options);
        for (std::size_t p = 0; p < points.size(); ++p) learner.learn(points[p]);
        options.passes = 40;
        BlockWeights good = start;
        train_in_memory(points, DataPoints(4), options, good);
        const double of_last = bound_with(points, options, last);
        EXPECT_NEAR(report.bound(), of_last, 1e-4 * of_last);
        const double best =
            std::min({bound_with(points, options, start), of_last, bound_with(points, options, good)});
        EXPECT_LE(report.mean_loss, best * (1 + 1e-9));
      }
    }
  }
}

TEST(Online, FloatWeightsConvergeInOnePass) {
  const DataPoints points = random_points(1, 20000);
  const DataPoints held_out = random_points(2, 20000);
  OnlineOptions options{.passes = 1, .rate = 1e-3, .binary_moves = false};
  BlockWeights once = zero_weights(points);
  train_in_memory(points, held_out, options, once);
  options.passes = 40;
  BlockWeights often = zero_weights(points);
  const auto passes = train_in_memory(points, held_out, options, often);
  EXPECT_NEAR(prediction_error(held_out, once), prediction_error(held_out, often), 0.002);
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

// Scores have 32 bits: weights that need more are no weights, whether or not a sink keeps the sum finite.
TEST(Online, OverflowIsFoundAtItsPoint) {
  for (const double sink : {kSinkScore, kNoSink}) {
    for (const bool binary : {false, true}) {
      DataPoints points(1);
      for (int p = 0; p < 40; ++p) {
        const float value = p == 23 && !binary ? 1e30F : 1.0F;
        points.add_positive(std::vector<float>{1}, {});
        points.add_negative(std::vector<float>{value}, std::vector<std::uint32_t>(binary && p == 23 ? 1 : 0));
        points.end_point();
      }
      const OnlineOptions options{.rate = 1e10, .binary_rate = binary ? 1e39 : 0, .sink = sink};
      BlockWeights weights = zero_weights(points);
      try {
        train_in_memory(points, DataPoints(1), options, weights);
        ADD_FAILURE();
      } catch (const PointOverflow& overflow) {
        EXPECT_EQ(overflow.point(), 23U);
        EXPECT_EQ(overflow.exit_status(), 2);
      }
    }
  }
}

TEST(PredictionError, ScoresThatAreNoNumbersAreAnError) {
  DataPoints points(2);
  for (const float value : {1.0F, 1e30F}) {
    points.add_positive(std::vector<float>{value, value}, {});
    points.add_negative(std::vector<float>{0, 0}, {});
    points.end_point();
  }
  EXPECT_EQ(prediction_error(points, {{1e270, -1e270}, {}}), 1.0);
  try {
    prediction_error(points, {{1e305, -1e305}, {}});
    ADD_FAILURE();
  } catch (const PointOverflow& overflow) {
    EXPECT_EQ(overflow.point(), 1U);
  }
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
  // A reader that was opened to look at the file first serves the first pass.
  DataPointReader reader(path_);
  BlockWeights opened{std::vector<double>(*reader.float_count()), {}};
  train_streaming({.path = path_, .opened = &reader}, DataPoints(4), options, opened);
  EXPECT_EQ(opened, memory);
}

TEST_F(OnlineFiles, OverflowIsFoundAtItsPointInAnyRun) {
  std::string text;
  for (int p = 0; p < 50; ++p) text += p == 31 ? "-1 1 1e30 0\n1 1 0 0\n0\n" : "1 1 1 0\n-1 1 1 0\n0\n";
  const OnlineOptions options{.rate = 1e10};
  for (const std::size_t block : {7U, 31U, 32U, 100U}) {
    BlockWeights weights{{0.0}, {}};
    try {
      train_streaming({with(text), block}, DataPoints(1), options, weights);
      ADD_FAILURE();
    } catch (const PointOverflow& overflow) {
      EXPECT_EQ(overflow.point(), 31U);
      EXPECT_EQ(line_of_point(path_, overflow.point()), 3 * 31U + 1);
    }
  }
  EXPECT_EQ(line_of_point("-", 5), 0U);
}

}  // namespace
}  // namespace calque::block
