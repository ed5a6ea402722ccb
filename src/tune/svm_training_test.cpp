// Training of the structural SVMs through the entry for all methods, and their cross-validation.
#include "tune/svm_training.h"

#include <numeric>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "tune/testing.h"
#include "tune/tuner.h"

namespace calque::tune {
namespace {

using testing::random_sample;

constexpr const char* kLineNames[] = {"usual", "exact", "breakpoints", "sequential", "planes", "sentences"};

TuneOptions svm_tuning(const Method* method, SvmLine line) {
  TuneOptions options;
  options.method = method;
  options.restarts = 2;
  options.svm.loss_scale = 20;
  options.svm.lambda = 0.5;
  options.svm.line = line;
  return options;
}

Point point_of(const testing::Sample& sample, const TuneResult& result) {
  return decode::flatten(result.weights, sample.lists.features());
}

void expect_rising(const TuneResult& result, const std::string& name) {
  ASSERT_FALSE(result.curve.empty()) << name;
  for (std::size_t i = 1; i < result.curve.size(); ++i)
    EXPECT_GE(result.curve[i], result.curve[i - 1]) << name;
  EXPECT_EQ(result.objective, -result.curve.back()) << name;
}

TEST(SvmTraining, EverySSlackSearchLowersItsObjective) {
  const auto sample = random_sample({.sentences = 12, .candidates = 20, .whole_numbers = false}, 6);
  ThreadPool threads(1);
  const decode::Weights start = decode::default_weights(sample.lists.features());
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  double exact = 0.0;
  double planes = 0.0;
  for (const SvmLine line : {SvmLine::kExact, SvmLine::kBreakpoints, SvmLine::kSequential,
                             SvmLine::kCuttingPlane, SvmLine::kSentencePlanes}) {
    const std::string name = kLineNames[static_cast<int>(line)];
    TuneOptions options = svm_tuning(find_method("s-slack"), line);
    const TuneResult near = tune(sample.lists, sample.goal, start, options, threads);
    EXPECT_GE(near.after, near.before) << name;  // oracles that are moved: what scores best is kept
    options.svm.reach = 0.0;
    const TuneResult result = tune(sample.lists, sample.goal, start, options, threads);
    expect_rising(result, name);
    EXPECT_GT(result.curve.size(), 1U) << name;
    const SSlackObjective objective(sample.lists, oracle, *result.svm);
    EXPECT_NEAR(result.objective, objective.objective(point_of(sample, result)), 1e-9) << name;
    if (line == SvmLine::kExact) exact = result.objective;
    if (line == SvmLine::kCuttingPlane) planes = result.objective;
    if (line == SvmLine::kSentencePlanes) {
      EXPECT_NEAR(result.objective, planes, 1e-3 * planes);
    }
  }
  EXPECT_NEAR(exact, planes, 1e-3 * planes);
}

TEST(SvmTraining, EveryOneSlackSearchLowersItsObjective) {
  const auto sample = random_sample({.sentences = 12, .candidates = 20, .whole_numbers = false}, 6);
  ThreadPool threads(1);
  const decode::Weights start = decode::default_weights(sample.lists.features());
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  for (const SvmLine line : {SvmLine::kExact, SvmLine::kBreakpoints}) {
    for (const ConstraintSet constraints :
         {ConstraintSet::kOneBest, ConstraintSet::kAugmented, ConstraintSet::kWorkingSet}) {
      for (const bool fix_norm : {false, true}) {
        const std::string name =
            kLineNames[static_cast<int>(line)] + std::to_string(static_cast<int>(constraints));
        TuneOptions options = svm_tuning(find_method("1-slack"), line);
        options.svm.constraints = constraints;
        options.svm.fix_norm = fix_norm;
        const TuneResult result = tune(sample.lists, sample.goal, start, options, threads);
        expect_rising(result, name);
        const OneSlackObjective objective(sample.lists, sample.goal, oracle, *result.svm);
        const double own = objective.objective(point_of(sample, result));
        if (constraints == ConstraintSet::kWorkingSet) {
          EXPECT_GE(result.objective, own - 1e-9) << name;  // stored constraints are more
        } else {
          EXPECT_NEAR(result.objective, own, 1e-9) << name;
        }
        const Point point = point_of(sample, result);
        const double length = std::inner_product(point.begin(), point.end(), point.begin(), 0.0);
        if (fix_norm) {
          EXPECT_NEAR(length, 3.0, 1e-9) << name;
        }
      }
    }
  }
}

TEST(SvmTraining, CuttingPlanesServeOneSlackToo) {
  const auto sample = random_sample({.sentences = 12, .candidates = 20, .whole_numbers = false}, 6);
  ThreadPool threads(1);
  const TuneOptions options = svm_tuning(find_method("1-slack"), SvmLine::kCuttingPlane);
  const TuneResult planes =
      tune(sample.lists, sample.goal, decode::default_weights(sample.lists.features()), options, threads);
  const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
  SvmOptions augmented = *planes.svm;
  augmented.constraints = ConstraintSet::kAugmented;
  const OneSlackObjective objective(sample.lists, sample.goal, oracle, augmented);
  EXPECT_GE(planes.objective, objective.objective(point_of(sample, planes)) - 1e-9);
  EXPECT_NEAR(planes.objective, objective.objective(point_of(sample, planes)), 0.1 * planes.objective);
}

// Cross-validation once more: sentences dealt out by the seed, each value trained on the rest of each part,
// the statistics of all parts together.
SvmOptions plainly_chosen(const SvmProblem& problem, const std::vector<SvmOptions>& values, std::size_t folds,
                          const Point& start, ThreadPool& threads) {
  std::vector<std::size_t> order(problem.lists.sentence_count());
  for (std::size_t s = 0; s < order.size(); ++s) order[s] = s;
  Rng rng(problem.seed);
  rng.shuffle(std::span(order));
  SvmOptions best;
  double maximum = -1.0;
  for (const SvmOptions& value : values) {
    StatisticsSum totals(problem.lists.statistics_size());
    for (std::size_t f = 0; f < folds; ++f) {
      std::set<std::size_t> held;
      for (std::size_t i = f; i < order.size(); i += folds) held.insert(order[i]);
      std::vector<std::size_t> rest;
      for (std::size_t s = 0; s < order.size(); ++s)
        if (!held.contains(s)) rest.push_back(s);
      const CandidateLists training = problem.lists.subset(rest);
      SvmOptions own = value;
      if (problem.slack == SlackKind::kPerSentence)
        own.loss_scale *= static_cast<double>(rest.size()) / static_cast<double>(order.size());
      const SvmProblem part{
          training, problem.goal, problem.slack, problem.restarts, problem.random_directions, problem.seed};
      const Choice choice = best_choice(problem.lists, train_svm(part, own, start, threads).point);
      for (const std::size_t s : held) totals.add(problem.lists.statistics(choice[s]));
    }
    const double score = problem.goal.value(totals.sums());
    if (score > maximum) {
      maximum = score;
      best = value;
    }
  }
  return best;
}

TEST(SvmTraining, CrossValidationChoosesWhatHeldOutSentencesPrefer) {
  ThreadPool threads(1);
  for (const SlackKind slack : {SlackKind::kPerSentence, SlackKind::kOne}) {
    std::set<std::pair<double, double>> winners;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const auto sample = random_sample({.sentences = 10, .candidates = 8, .whole_numbers = false}, seed);
      const SvmProblem problem{sample.lists, sample.goal, slack, 1, 3, seed};
      const SvmGrid grid{{0.5, 10, 200}, {0.1, 2.0}, seed % 2 == 0 ? 2U : 3U};
      std::vector<SvmOptions> values;
      for (const double scale : grid.loss_scales)
        for (const double lambda : grid.lambdas) values.push_back({.lambda = lambda, .loss_scale = scale});
      const Point start{1.0, 1.0, 1.0};
      const SvmOptions expected = plainly_chosen(problem, values, grid.folds, start, threads);
      const SvmOptions chosen = choose_svm(problem, {}, grid, start, threads);
      EXPECT_EQ(chosen.loss_scale, expected.loss_scale) << seed;
      EXPECT_EQ(chosen.lambda, expected.lambda) << seed;
      winners.insert({chosen.loss_scale, chosen.lambda});
    }
    EXPECT_GT(winners.size(), 1U);
  }
}

}  // namespace
}  // namespace calque::tune
