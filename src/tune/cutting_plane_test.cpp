// Cutting planes of both structural SVMs and the margin of one (theory/tuning.md#cutting-planes,
// theory/tuning.md#what-must-hold).
#include "tune/cutting_plane.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tune/svm_training.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using testing::random_sample;
using testing::worked_example;

TEST(CuttingPlane, BothFormsCloseTheGapAndTheLineSearchMeetsThem) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto sample = random_sample({.features = 3, .whole_numbers = seed >= 8}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    const SvmOptions options{
        .lambda = 0.5, .loss_scale = 20, .margin = seed % 3 == 2 ? Margin::kOne : Margin::kLoss};
    const SSlackObjective objective(sample.lists, oracle, options);
    const CuttingPlaneResult sentences = solve_s_slack(objective, {.tolerance = 1e-7});
    const CuttingPlaneResult joint = solve_one_slack(objective, {.tolerance = 1e-7});
    EXPECT_NEAR(sentences.primal, sentences.dual, 1e-5 * sentences.primal) << seed;
    EXPECT_NEAR(joint.primal, joint.dual, 1e-5 * joint.primal) << seed;
    EXPECT_NEAR(sentences.primal, joint.primal, 1e-5 * joint.primal) << seed;
    const AscentResult line = ascend(
        objective, {1.0, 1.0, 1.0}, feature_spreads(sample.lists),
        {.restarts = 0, .random_directions = 40, .iterations = 500, .min_gain = 1e-9, .relative_gain = true},
        threads);
    EXPECT_GE(-line.value, sentences.dual - 1e-9);
    EXPECT_NEAR(-line.value, sentences.primal, 1e-4 * sentences.primal) << seed;
  }
}

// The loss of a corpus of one sentence is the loss of that sentence.
TEST(CuttingPlane, OfTheCorpusClosesTheGapAndIsThatOfASingleSentence) {
  ThreadPool threads(1);
  const auto start = [](std::size_t sentences, std::uint64_t seed) {
    return random_sample({.sentences = sentences, .whole_numbers = false}, seed);
  };
  const SvmOptions options{.lambda = 0.5, .loss_scale = 20};
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const auto one = start(1, seed);
    const Oracle oracle = greedy_oracle(one.lists, one.goal, threads);
    const auto corpus =
        solve_corpus(OneSlackObjective(one.lists, one.goal, oracle, options), {.tolerance = 1e-7});
    const auto sentence = solve_s_slack(SSlackObjective(one.lists, oracle, options), {.tolerance = 1e-7});
    EXPECT_NEAR(corpus.primal, sentence.primal, 1e-5 * sentence.primal) << seed;

    const auto more = start(6, seed);
    const Oracle oracles = greedy_oracle(more.lists, more.goal, threads);
    OneSlackObjective objective(more.lists, more.goal, oracles, options);
    const auto solved = solve_corpus(objective, {.tolerance = 1e-7});
    EXPECT_NEAR(solved.primal, solved.dual, 1e-5 * solved.primal) << seed;
    // Constraints met on the way only add to those of the point itself.
    EXPECT_GE(solved.primal, objective.objective(solved.point) - 1e-9) << seed;
    const SvmProblem problem{more.lists, more.goal, SlackKind::kOne};
    SvmOptions planes = options;
    planes.line = SvmLine::kCuttingPlane;
    EXPECT_NEAR(-train_svm(problem, planes, {1.0, 1.0, 1.0}, threads).value, solved.primal,
                2e-3 * solved.primal);
  }
}

TEST(SSlack, AMarginOfOneIsThatOfTheWorkedExample) {
  const auto sample = worked_example();
  ThreadPool threads(1);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads, Choice{1, 4});
  const SSlackObjective objective(sample.lists, oracle,
                                  {.lambda = 1.0, .loss_scale = 10, .margin = Margin::kOne});
  for (const auto& [a, b] : {std::pair{1.0, 0.2}, {0.4, -0.3}, {0.0, 0.0}, {-2.0, 1.0}}) {
    const auto score = [&, a = a, b = b](std::size_t s, std::size_t c) {
      const auto features = features_of(sample.lists, s, c);
      return a * features[0] + b * features[1];
    };
    double sum = 0.0;
    for (std::size_t s = 0; s < 2; ++s) {
      double maximum = 0.0;
      for (std::size_t c = 3 * s; c < 3 * s + 3; ++c)
        if (c != oracle.choice[s])
          maximum = std::max(maximum, 1.0 - score(s, oracle.choice[s]) + score(s, c));
      sum += maximum;
    }
    EXPECT_NEAR(objective.objective(std::vector{a, b}), (a * a + b * b) / 2 + sum / 2, 1e-12);
  }
  // By hand at (1, 0.2): scores -2.2, -1.6, -3.1 and -1.7, -1.5, -2.7, so 1.6 and 0.8 are missing.
  EXPECT_NEAR(objective.objective(std::vector{1.0, 0.2}), 0.52 + (1.6 + 0.8) / 2, 1e-12);
}

// Another derivation of the oracle's words is no other translation.
TEST(SSlack, AMarginOfOneIsBetweenDifferentWords) {
  CandidateLists lists({{"F0", {1.0}}}, 1);
  CandidateBatch batch;
  batch.add(0, "4 4 3 3 4 4", std::vector{0.0});
  batch.add(0, "4 4 3 3 4 4", std::vector{1.0});
  batch.add(0, "2 4 1 3 4 4", std::vector{-1.0});
  lists.merge(batch);
  const testing::Sample sample(std::make_unique<testing::NumberBleu>(2), std::move(lists));
  ThreadPool threads(1);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads, Choice{0});
  const SSlackObjective objective(sample.lists, oracle, {.margin = Margin::kOne});
  EXPECT_NEAR(objective.objective(std::vector{0.0}), 1.0, 1e-12);
  EXPECT_NEAR(objective.objective(std::vector{1.0}), 0.5 + 1.0, 1e-12);  // the other derivation leads by 1
}

}  // namespace
}  // namespace calque::tune
