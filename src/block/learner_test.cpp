#include "block/learner.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "block/data_point_file.h"
#include "block/lane_math.h"
#include "block/testing.h"

namespace calque::block {
namespace {

using testing::random_points;

constexpr const char* kExample =
    "1 7 0.235557 0.0715918 1.87109 0 0.971041 1.23743 -1 1 1148003\n"
    "-1 7 0.125208 0.854685 1.87109 0 2.09924 1.87181 -1 0\n"
    "-1 7 1.6265 0.0034751 1.87109 0 18 18 -1 0\n"
    "-1 7 1.01494 0.092259 2.51562 0 0.971041 1.23743 -1 0\n"
    "-1 7 1.18176 0.092259 2.51562 0.691406 0.971041 1.23743 -2 1 5865644\n"
    "-1 7 1.06491 0.0715918 1.14453 1.88281 0.971041 1.23743 -2 0\n"
    "0\n";

using LearnerFiles = testing::TextFileTest;

void expect_floats(const BlockWeights& weights, std::initializer_list<double> expected) {
  ASSERT_EQ(weights.floats.size(), expected.size());
  std::size_t i = 0;
  for (const double value : expected) EXPECT_NEAR(weights.floats[i++], value, 2e-8);
}

TEST(Lanes, ExpIsThatOfTheLibrary) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const auto x = static_cast<float>(-86 * rng.uniform());
    const Lanes lanes = exp_of(Lanes{x, 0.0F, x / 100, -1000.0F});
    EXPECT_NEAR(double{lanes[0]} / std::exp(double{x}), 1, 2e-7);
    EXPECT_EQ(lanes[1], 1.0F);
    EXPECT_NEAR(double{lanes[2]} / std::exp(double{x / 100}), 1, 2e-7);
    EXPECT_LT(lanes[3], 2e-38F);
  }
}

// theory/block-bigrams.md#worked-examples C.
TEST_F(LearnerFiles, WorkedExample) {
  const DataPoints points = read_data_points(with(kExample));
  ASSERT_EQ(points.size(), 1U);
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01, .sign = SignConstraint::kFree};
  OnlineLearner learner(weights, options);
  EXPECT_NEAR(learner.learn(points[0]), std::log(6.0183156), 1e-7);
  expect_floats(weights,
                {-.006365932, -.001254503, -.000877704, -.004277303, -.030140282, -.028869017, .003292756});
  EXPECT_NEAR(weights.binary[1148003], .008338406, 1e-8);
  EXPECT_NEAR(weights.binary[5865644], -.001661594, 1e-8);
  learner.learn(points[0]);
  expect_floats(weights,
                {-.011874378, -.002682083, -.001865794, -.009053130, -.043856477, -.041508881, .006967448});
  EXPECT_NEAR(weights.binary[1148003], .016438212, 1e-8);
  EXPECT_NEAR(weights.binary[5865644], -.003518833, 1e-8);
}

TEST_F(LearnerFiles, SignConstraintHoldsAtZeroWhatWouldBePositive) {
  const DataPoints points = read_data_points(with(kExample));
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01};
  OnlineLearner learner(weights, options);
  learner.learn(points[0]);
  expect_floats(weights, {-.006365932, -.001254503, -.000877704, -.004277303, -.030140282, -.028869017, 0});
}

// theory/block-bigrams.md#worked-examples D.
TEST(Learner, LaterPositivesSeeTheUpdatesOfEarlierOnes) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 0}, {});
  points.add_positive(std::vector<float>{.5, .5}, {});
  points.add_negative(std::vector<float>{0, 1}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.1, .sign = SignConstraint::kFree};
  OnlineLearner(weights, options).learn(points[0]);
  EXPECT_NEAR(weights.floats[0], .07506706, 2e-8);
  EXPECT_NEAR(weights.floats[1], -.07323006, 2e-8);
}

TEST(Learner, GradientEqualsFiniteDifferences) {
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

// With every number of floats: whole lanes and not.
TEST(Learner, AStepIsTheRateTimesTheGradient) {
  for (std::size_t floats = 1; floats <= 13; ++floats) {
    const DataPoints points = random_points(6, 40, floats);
    for (std::size_t p = 0; p < points.size(); ++p) {
      if (points[p].positives() != 1) continue;
      BlockWeights weights = zero_weights(points);
      for (double& w : weights.floats) w = -0.1 * static_cast<double>(p % 5);
      const BlockWeights before = weights;
      const LossGradient gradient = gradient_of(before, points[p], 0, kSinkScore);
      const OnlineOptions options{.rate = 0.05, .sign = SignConstraint::kFree};
      OnlineLearner(weights, options).learn(points[p]);
      for (std::size_t k = 0; k < weights.floats.size(); ++k)
        EXPECT_NEAR(weights.floats[k], before.floats[k] - 0.05 * gradient.floats[k], 2e-7);
      for (const auto& [feature, value] : gradient.binary)
        EXPECT_NEAR(weights.binary[feature], before.binary[feature] - 0.05 * value, 2e-7);
    }
  }
}

// What stands behind the last score, up to whole lanes, has no weight, however low the scores are.
TEST(Learner, HighCostsAreLearntFromWithoutASink) {
  for (const double weight : {-0.5, -1.0, -6.0}) {
    for (std::size_t negatives = 1; negatives <= 5; ++negatives) {
      DataPoints points(1);
      points.add_positive(std::vector<float>{20.25F}, {});
      for (std::size_t k = 0; k < negatives; ++k)
        points.add_negative(std::vector<float>{20.0F + 0.125F * static_cast<float>(k)}, {});
      points.end_point();
      BlockWeights weights{{weight}, {}};
      const LossGradient gradient = gradient_of(weights, points[0], 0, kNoSink);
      const OnlineOptions options{.rate = 0.05, .sink = kNoSink};
      EXPECT_NEAR(OnlineLearner(weights, options).learn(points[0]), gradient.loss, 1e-5);
      EXPECT_NEAR(weights.floats[0], weight - 0.05 * gradient.floats[0], 1e-5);
    }
  }
}

TEST(Learner, LossOfARepeatedPointFalls) {
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

TEST(Learner, SignConstrainedWeightsAreNeverPositive) {
  const DataPoints points = random_points(3, 500, 5, -0.5);  // positives are dearer
  BlockWeights weights = zero_weights(points);
  const OnlineOptions options{.rate = 0.05};
  OnlineLearner learner(weights, options);
  for (std::size_t p = 0; p < points.size(); ++p) {
    learner.learn(points[p]);
    for (const double w : weights.floats) EXPECT_LE(w, 0);
  }
}

// theory/block-bigrams.md#online-training: a component that is the same in all vectors of a point gets
// rate x exp(-4)/T.
TEST(Learner, ASharedComponentDriftsWithTheSinkAlone) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 2}, {});
  points.add_negative(std::vector<float>{3, 2}, {});
  points.add_negative(std::vector<float>{0, 2}, {});
  points.end_point();
  BlockWeights weights = zero_weights(points);
  OnlineOptions options{.rate = 0.01, .sign = SignConstraint::kFree};
  OnlineLearner(weights, options).learn(points[0]);
  const double total = 3 + std::exp(-4.0);
  EXPECT_NEAR(weights.floats[1], 0.01 * 2 * std::exp(-4.0) / total, 3e-9);
  BlockWeights without = zero_weights(points);
  options.sink = kNoSink;
  OnlineLearner(without, options).learn(points[0]);
  EXPECT_NEAR(without.floats[1], 0, 3e-9);
}

TEST(Learner, ThePerceptronMovesOnMistakesAlone) {
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

TEST(Learner, ThePerceptronMovesTheBestNegativeAlone) {
  DataPoints points(3);
  points.add_positive(std::vector<float>{1, 0, 0}, {});
  points.add_negative(std::vector<float>{0, 1, 0}, std::vector<std::uint32_t>{0});
  points.add_negative(std::vector<float>{0, 0, 1}, std::vector<std::uint32_t>{1});
  points.end_point();
  BlockWeights weights{{-0.5, -0.25, -0.125}, {0, 0}};
  const OnlineOptions options{
      .method = OnlineMethod::kPerceptron, .rate = 0.5, .sign = SignConstraint::kFree};
  OnlineLearner(weights, options).learn(points[0]);
  EXPECT_EQ(weights, (BlockWeights{{0, -0.25, -0.625}, {0, -0.5}}));
}

TEST(Learner, ARateThatFallsMakesLaterPassesShorter) {
  DataPoints points(2);
  points.add_positive(std::vector<float>{1, 2}, std::vector<std::uint32_t>{0});
  points.add_negative(std::vector<float>{3, 1}, std::vector<std::uint32_t>{1});
  points.end_point();
  const auto moved_in = [&](std::size_t pass) {
    BlockWeights weights = zero_weights(points);
    const OnlineOptions options{.rate = 0.01, .rate_decay = 1, .sign = SignConstraint::kFree};
    OnlineLearner learner(weights, options);
    learner.begin_pass(pass);
    learner.learn(points[0]);
    return weights;
  };
  const BlockWeights first = moved_in(0);
  const BlockWeights second = moved_in(1);
  const BlockWeights fourth = moved_in(3);
  for (std::size_t k = 0; k < first.floats.size(); ++k) {
    EXPECT_NE(first.floats[k], 0);
    EXPECT_NEAR(second.floats[k], first.floats[k] / 2, 1e-12);
    EXPECT_NEAR(fourth.floats[k], first.floats[k] / 4, 1e-12);
  }
  for (std::size_t k = 0; k < first.binary.size(); ++k)
    EXPECT_NEAR(second.binary[k], first.binary[k] / 2, 1e-12);
}

}  // namespace
}  // namespace calque::block
