// Maximum entropy from the primal side (theory/reordering.md#worked-examples H,
// theory/dual-logistic-regression.md#worked-example).
#include "learn/logistic.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/error.h"
#include "learn/dual_logistic.h"
#include "learn/testing.h"

namespace calque::learn {
namespace {

using testing::logistic_example;
using testing::random_examples;

constexpr double kOptimum = 3.22491108;
constexpr double kWeights[3][3] = {
    {.752056, .126723, -.437652}, {-.419927, .282064, .145752}, {-.332129, -.408787, .2919}};

void expect_known_optimum(const Weights& weights, double tolerance) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t f = 0; f < 3; ++f) EXPECT_NEAR(weights.at(f, k), kWeights[k][f], tolerance);
  }
}

TEST(Logistic, LossAtZeroIsThatOfGuessing) {
  const auto examples = logistic_example();
  ThreadPool threads(1);
  EXPECT_NEAR(logistic_loss(Weights(3, 3), examples.problem(), 1.0, threads), 4.39444915, 1e-8);
}

TEST(Logistic, LbfgsFindsTheWorkedOptimum) {
  const auto examples = logistic_example();
  ThreadPool threads(1);
  const auto result = train_by_lbfgs(examples.problem(), {.variance = 1.0, .tolerance = 0.0}, threads);
  EXPECT_NEAR(result.loss, kOptimum, 1e-8);
  expect_known_optimum(result.weights, 2e-6);
}

TEST(Gis, WorkedExample) {
  const auto examples = logistic_example();
  ThreadPool threads(1);
  const auto result =
      train_by_gis(examples.problem(), {.variance = 1.0, .iterations = 2000, .tolerance = 1e-15}, threads);
  EXPECT_NEAR(result.losses.front(), 4.39444915, 1e-8);
  for (std::size_t i = 1; i < result.losses.size(); ++i)
    EXPECT_LE(result.losses[i], result.losses[i - 1] + 1e-12);
  EXPECT_NEAR(result.loss, kOptimum, 1e-8);
  expect_known_optimum(result.weights, 1e-5);
}

TEST(Gis, WithoutPriorTheLikelihoodRisesAndUnseenPairsStayZero) {
  const auto examples = logistic_example();
  ThreadPool threads(1);
  const auto result = train_by_gis(examples.problem(), {.variance = 0.0, .iterations = 50}, threads);
  for (std::size_t i = 1; i < result.losses.size(); ++i) EXPECT_LT(result.losses[i], result.losses[i - 1]);
  EXPECT_EQ(result.weights.at(0, 1), 0.0);  // the first feature never comes with the second class
  EXPECT_GT(result.weights.at(0, 0), 0.0);
}

TEST(Logistic, AllLearnersAgree) {
  ThreadPool threads(2);
  for (const double variance : {0.5, 4.0}) {
    const auto examples = random_examples({}, 7);
    const auto held_out = random_examples({.noise = 0.0}, 8);
    const Problem problem = examples.problem();
    const auto lbfgs = train_by_lbfgs(problem, {variance, 1000, 0.0}, threads);
    const auto gis = train_by_gis(problem, {variance, 20000, 1e-13}, threads);
    const auto sgd = train_by_sgd(problem, {.variance = variance, .passes = 20000});
    const auto dual =
        train_by_dual(problem, {.variance = variance, .shrink = 1e-9, .iterations = 2000, .recheck = true});
    DualOptions published = DualOptions::published();
    published.variance = variance;
    published.shrink = 1e-9;
    published.iterations = 5000;
    published.recheck = true;
    const auto gradient = train_by_dual(problem, published);
    EXPECT_NEAR(gis.loss, lbfgs.loss, 1e-4);
    for (std::size_t i = 1; i < gis.losses.size(); ++i)
      EXPECT_LE(gis.losses[i], gis.losses[i - 1] + 1e-12 * gis.losses[i - 1]);
    EXPECT_NEAR(sgd.loss, lbfgs.loss, lbfgs.loss * 1e-4);
    EXPECT_NEAR(logistic_loss(gradient.weights, problem, variance, threads), lbfgs.loss, 1e-6);
    EXPECT_NEAR(logistic_loss(dual.weights, problem, variance, threads), lbfgs.loss, 1e-6);
    const double error = error_rate(lbfgs.weights, held_out.problem());
    EXPECT_NEAR(error_rate(gis.weights, held_out.problem()), error, 0.006);
    EXPECT_NEAR(error_rate(sgd.weights, held_out.problem()), error, 0.011);
    EXPECT_NEAR(error_rate(dual.weights, held_out.problem()), error, 0.006);
    EXPECT_NEAR(error_rate(gradient.weights, held_out.problem()), error, 0.006);
    EXPECT_LT(error, 0.35);
  }
}

TEST(Logistic, TheSameForAnyNumberOfThreads) {
  const auto examples = random_examples({.examples = 1000}, 3);
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = train_by_lbfgs(examples.problem(), {}, one);
  const auto b = train_by_lbfgs(examples.problem(), {}, three);
  EXPECT_TRUE(std::equal(a.weights.values().begin(), a.weights.values().end(), b.weights.values().begin()));
  const auto c = train_by_gis(examples.problem(), {.iterations = 5}, one);
  const auto d = train_by_gis(examples.problem(), {.iterations = 5}, three);
  EXPECT_TRUE(std::equal(c.weights.values().begin(), c.weights.values().end(), d.weights.values().begin()));
}

TEST(Logistic, PassesCanBeWatchedAndEnded) {
  const auto examples = random_examples({}, 3);
  ThreadPool threads(1);
  const auto watching = [](std::size_t& passes) {
    return [&passes](std::size_t pass, const Weights&) {
      EXPECT_EQ(pass, ++passes);
      return pass < 3;
    };
  };
  std::size_t gis = 0;
  EXPECT_EQ(train_by_gis(examples.problem(), {4.0, 100, 0.0, watching(gis)}, threads).iterations, 3U);
  EXPECT_EQ(gis, 3U);
  std::size_t lbfgs = 0;
  const auto stopped = train_by_lbfgs(examples.problem(), {4.0, 100, 0.0, watching(lbfgs)}, threads);
  EXPECT_EQ(lbfgs, 3U);
  // The weights are those of the pass at which it ended.
  EXPECT_NEAR(logistic_loss(stopped.weights, examples.problem(), 4.0, threads), stopped.loss, 1e-9);
}

TEST(Logistic, SgdIsDecidedByTheSeed) {
  const auto examples = random_examples({}, 5);
  const auto a = train_by_sgd(examples.problem(), {.passes = 3, .seed = 9});
  const auto b = train_by_sgd(examples.problem(), {.passes = 3, .seed = 9});
  const auto c = train_by_sgd(examples.problem(), {.passes = 3, .seed = 10});
  EXPECT_TRUE(std::equal(a.weights.values().begin(), a.weights.values().end(), b.weights.values().begin()));
  EXPECT_FALSE(std::equal(a.weights.values().begin(), a.weights.values().end(), c.weights.values().begin()));
}

TEST(Logistic, NothingAndOneExample) {
  testing::Examples none;
  none.classes = 3;
  none.features = 2;
  ThreadPool threads(1);
  EXPECT_EQ(train_by_lbfgs(none.problem(), {}, threads).loss, 0.0);
  EXPECT_EQ(train_by_gis(none.problem(), {}, threads).loss, 0.0);
  EXPECT_EQ(train_by_sgd(none.problem(), {}).loss, 0.0);
  testing::Examples one = none;
  one.add(1, {1, 0});
  EXPECT_EQ(error_rate(train_by_lbfgs(one.problem(), {}, threads).weights, one.problem()), 0.0);
  EXPECT_EQ(error_rate(train_by_gis(one.problem(), {}, threads).weights, one.problem()), 0.0);
  EXPECT_EQ(error_rate(train_by_sgd(one.problem(), {.passes = 2}).weights, one.problem()), 0.0);
}

TEST(Logistic, RefusesImpossibleOptions) {
  const auto examples = logistic_example();
  ThreadPool threads(1);
  EXPECT_THROW(train_by_lbfgs(examples.problem(), {.variance = 0.0}, threads), UsageError);
  EXPECT_THROW(train_by_gis(examples.problem(), {.variance = -1.0}, threads), UsageError);
  EXPECT_THROW(train_by_sgd(examples.problem(), {.variance = 0.0}), UsageError);
  Problem problem = examples.problem();
  problem.classes = 0;
  EXPECT_THROW(train_by_sgd(problem, {}), UsageError);
}

TEST(Probabilities, SumToOneAndIgnoreAConstant) {
  std::vector<double> scores{-.3, -.8, 1.1};
  to_probabilities(scores);
  EXPECT_NEAR(scores[0], .176624, 1e-6);
  EXPECT_NEAR(scores[1], .107128, 1e-6);
  EXPECT_NEAR(scores[2], .716247, 1e-6);
  std::vector<double> shifted{999.7, 999.2, 1001.1};
  to_probabilities(shifted);
  EXPECT_NEAR(std::accumulate(shifted.begin(), shifted.end(), 0.0), 1.0, 1e-15);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(shifted[k], scores[k], 1e-12);
}

}  // namespace
}  // namespace calque::learn
