// Line searches of the structural SVMs against naive ones (theory/tuning.md#worked-example,
// theory/tuning.md#what-must-hold).
#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "tune/svm.h"
#include "tune/svm_training.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using testing::random_sample;
using testing::worked_example;

constexpr double kStep = 1e-4;  // SvmOptions::epsilon

struct LineExample {
  testing::Sample sample = worked_example();
  ThreadPool threads{1};
  Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads, Choice{1, 4});
  SSlackObjective objective(SvmLine line, bool only_if_better) const {
    return {sample.lists,
            oracle,
            {.lambda = 1.0, .loss_scale = 10, .line = line, .only_if_better = only_if_better}};
  }
};

// The S-slack objective of the first sentences, term by term.
class NaiveSSlack {
 public:
  NaiveSSlack(const testing::Sample& sample, const Oracle& oracle, const SvmOptions& options)
      : lists_(sample.lists), oracle_(oracle), options_(options) {}

  double objective(const Point& w, std::size_t sentences) const {
    double sum = 0.0;
    for (std::size_t s = 0; s < sentences; ++s) {
      double maximum = 0.0;
      for (std::size_t i = 0; i < lists_.size(s); ++i) maximum = std::max(maximum, violation(w, s, i));
      sum += maximum;
    }
    return options_.lambda / 2 * product(w, w) + sum / static_cast<double>(sentences);
  }

  // Where two lines of a sentence cross and none is above.
  std::vector<double> breakpoints(const Point& w, const Direction& d, std::size_t s) const {
    std::vector<std::pair<double, double>> lines{{0.0, 0.0}};
    for (std::size_t i = 0; i < lists_.size(s); ++i)
      lines.emplace_back(violation(w, s, i), violation(moved(w, d, 1.0), s, i) - violation(w, s, i));
    std::vector<double> found;
    for (const auto& a : lines) {
      for (const auto& b : lines) {
        if (!(a.second > b.second + 1e-9)) continue;
        const double x = (b.first - a.first) / (a.second - b.second);
        double highest = 0.0;
        for (const auto& line : lines) highest = std::max(highest, line.first + x * line.second);
        if (a.first + x * a.second > highest - 1e-9) found.push_back(x);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  // The best place left of a breakpoint, right of the last or, if that is allowed, here.
  double best_step(const Point& w, const Direction& d, std::vector<double> places,
                   std::size_t sentences) const {
    if (places.empty()) return 0.0;
    for (double& place : places) place -= kStep;
    places.push_back(*std::max_element(places.begin(), places.end()) + 2 * kStep);
    if (options_.only_if_better) places.push_back(0.0);
    double best = places.front();
    for (const double x : places) {
      if (objective(moved(w, d, x), sentences) < objective(moved(w, d, best), sentences)) best = x;
    }
    return best;
  }

  // Algorithm 3.
  double walk(Point w, const Direction& d) const {
    std::vector<double> places;
    double travelled = 0.0;
    for (std::size_t s = 0; s < lists_.sentence_count(); ++s) {
      for (const double x : breakpoints(w, d, s)) places.push_back(x);
      const double step = best_step(w, d, places, s + 1);
      w = moved(w, d, step);
      travelled += step;
      if (options_.shift)
        for (double& place : places) place -= step;
    }
    return travelled;
  }

  static Point moved(Point w, const Direction& d, double x) {
    for (std::size_t k = 0; k < w.size(); ++k) w[k] += x * d[k];
    return w;
  }

 private:
  static double product(const Point& a, const Point& b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
    return sum;
  }
  double violation(const Point& w, std::size_t s, std::size_t i) const {
    const std::size_t candidate = lists_.first(s) + i;
    return options_.loss_scale * oracle_.losses[candidate] + product(w, features_of(lists_, s, candidate)) -
           product(w, features_of(lists_, s, oracle_.choice[s]));
  }

  const CandidateLists& lists_;
  const Oracle& oracle_;
  SvmOptions options_;
};

TEST(SSlack, SequentialWorkedExample) {
  const LineExample example;
  const std::vector<Direction> directions{{0.0, 1.0}};
  LineScratch scratch;
  for (const bool only_if_better : {true, false}) {
    const auto objective = example.objective(SvmLine::kSequential, only_if_better);
    const Point w{1.0, 0.2};
    const Move move = objective.search(w, directions, scratch)[0];
    EXPECT_NEAR(move.alpha, .457396, 1e-6) << only_if_better;
    const double there = objective.objective(NaiveSSlack::moved(w, directions[0], move.alpha));
    EXPECT_NEAR(there, 1.79547613, 1e-8) << only_if_better;
    EXPECT_NEAR(move.gain, objective.objective(w) - there, 1e-12);
  }
}

TEST(SSlack, BreakpointsWorkedExample) {
  const LineExample example;
  const std::vector<Direction> directions{{0.0, 1.0}};
  LineScratch scratch;
  for (const bool only_if_better : {true, false}) {
    const auto objective = example.objective(SvmLine::kBreakpoints, only_if_better);
    const Point far{1.0, -2.0};
    const Move move = objective.search(far, directions, scratch)[0];
    EXPECT_NEAR(move.alpha, 2.657396, 1e-6);
    EXPECT_NEAR(objective.objective(NaiveSSlack::moved(far, directions[0], move.alpha)), 1.79547613, 1e-8);
    // Here no breakpoint is as good as staying.
    const Move near = objective.search(Point{1.0, 0.2}, directions, scratch)[0];
    EXPECT_NEAR(near.alpha, only_if_better ? 0.0 : .457396, 1e-6);
    EXPECT_EQ(near.gain < 0.0, !only_if_better);
  }
}

TEST(SSlack, BreakpointAndSequentialSearchesEqualNaiveOnes) {
  ThreadPool threads(1);
  std::size_t longer = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sample = random_sample({.whole_numbers = false}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    Rng rng(seed);
    const auto [w, directions] = testing::random_line(rng);
    LineScratch scratch;
    SvmOptions options{.lambda = 1.0, .loss_scale = 20};
    for (const bool only_if_better : {true, false}) {
      options.only_if_better = only_if_better;
      options.line = SvmLine::kBreakpoints;
      const NaiveSSlack naive(sample, oracle, options);
      std::vector<double> places;
      for (std::size_t s = 0; s < sample.lists.sentence_count(); ++s)
        for (const double x : naive.breakpoints(w, directions[0], s)) places.push_back(x);
      const SSlackObjective at_breaks(sample.lists, oracle, options);
      EXPECT_NEAR(at_breaks.search(w, directions, scratch)[0].alpha,
                  naive.best_step(w, directions[0], places, sample.lists.sentence_count()), 1e-7)
          << seed;
      options.line = SvmLine::kSequential;
      for (const bool shift : {true, false}) {
        options.shift = shift;
        const double expected = NaiveSSlack(sample, oracle, options).walk(w, directions[0]);
        const SSlackObjective sequential(sample.lists, oracle, options);
        EXPECT_NEAR(sequential.search(w, directions, scratch)[0].alpha, expected, 1e-7)
            << seed << " " << shift;
        if (std::abs(expected) > 0.1) ++longer;
      }
    }
  }
  EXPECT_GT(longer, 20U);  // or nothing was compared
}

TEST(OneSlack, NeverSearchesAlongTheWeights) {
  const LineExample example;
  SvmOptions options{.lambda = 1.0, .loss_scale = 10};
  LineScratch scratch;
  const OneSlackObjective objective(example.sample.lists, example.sample.goal, example.oracle, options);
  const std::vector<Direction> directions{{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}};
  const auto moves = objective.search(Point{1.0, 0.0}, directions, scratch);
  for (const std::size_t along : {0, 1}) {
    EXPECT_EQ(moves[along].alpha, 0.0);
    EXPECT_EQ(moves[along].gain, 0.0);
  }
  EXPECT_GT(moves[2].gain, 0.0);
  const Point slanted{1.2, 0.4};
  EXPECT_EQ(objective.search(slanted, std::vector<Direction>{{-.3, -.1}}, scratch)[0].gain, 0.0);
  // Constraints that do not vanish with the weights bound the objective: there is a best length.
  options.constraints = ConstraintSet::kAugmented;
  const OneSlackObjective bounded(example.sample.lists, example.sample.goal, example.oracle, options);
  EXPECT_NE(bounded.search(slanted, std::vector<Direction>{{.3, .1}}, scratch)[0].alpha, 0.0);
}

TEST(OneSlack, SearchWithStoredConstraintsEqualsAGrid) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto sample = random_sample({.whole_numbers = seed % 2 == 0}, seed);
    const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
    Rng rng(seed);
    const auto line = testing::random_line(rng, seed % 4 == 2);
    const auto& w = line.start;
    const auto& directions = line.directions;
    const double norm = seed % 3 == 0 ? 0.7 : 0.0;
    OneSlackObjective objective(sample.lists, sample.goal, oracle, {.lambda = 0.5, .loss_scale = 20}, norm);
    for (int n = 0; n < 3; ++n)
      objective.add(objective.augmented(Point{4 * rng.uniform() - 2, 4 * rng.uniform() - 2, rng.uniform()}));
    LineScratch scratch;
    const Move move = objective.search(w, directions, scratch)[0];
    const auto at = [&](double alpha) {
      return objective.objective(NaiveSSlack::moved(w, directions[0], alpha));
    };
    // Where candidates tie the objective jumps.
    if (seed % 4 != 2) {
      EXPECT_NEAR(at(0.0) - at(move.alpha), move.gain, 1e-8) << seed;
    }
    for (double alpha = -7.9993; alpha < 8.0; alpha += 0.00171)
      ASSERT_GE(at(alpha), at(move.alpha) - 5e-3) << seed << " at " << alpha << " not " << move.alpha;
  }
}

TEST(OneSlack, WorkingSetsNeverLowerTheValueOfTheirWeights) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto sample = random_sample({.whole_numbers = false}, seed);
    for (const bool fix_norm : {false, true}) {
      const SvmOptions options{
          .lambda = 0.5, .loss_scale = 20, .constraints = ConstraintSet::kWorkingSet, .fix_norm = fix_norm};
      const SvmProblem problem{sample.lists, sample.goal, SlackKind::kOne, 3, 5};
      const AscentResult result = train_svm(problem, options, {1.0, 1.0, 1.0}, threads);
      for (std::size_t i = 1; i < result.curve.size(); ++i) EXPECT_GT(result.curve[i], result.curve[i - 1]);
      // The stored constraints are more than the point's own.
      const Oracle oracle = greedy_oracle(sample.lists, sample.goal, threads);
      const OneSlackObjective own(sample.lists, sample.goal, oracle, options);
      EXPECT_GE(-result.value, own.objective(result.point) - 1e-9);
      EXPECT_NEAR(-result.value, own.objective(result.point), 0.05 * -result.value) << seed;
    }
  }
}

}  // namespace
}  // namespace calque::tune
