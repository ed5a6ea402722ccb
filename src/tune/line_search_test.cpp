// Envelope, line searches and their drivers against enumeration (spec 05 sections 12 and 13).
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "tune/ascent.h"
#include "tune/envelope.h"
#include "tune/mert.h"
#include "tune/testing.h"

namespace calque::tune {
namespace {

using testing::random_sample;
using testing::worked_example;

double highest(const std::vector<double>& b, const std::vector<double>& m, double x) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < b.size(); ++i) best = std::max(best, b[i] + x * m[i]);
  return best;
}

TEST(Envelope, EqualsTheHighestLineEverywhere) {
  Rng rng(11);
  EnvelopeScratch scratch;
  std::vector<Segment> segments;
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 1 + rng.below(30);
    std::vector<double> b(count);
    std::vector<double> m(count);
    for (std::size_t i = 0; i < count; ++i) {
      b[i] = round % 2 == 0 ? static_cast<double>(rng.below(6)) : rng.uniform();
      m[i] = round % 2 == 0 ? static_cast<double>(rng.below(6)) : rng.uniform();
    }
    upper_envelope(b, m, scratch, segments);
    ASSERT_TRUE(std::isinf(segments.front().left));
    for (std::size_t i = 1; i < segments.size(); ++i) {
      EXPECT_GT(m[segments[i].line], m[segments[i - 1].line]);
      EXPECT_GT(segments[i].left, segments[i - 1].left);
    }
    for (double x = -40.0; x <= 40.0; x += 0.37) {
      std::size_t i = 0;
      while (i + 1 < segments.size() && segments[i + 1].left <= x) ++i;
      EXPECT_NEAR(b[segments[i].line] + x * m[segments[i].line], highest(b, m, x), 1e-9);
    }
  }
}

TEST(Envelope, OfEqualLinesTheFirst) {
  EnvelopeScratch scratch;
  std::vector<Segment> segments;
  upper_envelope(std::vector{1.0, 2.0, 2.0}, std::vector{0.5, 0.5, 0.5}, scratch, segments);
  ASSERT_EQ(segments.size(), 1U);
  EXPECT_EQ(segments[0].line, 1U);
}

TEST(Mert, WorkedExample) {
  const auto sample = worked_example();
  LineScratch scratch;
  const std::vector<double> w{1.0, 0.2};
  const std::vector<Direction> directions{{0.0, 1.0}};
  collect_events(sample.lists, w, directions, scratch);
  const auto& line = scratch.events[0];
  ASSERT_EQ(line.events.size(), 3U);
  EXPECT_NEAR(line.events[0].x, 0.133333, 1e-6);
  EXPECT_NEAR(line.events[1].x, 0.3, 1e-6);
  EXPECT_NEAR(line.events[2].x, 1.8, 1e-6);
  std::vector<double> values;
  walk_intervals(sample.lists, line,
                 [&](const Interval& interval) { values.push_back(sample.goal.value(interval.statistics)); });
  ASSERT_EQ(values.size(), 4U);
  EXPECT_NEAR(values[0], .707107, 1e-6);
  EXPECT_NEAR(values[1], .548262, 1e-6);
  EXPECT_NEAR(values[2], .621670, 1e-6);
  EXPECT_NEAR(values[3], .506664, 1e-6);
  const LineBest best = best_on_line(sample.lists, sample.goal, line, {});
  EXPECT_LT(best.alpha, .133333);
  EXPECT_NEAR(best.value, .707107, 1e-6);
}

TEST(Mert, CorpusValuesOfTheWorkedExample) {
  const auto sample = worked_example();
  const double expected[3][3] = {
      {.621670, .763763, .534522}, {.548262, .707107, .471405}, {.506664, .671481, .5}};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_NEAR(value_of(sample.lists, sample.goal, {a, 3 + b}), expected[a][b], 1e-6);
  }
}

TEST(Mert, LineSearchEqualsAGridOnRandomLists) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto sample = random_sample({.whole_numbers = seed % 2 == 0, .higher = seed % 3 != 0}, seed);
    Rng rng(seed);
    const auto [w, directions] = testing::random_line(rng);
    LineScratch scratch;
    collect_events(sample.lists, w, directions, scratch);
    const LineBest best = best_on_line(sample.lists, sample.goal, scratch.events[0], {});
    const auto value = [&](double alpha) {
      std::vector<double> there = w;
      for (std::size_t k = 0; k < 3; ++k) there[k] += alpha * directions[0][k];
      return value_at(sample.lists, sample.goal, there);
    };
    EXPECT_NEAR(value(best.alpha), best.value, 1e-9) << seed;
    EXPECT_NEAR(value(0.0), best.at_zero, 1e-9) << seed;
    for (double alpha = -8.0; alpha < 8.0; alpha += 0.0137)
      EXPECT_LE(value(alpha), best.value + 1e-9) << seed;
    // Statistics kept up to date equal those counted anew.
    walk_intervals(sample.lists, scratch.events[0], [&](const Interval& interval) {
      if (!std::isfinite(interval.left) || !std::isfinite(interval.right)) return;
      if (interval.right - interval.left < 1e-6) return;
      EXPECT_NEAR(value((interval.left + interval.right) / 2), sample.goal.value(interval.statistics), 1e-9);
    });
  }
}

TEST(Mert, WindowsAreMeansAndMinimaOfNeighbours) {
  const auto sample = worked_example();
  LineScratch scratch;
  collect_events(sample.lists, std::vector{1.0, 0.2}, std::vector<Direction>{{0.0, 1.0}}, scratch);
  const LineBest mean = best_on_line(sample.lists, sample.goal, scratch.events[0], {WindowKind::kAverage, 1});
  EXPECT_NEAR(mean.value, (.707107 + .548262) / 2, 1e-6);
  const LineBest least =
      best_on_line(sample.lists, sample.goal, scratch.events[0], {WindowKind::kMinimum, 1});
  EXPECT_NEAR(least.value, .548262, 1e-6);
}

TEST(Mert, NeverFallsAndFindsTheBestPointOfAFineGrid) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto sample = random_sample({.features = 2, .whole_numbers = false}, seed);
    const MertObjective objective(sample.lists, sample.goal, {});
    const auto spreads = feature_spreads(sample.lists);
    const AscentResult result = ascend(objective, {1.0, 1.0}, spreads,
                                       {.least_gain = 1e-9, .normalise = true, .seed = seed}, threads);
    for (std::size_t i = 1; i < result.curve.size(); ++i) EXPECT_GT(result.curve[i], result.curve[i - 1]);
    EXPECT_NEAR(objective.value(result.point), result.value, 1e-12);
    double best = 0.0;
    for (double angle = 0.0; angle < 6.2831; angle += 0.002)
      best = std::max(best, objective.value(std::vector{std::cos(angle), std::sin(angle)}));
    EXPECT_GE(result.value, best - 1e-9) << seed;
  }
}

TEST(Mert, SameWeightsForAnyNumberOfThreads) {
  const auto sample = random_sample({.sentences = 30, .candidates = 40, .features = 5}, 3);
  const MertObjective objective(sample.lists, sample.goal, {});
  std::vector<Point> points;
  for (const std::size_t count : {1, 2, 5}) {
    ThreadPool threads(count);
    points.push_back(ascend(objective, Point(5, 1.0), feature_spreads(sample.lists),
                            {.normalise = true, .seed = 9}, threads)
                         .point);
  }
  EXPECT_EQ(points[0], points[1]);
  EXPECT_EQ(points[0], points[2]);
}

TEST(Mert, OneCandidateEverywhereLeavesTheWeights) {
  const auto sample = random_sample({.sentences = 1, .candidates = 1, .features = 2}, 1);
  ThreadPool threads(1);
  const AscentResult result =
      ascend(MertObjective(sample.lists, sample.goal, {}), {0.5, 0.5}, feature_spreads(sample.lists),
             {.restarts = 0, .normalise = true}, threads);
  EXPECT_EQ(result.point, (Point{0.5, 0.5}));
}

TEST(Ascent, FrozenWeightsStay) {
  const auto sample = random_sample({.sentences = 20, .whole_numbers = false}, 4);
  ThreadPool threads(1);
  const AscentResult result = ascend(MertObjective(sample.lists, sample.goal, {}), {0.1, 0.2, 0.3},
                                     feature_spreads(sample.lists), {.restarts = 3, .frozen = {1}}, threads);
  EXPECT_EQ(result.point[1], 0.2);
}

}  // namespace
}  // namespace calque::tune
