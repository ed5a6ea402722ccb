#include "block/online.h"

#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "block/data_point_file.h"
#include "block/testing.h"

namespace calque::block {
namespace {

using ::testing::HasSubstr;

constexpr const char* kExample =
    "1 7 0.235557 0.0715918 1.87109 0 0.971041 1.23743 -1 1 1148003\n"
    "-1 7 0.125208 0.854685 1.87109 0 2.09924 1.87181 -1 0\n"
    "-1 7 1.6265 0.0034751 1.87109 0 18 18 -1 0\n"
    "-1 7 1.01494 0.092259 2.51562 0 0.971041 1.23743 -1 0\n"
    "-1 7 1.18176 0.092259 2.51562 0.691406 0.971041 1.23743 -2 1 5865644\n"
    "-1 7 1.06491 0.0715918 1.14453 1.88281 0.971041 1.23743 -2 0\n"
    "0\n";

class Files : public testing::FileTest {
 protected:
  const std::string& with(std::string_view text) const {
    store::TextWriter writer(path_);
    writer.write(text);
    writer.commit();
    return path_;
  }
};

using OnlineFiles = Files;

void expect_floats(const BlockWeights& weights, std::initializer_list<double> expected) {
  ASSERT_EQ(weights.floats.size(), expected.size());
  std::size_t i = 0;
  for (const double value : expected) EXPECT_NEAR(weights.floats[i++], value, 2e-9);
}

// Spec 04 section 11, example C.
TEST_F(OnlineFiles, WorkedExample) {
  const DataPoints points = read_data_points(with(kExample));
  ASSERT_EQ(points.size(), 1U);
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01, .sign = SignConstraint::kFree};
  OnlineLearner learner(weights, options);
  EXPECT_NEAR(learner.learn(points[0]), std::log(6.0183156), 1e-7);
  expect_floats(weights,
                {-.006365932, -.001254503, -.000877704, -.004277303, -.030140282, -.028869017, .003292756});
  EXPECT_NEAR(weights.binary[1148003], .008338406, 1e-9);
  EXPECT_NEAR(weights.binary[5865644], -.001661594, 1e-9);
  learner.learn(points[0]);
  expect_floats(weights,
                {-.011874378, -.002682083, -.001865794, -.009053130, -.043856477, -.041508881, .006967448});
  EXPECT_NEAR(weights.binary[1148003], .016438212, 1e-9);
  EXPECT_NEAR(weights.binary[5865644], -.003518833, 1e-9);
}

TEST_F(OnlineFiles, SignConstraintHoldsAtZeroWhatWouldBePositive) {
  const DataPoints points = read_data_points(with(kExample));
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01};
  OnlineLearner learner(weights, options);
  learner.learn(points[0]);
  expect_floats(weights, {-.006365932, -.001254503, -.000877704, -.004277303, -.030140282, -.028869017, 0});
}

// Spec 04 section 11, example D.
TEST(Online, LaterPositivesSeeTheUpdatesOfEarlierOnes) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 0}, {});
  points.add_positive(std::vector<float>{.5, .5}, {});
  points.add_negative(std::vector<float>{0, 1}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.1, .sign = SignConstraint::kFree};
  OnlineLearner(weights, options).learn(points[0]);
  EXPECT_NEAR(weights.floats[0], .07506706, 1e-8);
  EXPECT_NEAR(weights.floats[1], -.07323006, 1e-8);
}

// Points whose positives are cheaper in all components but the last on average; some binary features.
DataPoints random_points(std::uint64_t seed, std::size_t count, std::size_t floats = 4, double shift = 0.6) {
  Rng rng(seed);
  DataPoints points(floats);
  for (std::size_t p = 0; p < count; ++p) {
    const std::size_t positives = 1 + rng.below(2);
    const std::size_t negatives = 1 + rng.below(6);
    for (std::size_t v = 0; v < positives + negatives; ++v) {
      std::vector<float> values(floats);
      for (std::size_t k = 0; k < floats; ++k) {
        const double better = v < positives && k + 1 < floats ? shift * static_cast<double>(k + 1) : 0;
        values[k] = static_cast<float>(std::max(0.0, 3 * rng.uniform() - better));
      }
      std::vector<std::uint32_t> binary;
      if (rng.chance(0.4)) binary.push_back(static_cast<std::uint32_t>(rng.below(10)));
      if (rng.chance(0.2)) binary.push_back(10 + static_cast<std::uint32_t>(rng.below(5)));
      if (v < positives) {
        points.add_positive(values, binary);
      } else {
        points.add_negative(values, binary);
      }
    }
    points.end_point();
  }
  return points;
}

TEST(Online, GradientEqualsFiniteDifferences) {
  const DataPoints points = random_points(5, 30);
  Rng rng(9);
  BlockWeights weights = zero_weights(points);
  for (double& w : weights.floats) w = rng.uniform() - 0.7;
  for (double& w : weights.binary) w = rng.uniform() - 0.5;
  for (const double sink : {kSinkScore, kNoSink}) {
    for (std::size_t p = 0; p < points.size(); ++p) {
      for (std::size_t i = 0; i < points[p].positives(); ++i) {
        const LossGradient gradient = gradient_of(weights, points[p], i, sink);
        EXPECT_NEAR(gradient.loss, loss_of(weights, points[p], i, sink), 1e-12);
        const auto difference = [&](double& w) {
          constexpr double kStep = 1e-6;
          const double kept = w;
          w = kept + kStep;
          const double more = loss_of(weights, points[p], i, sink);
          w = kept - kStep;
          const double less = loss_of(weights, points[p], i, sink);
          w = kept;
          return (more - less) / (2 * kStep);
        };
        for (std::size_t k = 0; k < weights.floats.size(); ++k)
          EXPECT_NEAR(gradient.floats[k], difference(weights.floats[k]), 1e-7);
        for (const auto& [feature, value] : gradient.binary)
          EXPECT_NEAR(value, difference(weights.binary[feature]), 1e-7);
      }
    }
  }
}

TEST(Online, AStepIsTheRateTimesTheGradient) {
  DataPoints one(4);
  const DataPoints points = random_points(6, 40);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (points[p].positives() != 1) continue;
    BlockWeights weights = zero_weights(points);
    for (double& w : weights.floats) w = -0.1 * static_cast<double>(p % 5);
    const BlockWeights before = weights;
    const LossGradient gradient = gradient_of(before, points[p], 0, kSinkScore);
    const OnlineOptions options{.rate = 0.05, .sign = SignConstraint::kFree};
    OnlineLearner(weights, options).learn(points[p]);
    for (std::size_t k = 0; k < weights.floats.size(); ++k)
      EXPECT_NEAR(weights.floats[k], before.floats[k] - 0.05 * gradient.floats[k], 1e-12);
    for (const auto& [feature, value] : gradient.binary)
      EXPECT_NEAR(weights.binary[feature], before.binary[feature] - 0.05 * value, 1e-12);
  }
}

TEST(Online, LossOfARepeatedPointFalls) {
  const DataPoints points = random_points(7, 1);
  BlockWeights weights = zero_weights(points);
  const OnlineOptions options{.rate = 0.01};
  OnlineLearner learner(weights, options);
  double last = learner.learn(points[0]);
  for (int i = 0; i < 50; ++i) {
    const double loss = learner.learn(points[0]);
    EXPECT_LE(loss, last);
    last = loss;
  }
}

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

TEST(Online, SignConstrainedWeightsAreNeverPositive) {
  const DataPoints points = random_points(3, 500, 5, -0.5);  // positives are dearer
  BlockWeights weights = zero_weights(points);
  const OnlineOptions options{.rate = 0.05};
  OnlineLearner learner(weights, options);
  for (std::size_t p = 0; p < points.size(); ++p) {
    learner.learn(points[p]);
    for (const double w : weights.floats) EXPECT_LE(w, 0);
  }
}

// Spec 04 section 12, 5: a component that is the same in all vectors of a point gets rate x exp(-4)/T.
TEST(Online, ASharedComponentDriftsWithTheSinkAlone) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 2}, {});
  points.add_negative(std::vector<float>{3, 2}, {});
  points.add_negative(std::vector<float>{0, 2}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01, .sign = SignConstraint::kFree};
  OnlineLearner(weights, options).learn(points[0]);
  const double total = 3 + std::exp(-4.0);
  EXPECT_NEAR(weights.floats[1], 0.01 * 2 * std::exp(-4.0) / total, 1e-12);
  BlockWeights without = zero_weights(points);
  options.sink = kNoSink;
  OnlineLearner(without, options).learn(points[0]);
  EXPECT_NEAR(without.floats[1], 0, 1e-15);
}

TEST(Online, ThePerceptronMovesOnMistakesAlone) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 0}, std::vector<std::uint32_t>{2});
  points.add_negative(std::vector<float>{0, 1}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  const OnlineOptions options{
      .method = OnlineMethod::kPerceptron, .rate = 0.5, .sign = SignConstraint::kFree};
  OnlineLearner learner(weights, options);
  learner.learn(points[0]);  // a tie is a mistake
  EXPECT_DOUBLE_EQ(weights.floats[0], 0.5);
  EXPECT_DOUBLE_EQ(weights.floats[1], -0.5);
  EXPECT_DOUBLE_EQ(weights.binary[2], 0.5);
  const BlockWeights before = weights;
  learner.learn(points[0]);
  EXPECT_EQ(weights, before);
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

using DataPointFile = Files;

TEST_F(DataPointFile, RoundTrip) {
  const DataPoints points = random_points(31, 50);
  write_data_points(points, path_);
  const DataPoints again = read_data_points(path_);
  ASSERT_EQ(again.size(), points.size());
  for (std::size_t p = 0; p < points.size(); ++p) {
    ASSERT_EQ(again[p].size(), points[p].size());
    EXPECT_EQ(again[p].positives(), points[p].positives());
    for (std::size_t i = 0; i < points[p].size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(again[p].floats(i), points[p].floats(i)));
      EXPECT_TRUE(std::ranges::equal(again[p].binary(i), points[p].binary(i)));
    }
  }
}

TEST_F(DataPointFile, EmptyFilesHaveNoPoints) {
  EXPECT_EQ(read_data_points(with("")).size(), 0U);
}

TEST_F(DataPointFile, PositivesMayStandAnywhereInAPoint) {
  const DataPoints points = read_data_points(with("-1 1 2 0\n1 1 3 0\n-1 1 4 0\n0\n"));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].positives(), 1U);
  EXPECT_EQ(points[0].floats(0)[0], 3.0F);
  EXPECT_EQ(points[0].floats(2)[0], 4.0F);
}

TEST_F(DataPointFile, BadLinesAreNamed) {
  struct Bad {
    const char* text;
    const char* line;
    const char* what;
  };
  for (const Bad& bad :
       {Bad{"1 1 2 0\n0\n-1 1 2 0\n0\n", ":4:", "without positive"},
        Bad{"1 1 2 0\n2 1 2 0\n0\n", ":2:", "no label"}, Bad{"1 1 2 0\n\n0\n", ":2:", "no label"},
        Bad{"1 1 2 0\n-1 2 2 3 0\n0\n", ":2:", "2 float features where 1"},
        Bad{"1 1 x 0\n0\n", ":1:", "'x' is no finite number"},
        Bad{"1 1 nan 0\n0\n", ":1:", "no finite number"}, Bad{"1 1 1e39 0\n0\n", ":1:", "no finite number"},
        Bad{"1 1 2 1\n0\n", ":1:", "fields where"}, Bad{"1 1 2 0 7\n0\n", ":1:", "fields where"},
        Bad{"1 1 2 1 -7\n0\n", ":1:", "out of range"}, Bad{"1 1 2 1 4000000000\n0\n", ":1:", "out of range"},
        Bad{"1 -1 2 0\n0\n", ":1:", "not a number of float"},
        Bad{"1 99999999999 2 0\n0\n", ":1:", "not a number of float"},
        Bad{"1 1 2 0\n", ":1:", "ends inside"}}) {
    try {
      read_data_points(with(bad.text));
      ADD_FAILURE() << bad.text;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr(path_ + bad.line)) << bad.text;
      EXPECT_THAT(error.what(), HasSubstr(bad.what)) << bad.text;
    }
  }
  EXPECT_THROW(read_data_points(path_ + ".none"), UsageError);
}

TEST_F(DataPointFile, WeightsRoundTripAndBadOnesAreNamed) {
  const BlockWeights weights{{-0.25, 1.0 / 3}, {0, 0.1, 0, -7e-9}};
  write_block_weights(weights, path_);
  EXPECT_EQ(read_block_weights(path_), weights);
  EXPECT_THROW(read_block_weights(with("")), DataError);
  EXPECT_THROW(read_block_weights(with("floats 1 x\n")), DataError);
  try {
    read_block_weights(with("floats 1\n3 4\nfour 5\n"));
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path_ + ":3:"));
  }
}

}  // namespace
}  // namespace calque::block
