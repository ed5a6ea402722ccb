// Oracle, structural SVM and cutting planes (theory/tuning.md#worked-example,
// theory/tuning.md#what-must-hold).
#include "tune/svm.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "tune/cutting_plane.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using testing::random_sample;
using testing::worked_example;

struct Example {
  testing::Sample sample = worked_example();
  ThreadPool threads{1};
  Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads, Choice{1, 4});
  SvmOptions options(double q, double lambda = 1.0) const { return {.lambda = lambda, .loss_scale = q}; }
};

TEST(Oracle, WorkedExample) {
  const Example example;
  EXPECT_EQ(example.oracle.choice, (Choice{0, 4}));
  EXPECT_EQ(example.oracle.passes, 2U);
  const double expected[] = {0, .056656, .092282, .142092, 0, .229240};
  for (std::size_t c = 0; c < 6; ++c) EXPECT_NEAR(example.oracle.losses[c], expected[c], 1e-6);
}

TEST(Oracle, NoSingleSwapIsBetter) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sample = random_sample({.higher = seed % 2 == 0}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    EXPECT_NEAR(oracle.value, value_of(sample.lists, sample.goal, oracle.choice), 1e-12);
    for (std::size_t s = 0; s < sample.lists.sentence_count(); ++s) {
      for (std::size_t i = 0; i < sample.lists.size(s); ++i) {
        Choice other = oracle.choice;
        other[s] = sample.lists.first(s) + i;
        const double value = value_of(sample.lists, sample.goal, other);
        EXPECT_LE(value, oracle.value + 1e-12);
        EXPECT_NEAR(oracle.losses[other[s]], oracle.value - value, 1e-9);
      }
    }
  }
}

TEST(SSlack, WorkedExample) {
  const Example example;
  SSlackObjective objective(example.sample.lists, example.oracle, example.options(10));
  const std::vector<double> w{1.0, 0.2};
  LineScratch scratch;
  const auto breaks = objective.breakpoints(w, {0.0, 1.0}, scratch);
  ASSERT_EQ(breaks.size(), 2U);
  EXPECT_NEAR(breaks[0], -.813948, 1e-6);
  EXPECT_NEAR(breaks[1], .457496, 1e-6);
  const std::vector<Direction> directions{{0.0, 1.0}};
  const Move exact = objective.search(w, directions, scratch)[0];
  EXPECT_NEAR(exact.alpha, 0.05, 1e-9);
  EXPECT_NEAR(objective.objective(std::vector{1.0, 0.25}), 1.71249045, 1e-8);
  SvmOptions at_breaks = example.options(10);
  at_breaks.line = SvmLine::kBreakpoints;
  EXPECT_NEAR(objective.objective(std::vector{1.0, 0.2 + .457396}), 1.79547613, 1e-5);
  // With the null step among the probes, staying is better than the best breakpoint here.
  const Move probed =
      SSlackObjective(example.sample.lists, example.oracle, at_breaks).search(w, directions, scratch)[0];
  EXPECT_EQ(probed.alpha, 0.0);
  EXPECT_GE(probed.gain, 0.0);
}

TEST(SSlack, JointViolationIsTheMeanOfTheSentences) {
  const Example example;
  const SSlackObjective objective(example.sample.lists, example.oracle, example.options(10));
  double sum = 0.0;
  for (const auto& violation : objective.most_violated(std::vector{.7, .3})) sum += violation.value;
  EXPECT_NEAR(sum / 2, 1.17947983, 1e-8);
  // The most violated of all nine configurations, by the mean of the sentence losses.
  const auto violation = [&](std::size_t s, std::size_t i) {
    const auto own = features_of(example.sample.lists, s, 3 * s + i);
    const auto target = features_of(example.sample.lists, s, example.oracle.choice[s]);
    return 10 * example.oracle.losses[3 * s + i] - .7 * (target[0] - own[0]) - .3 * (target[1] - own[1]);
  };
  double maximum = 0.0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) maximum = std::max(maximum, (violation(0, a) + violation(1, b)) / 2);
  EXPECT_NEAR(maximum, 1.17947983, 1e-8);
}

TEST(OneSlack, WorkedExample) {
  const Example example;
  SvmOptions options = example.options(10);
  LineScratch scratch;
  const std::vector<double> w{1.0, 0.2};
  const std::vector<Direction> directions{{0.0, 1.0}};
  for (const SvmLine line : {SvmLine::kExact, SvmLine::kBreakpoints}) {
    options.line = line;
    const OneSlackObjective objective(example.sample.lists, example.sample.goal, example.oracle, options);
    const Move move = objective.search(w, directions, scratch)[0];
    EXPECT_NEAR(move.alpha, .133333 - 1e-4, 1e-5);
    const std::vector<double> there{1.0, 0.2 + move.alpha};
    EXPECT_NEAR(objective.objective(there), 1.28884724, 1e-6);
    EXPECT_NEAR(objective.objective(w) - objective.objective(there), move.gain, 1e-9);
  }
  // The objective falls to the breakpoint, and jumps there.
  options.epsilon = 1e-9;
  options.line = SvmLine::kExact;
  const OneSlackObjective objective(example.sample.lists, example.sample.goal, example.oracle, options);
  const Move move = objective.search(w, directions, scratch)[0];
  EXPECT_NEAR(objective.objective(std::vector{1.0, 0.2 + move.alpha}), 1.28878057, 2e-8);
}

TEST(Svm, ScalingLawAndRadialShrinkage) {
  const Example example;
  const auto& lists = example.sample.lists;
  const auto s = [&](std::vector<double> w, double q, double lambda) {
    return SSlackObjective(lists, example.oracle, example.options(q, lambda)).objective(w);
  };
  const auto one = [&](std::vector<double> w, double q, double lambda) {
    return OneSlackObjective(lists, example.sample.goal, example.oracle, example.options(q, lambda))
        .objective(w);
  };
  EXPECT_NEAR(s({1.2, .4}, 10, 1), 1.99374045, 1e-8);
  EXPECT_NEAR(3 * s({.4, .4 / 3}, 10.0 / 3, 3), 1.99374045, 1e-8);
  EXPECT_NEAR(one({1.2, .4}, 10, 1), 3.15500893, 1e-8);
  EXPECT_NEAR(3 * one({.4, .4 / 3}, 10.0 / 3, 3), 3.15500893, 1e-8);
  const double scales[] = {1, .1, .01};
  const double one_slack[] = {1.311558, .592008, .568613};
  const double s_slack[] = {1.713740, 1.518060, 1.598165};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(one({scales[i], .3 * scales[i]}, 10, 1), one_slack[i], 1e-6);
    EXPECT_NEAR(s({scales[i], .3 * scales[i]}, 10, 1), s_slack[i], 1e-6);
  }
}

TEST(Svm, LineSearchesEqualAGridOnRandomLists) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto sample = random_sample({.whole_numbers = seed % 2 == 0}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    Rng rng(seed);
    const auto line = testing::random_line(rng, seed % 4 == 2);
    const auto& w = line.start;
    const auto& directions = line.directions;
    LineScratch scratch;
    const auto check = [&](const auto& objective, double tolerance) {
      const auto at = [&](double alpha) {
        std::vector<double> there = w;
        for (std::size_t k = 0; k < 3; ++k) there[k] += alpha * directions[0][k];
        return objective.objective(there);
      };
      const Move move = objective.search(w, directions, scratch)[0];
      // Where candidates tie the 1-slack objective jumps.
      if (seed % 4 != 2 || tolerance < 1e-6) {
        EXPECT_NEAR(at(0.0) - at(move.alpha), move.gain, 1e-8) << seed;
      }
      for (double alpha = -7.9993; alpha < 8.0; alpha += 0.0171)
        EXPECT_GE(at(alpha), at(move.alpha) - tolerance) << seed << " at " << alpha;
    };
    const SvmOptions options{.lambda = 0.1, .loss_scale = 20};
    check(SSlackObjective(sample.lists, oracle, options), 1e-9);
    // The 1-slack search stays off the breakpoints, where the objective jumps.
    check(OneSlackObjective(sample.lists, sample.goal, oracle, options), 1e-3);
  }
}

TEST(Svm, SequentialSearchNeverRaisesTheObjective) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sample = random_sample({.whole_numbers = false}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    SvmOptions options{.lambda = 1.0, .loss_scale = 20, .line = SvmLine::kSequential};
    const auto best = solve_s_slack(SSlackObjective(sample.lists, oracle, options), {.tolerance = 1e-7});
    for (const bool shift : {true, false}) {
      options.shift = shift;
      const SSlackObjective objective(sample.lists, oracle, options);
      const AscentResult result = ascend(objective, {1.0, 1.0, 1.0}, feature_spreads(sample.lists),
                                         {.restarts = 0, .relative_gain = true}, threads);
      ASSERT_GT(result.curve.size(), 1U);
      for (std::size_t i = 1; i < result.curve.size(); ++i) EXPECT_GT(result.curve[i], result.curve[i - 1]);
      EXPECT_NEAR(-result.value, objective.objective(result.point), 1e-12);
      EXPECT_GE(-result.value, best.dual - 1e-9);
      // Breakpoints only: near the optimum, not at it.
      EXPECT_LE(-result.value, best.primal + 0.5 * (-result.curve.front() - best.primal)) << seed;
    }
  }
}

TEST(Svm, ALargeNormWeightDrivesTheWeightsToZero) {
  ThreadPool threads(1);
  const auto sample = random_sample({.whole_numbers = false}, 2);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  const SSlackObjective objective(sample.lists, oracle, {.lambda = 1e6, .loss_scale = 10});
  for (const double weight : solve_s_slack(objective, {}).point) EXPECT_NEAR(weight, 0.0, 1e-4);
}

TEST(OneSlack, LargeLossesAtFixedNormPreferTheMertDirection) {
  ThreadPool threads(1);
  const auto sample = random_sample({.features = 2, .whole_numbers = false}, 7);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  const OneSlackObjective objective(sample.lists, sample.goal, oracle, {.lambda = 1.0, .loss_scale = 1e7});
  double minimum = 1e300;
  double chosen = 0.0;
  double best = 0.0;
  for (double angle = 0.0; angle < 6.2831; angle += 0.003) {
    const std::vector<double> w{std::cos(angle), std::sin(angle)};
    const double value = value_at(sample.lists, sample.goal, w);
    best = std::max(best, value);
    if (objective.objective(w) >= minimum) continue;
    minimum = objective.objective(w);
    chosen = value;
  }
  EXPECT_NEAR(chosen, best, 1e-6);
}

TEST(OneSlack, MoreConstraintsNeverLowerTheObjective) {
  ThreadPool threads(1);
  const auto sample = random_sample({.whole_numbers = false}, 3);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  SvmOptions options{.lambda = 1.0, .loss_scale = 20};
  const std::vector<double> w{.3, -.2, .1};
  const OneSlackObjective plain(sample.lists, sample.goal, oracle, options);
  options.constraints = ConstraintSet::kAugmented;
  OneSlackObjective augmented(sample.lists, sample.goal, oracle, options);
  EXPECT_GE(augmented.objective(w), plain.objective(w));
  // Not degenerate: the augmented configuration does not vanish with the weights.
  EXPECT_GT(augmented.objective(std::vector{0.0, 0.0, 0.0}), 0.0);
  const double before = augmented.objective(w);
  augmented.add(augmented.augmented(std::vector{-1.0, 1.0, 0.0}));
  EXPECT_GE(augmented.objective(w), before);
}

TEST(OneSlack, WithAFixedNormOnlyDirectionsCount) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sample = random_sample({.whole_numbers = false}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    SvmOptions options{.lambda = 1.0, .loss_scale = 20};
    if (seed % 4 > 1) options.constraints = ConstraintSet::kAugmented;
    const double norm = 0.7;
    const OneSlackObjective fixed(sample.lists, sample.goal, oracle, options, norm);
    const OneSlackObjective plain(sample.lists, sample.goal, oracle, options);
    const std::vector<double> w{.3, -.2, .1};
    EXPECT_NEAR(fixed.objective(w), plain.objective(scaled_to(w, norm)), 1e-9);
    EXPECT_NEAR(fixed.objective(w), fixed.objective(scaled_to(w, 1e-3)), 1e-9);
    if (options.constraints != ConstraintSet::kOneBest) continue;
    // The line search finds what a fine grid finds.
    const std::vector<Direction> directions{{.4, .5, -.3}};
    LineScratch scratch;
    const Move move = fixed.search(w, directions, scratch)[0];
    const auto at = [&](double alpha) {
      std::vector<double> there = w;
      for (std::size_t k = 0; k < 3; ++k) there[k] += alpha * directions[0][k];
      return fixed.objective(there);
    };
    EXPECT_NEAR(at(move.alpha), at(0.0) - move.gain, 1e-9);
    for (double alpha = -20.0; alpha < 20.0; alpha += 0.003) EXPECT_GE(at(alpha), at(move.alpha) - 2e-3);
  }
}

TEST(Oracle, ReachLeadsFromTheMetricsChoiceToTheModels) {
  ThreadPool threads(1);
  const auto sample = random_sample({.sentences = 20, .candidates = 30, .whole_numbers = false}, 5);
  const std::vector<double> w{.3, -.2, .1};
  const Oracle metric = reachable_oracle(sample.lists, sample.goal, w, 0.0, threads);
  const Choice model = best_choice(sample.lists, w);
  EXPECT_GE(metric.value, value_of(sample.lists, sample.goal, model));
  EXPECT_EQ(reachable_oracle(sample.lists, sample.goal, w, 1e6, threads).choice, model);
  const auto score = [&](const Choice& choice) {
    double sum = 0.0;
    for (std::size_t s = 0; s < choice.size(); ++s) {
      const auto features = features_of(sample.lists, s, choice[s]);
      for (std::size_t k = 0; k < 3; ++k) sum += w[k] * features[k];
    }
    return sum;
  };
  const Oracle between = reachable_oracle(sample.lists, sample.goal, w, 0.1, threads);
  EXPECT_LT(between.value, metric.value);
  EXPECT_GT(between.value, value_of(sample.lists, sample.goal, model));
  EXPECT_GT(score(between.choice), score(metric.choice));
  for (const double loss : between.losses) EXPECT_GE(loss, 0.0);
  // The size of the weights does not matter.
  EXPECT_EQ(reachable_oracle(sample.lists, sample.goal, scaled_to(w, 50.0), 0.1, threads).choice,
            between.choice);
}

TEST(Svm, BadOptionsAreRefused) {
  EXPECT_THROW((SvmOptions{.reach = -1.0}.validate()), UsageError);
  EXPECT_THROW((SvmOptions{.lambda = 0.0}.validate()), UsageError);
  EXPECT_THROW((SvmOptions{.loss_scale = -1.0}.validate()), UsageError);
}

TEST(OneSlack, WhatItHasNotIsRefused) {
  EXPECT_THROW((SvmOptions{.line = SvmLine::kSequential}.validate_one_slack()), UsageError);
  EXPECT_THROW((SvmOptions{.line = SvmLine::kSentencePlanes}.validate_one_slack()), UsageError);
  EXPECT_THROW((SvmOptions{.margin = Margin::kOne}.validate_one_slack()), UsageError);
  EXPECT_THROW((SvmOptions{.line = SvmLine::kCuttingPlane, .fix_norm = true}.validate_one_slack()),
               UsageError);
  EXPECT_NO_THROW((SvmOptions{.line = SvmLine::kCuttingPlane}.validate_one_slack()));
}

}  // namespace
}  // namespace calque::tune
