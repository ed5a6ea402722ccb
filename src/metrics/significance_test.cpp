#include "metrics/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "metrics/word_errors.h"

namespace calque::metrics {
namespace {

// A table of WER statistics: errors out of ten words.
StatisticsTable table_of(const std::vector<int>& errors) {
  StatisticsTable table(errors.size(), 2);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    table.row(i)[0] = errors[i];
    table.row(i)[1] = 10;
  }
  return table;
}

const Wer& wer() {
  static const Wer metric{WordErrorOptions{}};
  return metric;
}

std::vector<int> random_errors(Rng& rng, std::size_t count, int worst) {
  std::vector<int> errors(count);
  for (int& e : errors) e = static_cast<int>(rng.below(static_cast<std::uint64_t>(worst) + 1));
  return errors;
}

PairedBootstrap compare(const StatisticsTable& a, const StatisticsTable& b) {
  ThreadPool threads(1);
  const std::vector<ScoredTable> tables{{&wer(), &a}, {&wer(), &b}};
  const auto scores = bootstrap_scores(tables, {}, threads);
  const double difference = wer().score(a.total()).value - wer().score(b.total()).value;
  return paired_bootstrap(scores[0], scores[1], difference, false);
}

TEST(Bootstrap, EqualSystemsTieAlways) {
  Rng rng(1);
  const StatisticsTable a = table_of(random_errors(rng, 50, 9));
  const PairedBootstrap result = compare(a, a);
  EXPECT_EQ(result.ties, 1000U);
  EXPECT_EQ(result.p, 1.0);
}

TEST(Bootstrap, ASystemBetterOnEverySentenceAlwaysWins) {
  const PairedBootstrap result = compare(table_of({1, 2, 3, 4}), table_of({2, 3, 4, 5}));
  EXPECT_EQ(result.wins_a, 1000U);
  EXPECT_EQ(result.p, 0.0);
}

// With three sentences all 27 resamples can be listed.
TEST(Bootstrap, WinsApproachTheExactProbability) {
  const std::vector<int> a{0, 5, 3};
  const std::vector<int> b{4, 3, 2};
  int wins = 0;
  for (int i = 0; i < 27; ++i) {
    const int x[] = {i % 3, i / 3 % 3, i / 9};
    int gain = 0;
    for (const int s : x) gain += b[static_cast<std::size_t>(s)] - a[static_cast<std::size_t>(s)];
    wins += gain > 0 ? 1 : 0;
  }
  const PairedBootstrap result = compare(table_of(a), table_of(b));
  EXPECT_NEAR(static_cast<double>(result.wins_a) / 1000.0, wins / 27.0, 0.05);
  EXPECT_DOUBLE_EQ(result.p, 1.0 - static_cast<double>(result.wins_a) / 1000.0);
}

TEST(Bootstrap, SameScoresForAnyNumberOfThreadsAndOthersForAnotherSeed) {
  Rng rng(2);
  const StatisticsTable a = table_of(random_errors(rng, 300, 9));
  const std::vector<ScoredTable> tables{{&wer(), &a}};
  ThreadPool one(1);
  ThreadPool four(4);
  const ResamplingOptions options{200, 7};
  EXPECT_EQ(bootstrap_scores(tables, options, one), bootstrap_scores(tables, options, four));
  EXPECT_NE(bootstrap_scores(tables, options, one), bootstrap_scores(tables, {200, 8}, one));
}

TEST(Bootstrap, NoSentencesAndNoResamples) {
  const StatisticsTable none = table_of({});
  EXPECT_EQ(compare(none, none).p, 1.0);
  ThreadPool threads(1);
  const std::vector<ScoredTable> tables{{&wer(), &none}};
  EXPECT_TRUE(bootstrap_scores(tables, {0, 1}, threads)[0].empty());
  EXPECT_FALSE(confidence_interval({}, 0.95).has_value());
}

TEST(Bootstrap, IntervalIsTheMiddle) {
  std::vector<double> scores(1000);
  std::iota(scores.begin(), scores.end(), 0.0);
  std::reverse(scores.begin(), scores.end());
  const auto interval = confidence_interval(scores, 0.95);
  EXPECT_EQ(interval->low, 25.0);
  EXPECT_EQ(interval->high, 974.0);
  EXPECT_EQ(confidence_interval({4.0}, 0.95)->low, 4.0);
}

// With four sentences all 16 exchanges can be listed.
TEST(Randomization, ApproachesTheExactProbability) {
  const std::vector<int> a{1, 2, 3, 9};
  const std::vector<int> b{3, 5, 3, 8};
  const int observed = std::abs(1 + 2 + 3 + 9 - 3 - 5 - 3 - 8);
  int as_large = 0;
  for (int mask = 0; mask < 16; ++mask) {
    int difference = 0;
    for (int i = 0; i < 4; ++i) {
      const int d = a[static_cast<std::size_t>(i)] - b[static_cast<std::size_t>(i)];
      difference += ((mask >> i) & 1) != 0 ? -d : d;
    }
    as_large += std::abs(difference) >= observed ? 1 : 0;
  }
  ThreadPool one(1);
  ThreadPool three(3);
  const Randomization result = approximate_randomization(wer(), table_of(a), table_of(b), {4000, 1}, one);
  EXPECT_NEAR(result.p, as_large / 16.0, 0.03);
  EXPECT_DOUBLE_EQ(result.difference, -10.0);
  EXPECT_EQ(approximate_randomization(wer(), table_of(a), table_of(b), {4000, 1}, three).p, result.p);
}

TEST(Randomization, EqualSystems) {
  ThreadPool threads(1);
  EXPECT_EQ(approximate_randomization(wer(), table_of({1, 2}), table_of({1, 2}), {100, 1}, threads).p, 1.0);
}

// Quantiles from the tables in every textbook.
TEST(TTest, StudentDistribution) {
  EXPECT_NEAR(student_two_tailed(1.0, 1.0), 0.5, 1e-12);
  EXPECT_NEAR(student_two_tailed(12.7062047364, 1.0), 0.05, 1e-10);
  EXPECT_NEAR(student_two_tailed(2.2621571628, 9.0), 0.05, 1e-10);
  EXPECT_NEAR(student_two_tailed(-2.7637694581, 10.0), 0.02, 1e-10);
  EXPECT_NEAR(student_two_tailed(1.9599639845, 1e7), 0.05, 1e-6);
  EXPECT_EQ(student_two_tailed(0.0, 5.0), 1.0);
}

TEST(TTest, PairedExample) {
  // Differences 1, 2, 3: mean 2, standard error 1 / sqrt(3).
  const PairedTTest result = paired_t_test(std::vector<double>{2, 4, 6}, std::vector<double>{1, 2, 3});
  EXPECT_NEAR(*result.t, 2.0 * std::sqrt(3.0), 1e-12);
  // For two degrees of freedom p = 1 - t / sqrt(t^2 + 2).
  EXPECT_NEAR(result.p, 1.0 - *result.t / std::sqrt(*result.t * *result.t + 2.0), 1e-12);
}

TEST(TTest, DegenerateCases) {
  EXPECT_EQ(paired_t_test({}, {}).p, 1.0);
  EXPECT_EQ(paired_t_test(std::vector<double>{1}, std::vector<double>{0}).p, 1.0);
  const PairedTTest equal = paired_t_test(std::vector<double>{1, 2}, std::vector<double>{1, 2});
  EXPECT_EQ(equal.p, 1.0);
  EXPECT_FALSE(equal.t.has_value());
  EXPECT_EQ(paired_t_test(std::vector<double>{2, 3}, std::vector<double>{1, 2}).p, 0.0);
}

}  // namespace
}  // namespace calque::metrics
