// Envelope, line searches and their drivers against enumeration (theory/tuning.md#worked-example,
// theory/tuning.md#what-must-hold).
#include <algorithm>
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
    const bool ties = seed % 4 == 2;
    const auto line = testing::random_line(rng, ties);
    const auto& w = line.start;
    const auto& directions = line.directions;
    LineScratch scratch;
    collect_events(sample.lists, w, directions, scratch);
    const LineBest best = best_on_line(sample.lists, sample.goal, scratch.events[0], {});
    const auto value = [&](double alpha) {
      std::vector<double> there = w;
      for (std::size_t k = 0; k < 3; ++k) there[k] += alpha * directions[0][k];
      return value_at(sample.lists, sample.goal, there);
    };
    EXPECT_NEAR(value(best.alpha), best.value, 1e-9) << seed;
    // Where candidates tie, the one and the other side have values of their own.
    if (!ties) {
      EXPECT_NEAR(value(0.0), best.at_zero, 1e-9) << seed;
    }
    for (double alpha = -7.9993; alpha < 8.0; alpha += 0.0137)
      EXPECT_LE(value(alpha), best.value + 1e-9) << seed;
    // Statistics kept up to date equal those counted anew.
    walk_intervals(sample.lists, scratch.events[0], [&](const Interval& interval) {
      if (!std::isfinite(interval.left) || !std::isfinite(interval.right)) return;
      if (interval.right - interval.left < 1e-6) return;
      std::vector<double> middle = w;
      for (std::size_t k = 0; k < 3; ++k)
        middle[k] += (interval.left + interval.right) / 2 * directions[0][k];
      const StatisticsSum anew = sum_statistics(sample.lists, best_choice(sample.lists, middle));
      EXPECT_THAT(std::vector(interval.statistics.begin(), interval.statistics.end()),
                  ::testing::ElementsAreArray(anew.sums()))
          << seed;
    });
  }
}

// The scores between the breakpoints of a line, by choosing anew in the middle of each interval.
struct PlainIntervals {
  std::vector<double> borders;
  std::vector<double> values;

  PlainIntervals(const testing::Sample& sample, const testing::RandomLine& line, const LineEvents& events) {
    for (const Event& event : events.events)
      if (borders.empty() || event.x > borders.back()) borders.push_back(event.x);
    for (std::size_t i = 0; i <= borders.size(); ++i) {
      const double left = i > 0 ? borders[i - 1] : borders.front() - 2.0;
      const double right = i < borders.size() ? borders[i] : borders.back() + 2.0;
      std::vector<double> middle = line.start;
      for (std::size_t k = 0; k < 3; ++k) middle[k] += (left + right) / 2 * line.directions[0][k];
      values.push_back(value_at(sample.lists, sample.goal, middle));
    }
  }
  std::size_t at(double x) const {
    return static_cast<std::size_t>(std::upper_bound(borders.begin(), borders.end(), x) - borders.begin());
  }
  double window(std::size_t i, const Window& window) const {
    std::vector<double> near;
    for (std::size_t j = 0; j < values.size(); ++j)
      if (j + window.reach >= i && j <= i + window.reach) near.push_back(values[j]);
    if (window.kind == WindowKind::kMinimum) return *std::min_element(near.begin(), near.end());
    double sum = 0.0;
    for (const double value : near) sum += value;
    return sum / static_cast<double>(near.size());
  }
};

TEST(Mert, WindowsEqualMeansAndMinimaOnRandomLists) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto sample = random_sample({.whole_numbers = false}, seed);
    Rng rng(seed);
    const auto line = testing::random_line(rng);
    LineScratch scratch;
    collect_events(sample.lists, line.start, line.directions, scratch);
    const PlainIntervals plain(sample, line, scratch.events[0]);
    for (const WindowKind kind : {WindowKind::kAverage, WindowKind::kMinimum}) {
      for (const std::size_t reach : {1, 2}) {
        const Window window{kind, reach};
        const LineBest best = best_on_line(sample.lists, sample.goal, scratch.events[0], window);
        double maximum = -1.0;
        for (std::size_t i = 0; i < plain.values.size(); ++i)
          maximum = std::max(maximum, plain.window(i, window));
        EXPECT_NEAR(best.value, maximum, 1e-9) << seed;
        EXPECT_NEAR(plain.window(plain.at(best.alpha), window), maximum, 1e-9) << seed;
        EXPECT_NEAR(best.at_zero, plain.window(plain.at(0.0), window), 1e-9) << seed;
      }
    }
  }
}

// One sentence whose candidates take turns as the first weight grows: a peak between bad ones, then a
// plateau.
TEST(Mert, AWindowLeavesAPeakForAPlateau) {
  CandidateLists lists({{"F0", {1.0}}, {"F1", {1.0}}}, 1);
  CandidateBatch batch;
  const char* numbers[] = {"1 10 1 9 10 10", "9 10 8 9 10 10", "1 10 1 9 10 10",
                           "8 10 6 9 10 10", "8 10 6 9 10 10", "8 10 6 9 10 10"};
  for (int i = 0; i < 6; ++i) {
    const double slope = i - 1;
    batch.add(0, numbers[i], std::vector{slope, -slope * slope});  // best while 2 slope is next to the weight
  }
  lists.merge(batch);
  const testing::Sample sample(std::make_unique<testing::NumberBleu>(2), std::move(lists));
  ThreadPool threads(1);
  const Point peak{0.1, 1.0};
  const double high = value_at(sample.lists, sample.goal, peak);
  const AscentOptions ascent{.restarts = 0, .min_gain = 1e-4, .normalise = true};
  const auto climb = [&](const Window& window) {
    const MertObjective objective(sample.lists, sample.goal, window);
    const AscentResult result = ascend(objective, peak, feature_spreads(sample.lists), ascent, threads);
    EXPECT_NEAR(result.value, objective.value(result.point), 1e-12);
    for (std::size_t i = 1; i < result.curve.size(); ++i) EXPECT_GT(result.curve[i], result.curve[i - 1]);
    return value_at(sample.lists, sample.goal, result.point);
  };
  EXPECT_EQ(climb({}), high);
  for (const WindowKind kind : {WindowKind::kAverage, WindowKind::kMinimum}) {
    const double flat = climb({kind, 1});
    EXPECT_LT(flat, high);
    EXPECT_NEAR(flat, std::sqrt(8.0 / 10 * 6 / 9), 1e-9);
  }
}

TEST(Mert, WindowsAreMeansAndMinimaOfNeighbours) {
  const auto sample = worked_example();
  LineScratch scratch;
  collect_events(sample.lists, std::vector{1.0, 0.2}, std::vector<Direction>{{0.0, 1.0}}, scratch);
  const LineBest mean = best_on_line(sample.lists, sample.goal, scratch.events[0], {WindowKind::kAverage, 1});
  EXPECT_NEAR(mean.value, (.707107 + .548262) / 2, 1e-6);
  const LineBest minimum =
      best_on_line(sample.lists, sample.goal, scratch.events[0], {WindowKind::kMinimum, 1});
  EXPECT_NEAR(minimum.value, .548262, 1e-6);
}

TEST(Mert, NeverFallsAndFindsTheBestPointOfAFineGrid) {
  ThreadPool threads(2);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto sample = random_sample({.features = 2, .whole_numbers = false}, seed);
    const MertObjective objective(sample.lists, sample.goal, {});
    const auto spreads = feature_spreads(sample.lists);
    const AscentResult result =
        ascend(objective, {1.0, 1.0}, spreads, {.min_gain = 1e-9, .normalise = true, .seed = seed}, threads);
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
