// Support vector machines, margin regression, perceptron learning and extragradient
// (theory/reordering.md#worked-examples D to G, theory/reordering.md#what-must-hold).
#include <cmath>

#include <gtest/gtest.h>

#include "learn/extragradient.h"
#include "learn/margin_regression.h"
#include "learn/perceptron.h"
#include "learn/svm.h"
#include "learn/testing.h"

namespace calque::learn {
namespace {

using testing::Examples;
using testing::margin_example;
using testing::random_examples;

void expect_weights(const Weights& weights, const std::vector<std::vector<double>>& by_class,
                    double tolerance) {
  for (std::size_t k = 0; k < by_class.size(); ++k) {
    for (std::size_t f = 0; f < by_class[k].size(); ++f)
      EXPECT_NEAR(weights.at(f, k), by_class[k][f], tolerance) << "class " << k << " feature " << f;
  }
}

TEST(Perceptron, WorkedExampleOfThreeClasses) {
  Examples examples;
  examples.classes = 3;
  examples.add(0, {1, 0});
  examples.add(2, {.6F, .8F});
  PerceptronOptions options{.rate = 0.5, .rounds = 1, .tolerance = 0.0, .order = VisitOrder::kSequential};
  const ClassDistances distances(3);
  auto result = train_by_perceptron(examples.problem(), distances, options);
  expect_weights(result.weights, {{.2, -.4}, {-.5, 0}, {.3, .4}}, 1e-7);
  options.rounds = 100;
  result = train_by_perceptron(examples.problem(), distances, options);
  ASSERT_EQ(result.rounds, 5U);
  const double risks[] = {2.3, 2.0, 1.2, 0.4, 0.0};
  for (std::size_t r = 0; r < 5; ++r) EXPECT_NEAR(result.risks[r], risks[r], 1e-6);
  EXPECT_EQ(result.updates, 8U);
  expect_weights(result.weights, {{1.1, -1.2}, {-.8, -.4}, {-.3, 1.6}}, 1e-6);
  EXPECT_NEAR(structured_risk(result.weights, examples.problem(), distances), 0.0, 1e-6);
  std::vector<double> scores(3);
  scores_of(result.weights, examples.rows.row(1), scores);
  to_probabilities(scores);
  EXPECT_NEAR(scores[0], .176624, 1e-6);
  EXPECT_NEAR(scores[1], .107128, 1e-6);
  EXPECT_NEAR(scores[2], .716247, 1e-6);
}

TEST(Perceptron, WorkedExampleOfFiveClassesWithATie) {
  Examples examples;
  examples.classes = 5;
  examples.add(0, {1, 0});
  examples.add(3, {0, 1});
  const ClassDistances distances(5, {0,  .5, 1, 1,  1,   //
                                     .5, 0,  1, 1,  1,   //
                                     1,  1,  0, 1,  1,   //
                                     1,  1,  1, 0,  .5,  //
                                     1,  1,  1, .5, 0});
  PerceptronOptions options{.rate = 0.5, .rounds = 2, .tolerance = 0.0, .order = VisitOrder::kSequential};
  const std::vector<std::vector<double>> expected{{1, -.5}, {0, -.5}, {-.5, 0}, {-.5, 1}, {0, 0}};
  auto result = train_by_perceptron(examples.problem(), distances, options);
  expect_weights(result.weights, expected, 0.0);
  const std::uint64_t updates = result.updates;
  options.rounds = 100;
  result = train_by_perceptron(examples.problem(), distances, options);
  EXPECT_EQ(result.rounds, 3U);
  EXPECT_EQ(result.updates, updates);
  EXPECT_EQ(result.risks.back(), 0.0);
  expect_weights(result.weights, expected, 0.0);
}

TEST(Perceptron, NoUpdateMeansNoRiskAndTheSeedDecides) {
  const auto examples = random_examples({.noise = 0.0}, 3);
  const ClassDistances distances(3);
  const PerceptronOptions options{.rate = 0.2, .rounds = 5000, .tolerance = 0.0, .seed = 4};
  const auto result = train_by_perceptron(examples.problem(), distances, options);
  ASSERT_EQ(result.risks.back(), 0.0);
  for (const double risk : result.risks) EXPECT_GE(risk, 0.0);
  EXPECT_EQ(structured_risk(result.weights, examples.problem(), distances), 0.0);
  const auto again = train_by_perceptron(examples.problem(), distances, options);
  EXPECT_TRUE(std::equal(again.weights.values().begin(), again.weights.values().end(),
                         result.weights.values().begin()));
}

TEST(Perceptron, EarlyStoppingIsChosenOnHeldOutExamples) {
  const auto examples = random_examples({.examples = 300, .features = 60, .noise = 0.4}, 3);
  ThreadPool threads(2);
  const ClassDistances distances(3);
  const PerceptronOptions options{.rounds = 60, .tolerance = 0.0};
  const CrossValidation validation{.folds = 4, .rates = {0.01, 0.5}};
  const EarlyStop stop = choose_early_stop(examples.problem(), distances, options, validation, threads);
  // No other pair of rounds and rate does better on the same folds.
  for (const double rate : validation.rates) {
    for (const std::size_t rounds : {1U, 10U, 60U}) {
      double error = 0.0;
      for (std::size_t fold = 0; fold < 4; ++fold) {
        Examples kept;
        Examples held;
        kept.classes = held.classes = 3;
        kept.features = held.features = examples.features;
        for (std::size_t i = 0; i < examples.rows.size(); ++i) {
          Examples& to = i % 4 == fold ? held : kept;
          to.rows.add(examples.rows.row(i).features, examples.rows.row(i).values);
          to.labels.push_back(examples.labels[i]);
        }
        PerceptronOptions at = options;
        at.rate = rate;
        at.rounds = rounds;
        error += error_rate(train_by_perceptron(kept.problem(), distances, at).weights, held.problem()) / 4;
      }
      EXPECT_GE(error, stop.error - 1e-12);
    }
  }
  EXPECT_LT(stop.rounds, 60U);
  // Groups of single examples are no groups; twins are held out together only if they are a group.
  std::vector<std::uint32_t> groups(examples.rows.size());
  for (std::uint32_t i = 0; i < groups.size(); ++i) groups[i] = i;
  CrossValidation grouped = validation;
  grouped.groups = groups;
  EXPECT_EQ(choose_early_stop(examples.problem(), distances, options, grouped, threads).error, stop.error);
  Examples twins;
  twins.classes = 3;
  twins.features = examples.features;
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    for (int copy = 0; copy < 2; ++copy) {
      twins.rows.add(examples.rows.row(i).features, examples.rows.row(i).values);
      twins.labels.push_back(examples.labels[i]);
      pairs.push_back(i);
    }
  }
  const double apart = choose_early_stop(twins.problem(), distances, options, validation, threads).error;
  grouped.groups = pairs;
  EXPECT_GT(choose_early_stop(twins.problem(), distances, options, grouped, threads).error, apart);
  ThreadPool one(1);
  EXPECT_EQ(choose_early_stop(examples.problem(), distances, options, validation, one).rounds, stop.rounds);
}

TEST(MarginRegression, WorkedExample) {
  const auto examples = margin_example();
  const MarginRegressionOptions tight{.cost = 1.0, .iterations = 5000, .tolerance = 1e-12};
  auto result = train_margin_regression(examples.problem(), ClassEmbedding(3), tight);
  const double alphas[] = {.625, .625, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(result.alphas[i], alphas[i], 1e-6);
  expect_weights(result.weights, {{1, .5}}, 1e-6);
  EXPECT_NEAR(result.primal, 1.625, 1e-6);
  EXPECT_NEAR(result.dual, -1.625, 1e-6);
  MarginRegressionOptions loose = tight;
  loose.cost = 0.4;
  result = train_margin_regression(examples.problem(), ClassEmbedding(3), loose);
  for (const double alpha : result.alphas) EXPECT_NEAR(alpha, .4, 1e-9);
  EXPECT_NEAR(result.primal, 1.184, 1e-6);
  EXPECT_NEAR(result.dual, -1.184, 1e-6);
}

TEST(MarginRegression, UnitVectorsSplitIntoOneProblemPerClass) {
  const auto examples = random_examples({}, 3);
  const MarginRegressionOptions tight{.cost = 0.7, .iterations = 20000, .tolerance = 1e-10};
  const auto joint = train_margin_regression(examples.problem(), ClassEmbedding(3), tight);
  EXPECT_NEAR(joint.primal, -joint.dual, 1e-6);
  for (std::uint8_t label = 0; label < 3; ++label) {
    Examples one;
    one.classes = 1;
    one.features = examples.features;
    for (std::size_t i = 0; i < examples.rows.size(); ++i) {
      if (examples.labels[i] != label) continue;
      one.rows.add(examples.rows.row(i).features, examples.rows.row(i).values);
      one.labels.push_back(0);
    }
    const auto alone = train_margin_regression(one.problem(), ClassEmbedding(1), tight);
    for (std::size_t f = 0; f < examples.features; ++f)
      EXPECT_NEAR(alone.weights.at(f, 0), joint.weights.at(f, label), 1e-5);
  }
}

TEST(MarginRegression, TheKernelFormIsTheSameProblem) {
  const auto examples = random_examples({.examples = 80}, 3);
  const MarginRegressionOptions tight{.cost = 1.0, .iterations = 20000, .tolerance = 1e-11};
  // A tree code: classes 0 and 1 share a branch.
  const ClassEmbedding tree(3, 4, {1, 0, 0, .5, 0, 1, 0, .5, 0, 0, 1, 0});
  for (const ClassEmbedding& embedding : {ClassEmbedding(3), tree}) {
    const auto primal = train_margin_regression(examples.problem(), embedding, tight);
    const auto kernel = train_kernel_regression(examples.problem(), embedding, linear_kernel(), tight);
    EXPECT_NEAR(primal.dual, kernel.dual, 1e-6);
    EXPECT_NEAR(primal.primal, -primal.dual, 1e-6);
    std::vector<double> a(3);
    std::vector<double> b(3);
    for (std::size_t i = 0; i < 10; ++i) {
      scores_of(primal.weights, examples.rows.row(i), a);
      kernel.model.scores_of(examples.rows.row(i), b);
      for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a[k], b[k], 1e-4);
    }
  }
}

TEST(MarginRegression, ACurvedKernelSeparatesWhatNoLineDoes) {
  Examples examples;
  examples.classes = 2;
  examples.add(0, {1, 1});
  examples.add(0, {-1, -1});
  examples.add(1, {1, -1});
  examples.add(1, {-1, 1});
  for (const RowKernel& kernel : {polynomial_kernel(2), gaussian_kernel(1.0)}) {
    const auto result = train_kernel_regression(examples.problem(), ClassEmbedding(2), kernel,
                                                {.cost = 10, .tolerance = 1e-9});
    std::vector<double> scores(2);
    for (std::size_t i = 0; i < 4; ++i) {
      result.model.scores_of(examples.rows.row(i), scores);
      EXPECT_EQ(best_class(scores), examples.labels[i]);
    }
  }
}

TEST(Svm, OneAgainstTheRestOfTheWorkedExample) {
  const auto examples = margin_example();
  ThreadPool threads(2);
  const auto result =
      train_one_vs_rest(examples.problem(), {.iterations = 20000, .tolerance = 1e-12}, threads);
  expect_weights(result.weights, {{.8, .4}, {-1, 1.0 / 3}}, 1e-6);
  EXPECT_NEAR(result.primal[0], 3.6, 1e-6);
  EXPECT_NEAR(result.primal[1], 17.0 / 9, 1e-6);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(result.primal[k], -result.dual[k], 1e-6);
}

TEST(Svm, OneAgainstTheRestHasNoGap) {
  ThreadPool threads(2);
  for (const std::uint64_t seed : {3U, 4U, 5U}) {
    const auto examples = random_examples({.examples = 100, .classes = 4, .noise = 0.2}, seed);
    for (const double cost : {0.1, 1.0, 10.0}) {
      const auto result = train_one_vs_rest(examples.problem(),
                                            {.cost = cost, .iterations = 50000, .tolerance = 1e-11}, threads);
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(result.primal[k], -result.dual[k], 1e-6 * (1.0 + result.primal[k]));
    }
  }
}

TEST(Svm, JointFormHasNoGapAndNoBetterNeighbour) {
  const auto examples = random_examples({.examples = 100, .classes = 4}, 3);
  ClassDistances distances(4, {0, .5, 1, 1, .5, 0, 1, 1, 1, 1, 0, .5, 1, 1, .5, 0});
  for (const double cost : {0.1, 1.0, 10.0}) {
    const auto result =
        train_joint(examples.problem(), distances, {.cost = cost, .iterations = 20000, .tolerance = 1e-10});
    EXPECT_NEAR(result.primal[0], -result.dual[0], 1e-5 * (1.0 + result.primal[0]));
    const double direct = squared_norm(result.weights) / 2 +
                          cost * structured_risk(result.weights, examples.problem(), distances);
    EXPECT_NEAR(direct, result.primal[0], 1e-9 * direct);
    Rng rng(1);
    for (int trial = 0; trial < 50; ++trial) {
      Weights near = result.weights;
      for (std::size_t f = 0; f < near.features(); ++f)
        near.at(f, rng.below(4)) += 0.05 * (rng.uniform() - 0.5);
      EXPECT_GE(squared_norm(near) / 2 + cost * structured_risk(near, examples.problem(), distances),
                result.primal[0] - 1e-5 * (1.0 + result.primal[0]));
    }
  }
}

TEST(Extragradient, WorkedExample) {
  const auto examples = margin_example();
  ThreadPool threads(1);
  for (const auto& [bound, value] : {std::pair{.5, 2.92033087}, std::pair{2.0, 0.3212621}}) {
    const auto result =
        train_by_extragradient(examples.problem(), ClassDistances(3),
                               {.bound = bound, .iterations = 20000, .tolerance = 1e-8}, threads);
    EXPECT_NEAR(result.primal, value, 1e-6);
    EXPECT_NEAR(result.dual, value, 1e-6);
    for (const double gap : result.gaps) EXPECT_GE(gap, -1e-9);
    EXPECT_LT(result.gaps.back(), 1e-7 * 4);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LE(std::hypot(result.weights.at(0, k), result.weights.at(1, k)), bound + 1e-12);
  }
}

TEST(Extragradient, NoWorseThanPerceptronInsideTheBall) {
  const auto examples = random_examples({}, 3);
  ThreadPool threads(2);
  const ClassDistances distances(3);
  const auto perceptron = train_by_perceptron(examples.problem(), distances, {.rounds = 20});
  double widest = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    double norm = 0.0;
    for (std::size_t f = 0; f < examples.features; ++f)
      norm += perceptron.weights.at(f, k) * perceptron.weights.at(f, k);
    widest = std::max(widest, std::sqrt(norm));
  }
  const ExtragradientOptions options{.bound = widest, .iterations = 50000, .tolerance = 1e-4};
  const auto result = train_by_extragradient(examples.problem(), distances, options, threads);
  // Converged: the weights are within the gap of the best in the ball, to which the perceptron's belong.
  const double enough = options.tolerance * static_cast<double>(examples.rows.size());
  EXPECT_LE(result.gaps.back(), enough);
  for (const double gap : result.gaps) EXPECT_GE(gap, -1e-9);
  EXPECT_NEAR(structured_risk(result.weights, examples.problem(), distances), result.primal, 1e-9);
  EXPECT_LE(result.primal, structured_risk(perceptron.weights, examples.problem(), distances) + enough);
  EXPECT_LT(result.gaps.back(), result.gaps.front());
}

TEST(Extragradient, SimplexProjectionIsTheNearestPoint) {
  Rng rng(3);
  std::vector<double> scratch(3);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> point{4 * rng.uniform() - 2, 4 * rng.uniform() - 2, 4 * rng.uniform() - 2};
    std::vector<double> nearest = point;
    project_to_simplex(nearest, scratch);
    EXPECT_NEAR(nearest[0] + nearest[1] + nearest[2], 1.0, 1e-12);
    const auto distance = [&](double a, double b) {
      return std::hypot(point[0] - a, point[1] - b, point[2] - (1 - a - b));
    };
    const double best = distance(nearest[0], nearest[1]);
    for (double a = 0; a <= 1; a += 0.1) {
      for (double b = 0; a + b <= 1; b += 0.1) EXPECT_GE(distance(a, b), best - 1e-9);
    }
  }
}

TEST(MarginLearners, PassesCanBeWatchedAndEnded) {
  const auto examples = random_examples({}, 3);
  const Problem problem = examples.problem();
  const ClassDistances distances(3);
  // A tree code, whose operator has more dimensions than there are classes.
  const ClassEmbedding tree(3, 4, {1, 0, 0, .5, 0, 1, 0, .5, 0, 0, 1, 0});
  ThreadPool threads(2);
  std::size_t passes = 0;
  Weights seen;
  const AfterPass watch = [&](std::size_t pass, const Weights& weights) {
    EXPECT_EQ(pass, ++passes);
    seen = weights;
    return pass < 3;
  };
  const auto check = [&](const auto& result) {
    EXPECT_EQ(passes, 3U);
    EXPECT_EQ(result.iterations, 3U);
    EXPECT_TRUE(std::equal(seen.values().begin(), seen.values().end(), result.weights.values().begin()));
    passes = 0;
  };
  check(train_one_vs_rest(problem, {1.0, 100, 0.0, 1, watch}, threads));
  check(train_joint(problem, distances, {1.0, 100, 0.0, 1, watch}));
  check(train_margin_regression(problem, tree, {1.0, 100, 0.0, 1, watch}));
  check(train_by_extragradient(problem, distances, {2.0, 100, 0.0, watch}, threads));
}

TEST(MarginLearners, NothingToLearnFrom) {
  Examples none;
  none.classes = 2;
  none.features = 1;
  ThreadPool threads(1);
  EXPECT_EQ(train_by_perceptron(none.problem(), ClassDistances(2), {}).updates, 0U);
  EXPECT_EQ(train_one_vs_rest(none.problem(), {}, threads).iterations, 0U);
  EXPECT_EQ(train_joint(none.problem(), ClassDistances(2), {}).iterations, 0U);
  EXPECT_EQ(train_margin_regression(none.problem(), ClassEmbedding(2), {}).iterations, 0U);
  EXPECT_EQ(train_by_extragradient(none.problem(), ClassDistances(2), {}, threads).iterations, 0U);
  none.classes = 1;
  none.add(0, {1});
  EXPECT_EQ(train_by_perceptron(none.problem(), ClassDistances(1), {}).updates, 0U);
  EXPECT_EQ(train_joint(none.problem(), ClassDistances(1), {}).primal[0], 0.0);
}

}  // namespace
}  // namespace calque::learn
