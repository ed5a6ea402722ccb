// Maximum entropy from the dual side (theory/dual-logistic-regression.md#worked-example,
// theory/dual-logistic-regression.md#what-must-hold).
#include "learn/dual_logistic.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "learn/testing.h"

namespace calque::learn {
namespace {

using testing::logistic_example;
using testing::random_examples;

// The algorithm as published: one step at a visit, examples in order, none left out.
DualOptions literal() {
  DualOptions options = DualOptions::published();
  options.variance = 1.0;
  options.shrink = 0.0;
  options.shuffle = false;
  return options;
}

TEST(DualLogistic, StartOfTheWorkedExample) {
  const auto examples = logistic_example();
  const DualState state(examples.problem(), 1.0, 0.01);
  const double expected[3][3] = {{.02, .005, -.01}, {-.01, .005, .005}, {-.01, -.01, .005}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t f = 0; f < 3; ++f) EXPECT_NEAR(state.weights().at(f, k), expected[k][f], 1e-12);
  }
  ThreadPool threads(1);
  const double loss = logistic_loss(state.weights(), examples.problem(), 1.0, threads);
  EXPECT_NEAR(state.value(), -0.25128202, 1e-8);
  EXPECT_NEAR(loss, 4.33522489, 1e-8);
  EXPECT_NEAR(loss + state.value(), 4.08394287, 1e-8);
}

TEST(DualLogistic, FirstStepOfTheWorkedExample) {
  const auto examples = logistic_example();
  const DualState state(examples.problem(), 1.0, 0.01);
  std::vector<double> scores(3);
  std::vector<double> gradient(3);
  std::vector<double> next(3);
  scores_of(state.weights(), examples.rows.row(0), scores);
  dual_gradient(state.log_alphas(0), scores, gradient);
  // The published form adds the own score to all.
  EXPECT_NEAR(gradient[0] + scores[0], 0.98994966, 1e-8);
  EXPECT_NEAR(gradient[1] + scores[0], -4.26831737, 1e-8);
  EXPECT_NEAR(gradient[2] + scores[0], -4.25331737, 1e-8);
  EXPECT_NEAR(state.optimality(0), 5.25826703, 1e-8);
  exponentiated_step(state.log_alphas(0), gradient, 0.5, next);
  EXPECT_NEAR(std::exp(next[0]), 0.87758203, 1e-8);
  EXPECT_NEAR(std::exp(next[1]), 0.06143852, 1e-8);
  EXPECT_NEAR(std::exp(next[2]), 0.06097945, 1e-8);
  EXPECT_NEAR(dual_difference({state.log_alphas(0), next, scores, 2.0}), -0.37046586, 1e-8);
}

TEST(DualLogistic, PassesOfTheWorkedExample) {
  const auto examples = logistic_example();
  DualState state(examples.problem(), 1.0, 0.01);
  ThreadPool threads(1);
  const std::vector<std::pair<int, double>> values{
      {1, -1.77044575}, {2, -2.97156114}, {5, -3.2238698}, {10, -3.22491083}};
  const double gaps[] = {2.01342757, 0.32354945, 0.00108066, 2.6e-7};
  int pass = 0;
  for (std::size_t at = 0; at < values.size(); ++at) {
    for (; pass < values[at].first; ++pass) {
      for (std::size_t i = 0; i < 4; ++i) state.visit(i, literal());
    }
    EXPECT_NEAR(state.value(), values[at].second, 1e-8);
    const double gap = logistic_loss(state.weights(), examples.problem(), 1.0, threads) + state.value();
    EXPECT_NEAR(gap, gaps[at], 2e-8);
  }
}

TEST(DualLogistic, OptimumOfTheWorkedExample) {
  const auto examples = logistic_example();
  DualState state(examples.problem(), 1.0, 0.01);
  for (int pass = 0; pass < 200; ++pass) {
    for (std::size_t i = 0; i < 4; ++i) state.visit(i, literal());
  }
  EXPECT_NEAR(state.value(), -3.22491108, 1e-8);
  const double weights[3][3] = {
      {.752056, .126723, -.437652}, {-.419927, .282064, .145752}, {-.332129, -.408787, .2919}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t f = 0; f < 3; ++f) EXPECT_NEAR(state.weights().at(f, k), weights[k][f], 1e-6);
  }
  const double alphas[4][3] = {{.641121, .231963, .126916},
                               {.606822, .187964, .205213},
                               {.232156, .485973, .281871},
                               {.205496, .368275, .426229}};
  std::vector<double> scores(3);
  for (std::size_t i = 0; i < 4; ++i) {
    scores_of(state.weights(), examples.rows.row(i), scores);
    to_probabilities(scores);
    EXPECT_LE(state.optimality(i), 1e-6);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(std::exp(state.log_alphas(i)[k]), alphas[i][k], 1e-6);
      EXPECT_NEAR(scores[k], alphas[i][k], 1e-6);
    }
  }
}

TEST(DualLogistic, InvariantsHoldAtEveryStep) {
  const auto examples = random_examples({.examples = 60, .classes = 5}, 3);
  ThreadPool threads(1);
  for (const DualStep kind : {DualStep::kGradient, DualStep::kNewton}) {
    DualOptions options{.variance = 2.0, .shrink = 0.0, .kind = kind};
    DualState state(examples.problem(), options.variance, options.first_alpha);
    double before = state.value();
    for (std::size_t visit = 0; visit < 300; ++visit) {
      state.visit(visit * 7 % 60, options);
      EXPECT_LE(state.value(), before + 1e-10);
      before = state.value();
      if (visit % 50 != 0) continue;
      EXPECT_GE(logistic_loss(state.weights(), examples.problem(), 2.0, threads) + before, -1e-9);
      const Weights exact = state.weights_by_definition();
      for (std::size_t f = 0; f < examples.features; ++f) {
        double sum = 0.0;
        for (std::size_t k = 0; k < 5; ++k) {
          EXPECT_NEAR(state.weights().at(f, k), exact.at(f, k), 1e-9 * (1.0 + std::abs(exact.at(f, k))));
          sum += state.weights().at(f, k);
        }
        EXPECT_NEAR(sum, 0.0, 1e-9);
      }
    }
    for (std::size_t i = 0; i < 60; ++i) {
      double sum = 0.0;
      for (const double log_alpha : state.log_alphas(i)) sum += std::exp(log_alpha);
      EXPECT_NEAR(sum, 1.0, 1e-12);
      for (const double log_alpha : state.log_alphas(i)) EXPECT_GT(std::exp(log_alpha), 0.0);
    }
  }
}

TEST(DualLogistic, DifferenceEqualsDirectEvaluation) {
  Rng rng(1);
  for (int trial = 0; trial < 50; ++trial) {
    const auto examples = random_examples({.examples = 8, .features = 5, .classes = 4, .per_row = 3},
                                          static_cast<std::uint64_t>(trial));
    DualState state(examples.problem(), 1.5, 0.2);
    const std::size_t i = rng.below(8);
    std::vector<double> scores(4);
    scores_of(state.weights(), examples.rows.row(i), scores);
    const std::vector<double> before(state.log_alphas(i).begin(), state.log_alphas(i).end());
    const double value = state.value();
    state.visit(i, {.variance = 1.5,
                    .shrink = 0.0,
                    .kind = trial % 2 == 0 ? DualStep::kGradient : DualStep::kNewton,
                    .steps_per_visit = 1});
    const double formula =
        dual_difference({before, state.log_alphas(i), scores, 1.5 * squared_norm(examples.rows.row(i))});
    EXPECT_NEAR(formula, state.value() - value, 1e-9);
  }
}

TEST(DualLogistic, AConstantInTheGradientChangesNothing) {
  const std::vector<double> alphas{std::log(.2), std::log(.5), std::log(.3)};
  std::vector<double> gradient{1.0, -2.0, .5};
  std::vector<double> a(3);
  std::vector<double> b(3);
  exponentiated_step(alphas, gradient, 0.5, a);
  for (double& value : gradient) value += 17.0;
  exponentiated_step(alphas, gradient, 0.5, b);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-12);
}

TEST(DualLogistic, LargerShrinkingLevelsLookLessAndEndFurtherAway) {
  const auto examples = random_examples({.examples = 2000, .features = 200}, 5);
  ThreadPool threads(1);
  const double best = train_by_lbfgs(examples.problem(), {4.0, 500, 0.0}, threads).loss;
  std::vector<std::uint64_t> visits;
  std::vector<double> excess;
  for (const double shrink : {0.01, 0.1, 1.0}) {
    const auto result = train_by_dual(examples.problem(), {.shrink = shrink});
    visits.push_back(result.visits);
    excess.push_back(logistic_loss(result.weights, examples.problem(), 4.0, threads) - best);
    EXPECT_TRUE(std::is_sorted(result.active_fraction.rbegin(), result.active_fraction.rend()));
    EXPECT_EQ(result.active_fraction.back(), 0.0);
  }
  EXPECT_GT(visits[0], visits[1]);
  EXPECT_GT(visits[1], visits[2]);
  EXPECT_LT(excess[0], excess[1]);
  EXPECT_LT(excess[1], excess[2]);
  const auto rechecked = train_by_dual(examples.problem(), {.shrink = 0.1, .recheck = true});
  EXPECT_LT(logistic_loss(rechecked.weights, examples.problem(), 4.0, threads) - best, excess[1] / 2);
  // The first look finds some that others unsettled, the last none.
  ASSERT_GE(rechecked.unsettled.size(), 2U);
  EXPECT_GT(rechecked.unsettled.front(), 0U);
  EXPECT_EQ(rechecked.unsettled.back(), 0U);
  EXPECT_TRUE(train_by_dual(examples.problem(), {.shrink = 0.1}).unsettled.empty());
}

TEST(DualLogistic, GivingMemoryBackChangesNothing) {
  const auto examples = random_examples({.examples = 1500, .features = 100}, 6);
  const auto kept = train_by_dual(examples.problem(), {});
  const auto released =
      train_by_dual(examples.rows, examples.labels, examples.classes, examples.features, {});
  EXPECT_TRUE(std::equal(kept.weights.values().begin(), kept.weights.values().end(),
                         released.weights.values().begin()));
  EXPECT_EQ(kept.visits, released.visits);
  EXPECT_EQ(kept.bytes_in_use.front(), kept.bytes_in_use.back());
  EXPECT_LT(released.bytes_in_use.back(), released.bytes_in_use.front() / 10);
}

TEST(DualLogistic, NothingAndEmptyRows) {
  testing::Examples examples;
  examples.classes = 3;
  examples.features = 2;
  EXPECT_EQ(train_by_dual(examples.problem(), {}).visits, 0U);
  examples.add(1, {0, 0});
  const auto result = train_by_dual(examples.problem(), {});
  EXPECT_EQ(squared_norm(result.weights), 0.0);
}

TEST(DualLogistic, RefusesImpossibleOptions) {
  const auto examples = logistic_example();
  EXPECT_THROW(train_by_dual(examples.problem(), {.variance = 0.0}), UsageError);
  EXPECT_THROW(train_by_dual(examples.problem(), {.first_alpha = 0.0}), UsageError);
  EXPECT_THROW(train_by_dual(examples.problem(), {.step = 0.0}), UsageError);
}

}  // namespace
}  // namespace calque::learn
