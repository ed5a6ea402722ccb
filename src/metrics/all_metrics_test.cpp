// What holds for every metric: the interface that tuning, bootstrap and the command rely on.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "metrics/registry.h"

namespace calque::metrics {
namespace {

class EveryMetric : public ::testing::TestWithParam<MetricRow> {
 protected:
  std::unique_ptr<const Metric> metric = GetParam().make({});
  ThreadPool threads{1};

  StatisticsTable table(const ReferenceSets& references, const std::vector<std::string>& lines) {
    return collect_statistics(*metric->bind(references, threads), lines, threads);
  }
  double score(const ReferenceSets& references, const std::vector<std::string>& lines) {
    return metric->score(table(references, lines).total()).value;
  }
};

std::string random_line(Rng& rng, std::size_t longest) {
  static const char* const kWords[] = {"the",  "cats",  "cat",       "sat", "sits",   "on",
                                       "mat,", "don't", "caf\u00e9", "3.5", "\u732b", "Mat."};
  std::string line;
  for (std::size_t i = rng.below(longest + 1); i > 0; --i) {
    line += kWords[rng.below(std::size(kWords))];
    line += ' ';
  }
  return line;
}

std::vector<std::string> random_lines(Rng& rng, std::size_t count, std::size_t longest) {
  std::vector<std::string> lines(count);
  for (std::string& line : lines) line = random_line(rng, longest);
  return lines;
}

TEST_P(EveryMetric, AnOutputLikeItsReferenceScoresBest) {
  const std::vector<std::string> lines{"the cat sat on the mat today", "one two three four five six"};
  const double best = score({lines}, lines);
  // NIST and METEOR have no best value.
  if (metric->name() != "nist" && metric->name() != "meteor") {
    EXPECT_NEAR(best, metric->higher_is_better() ? 100.0 : 0.0, 1e-9);
  }
  Rng rng(5);
  for (int round = 0; round < 50; ++round) {
    const double other = score({lines}, random_lines(rng, 2, 8));
    EXPECT_TRUE(metric->higher_is_better() ? other < best : other > best) << other << " and " << best;
  }
}

TEST_P(EveryMetric, StatisticsAreAdditiveOverSentences) {
  Rng rng(6);
  const auto lines = random_lines(rng, 30, 12);
  const ReferenceSets references{random_lines(rng, 30, 12), random_lines(rng, 30, 12)};
  const StatisticsTable whole = table(references, lines);
  std::vector<std::int64_t> sum(metric->statistics_size(), 0);
  for (std::size_t i = 0; i < whole.rows(); ++i) {
    ASSERT_EQ(whole.row(i).size(), sum.size());
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += whole.row(i)[c];
  }
  EXPECT_EQ(whole.total(), sum);
}

TEST_P(EveryMetric, ARowDoesNotDependOnOtherHypotheses) {
  Rng rng(7);
  const ReferenceSets references{random_lines(rng, 5, 12), random_lines(rng, 5, 12)};
  const auto bound = metric->bind(references, threads);
  const auto reused = bound->scorer();
  std::vector<std::int64_t> row(metric->statistics_size());
  std::vector<std::int64_t> expected(metric->statistics_size());
  for (int round = 0; round < 200; ++round) {
    const std::size_t sentence = rng.below(5);
    reused->start(sentence);
    for (int h = 0; h < 3; ++h) {
      const std::string line = random_line(rng, 10);
      reused->statistics(line, row);
      const auto fresh = bound->scorer();
      fresh->start(sentence);
      fresh->statistics(line, expected);
      ASSERT_EQ(row, expected) << line;
    }
  }
}

TEST_P(EveryMetric, WordsScoreAsTheLineTheyMake) {
  const ReferenceSets references{{"the cat sat on the mat"}};
  const auto bound = metric->bind(references, threads);
  const auto scorer = bound->scorer();
  std::vector<std::int64_t> by_words(metric->statistics_size());
  std::vector<std::int64_t> by_line(metric->statistics_size());
  const std::vector<std::string_view> words{"the", "mat", "sat"};
  scorer->start(0);
  scorer->statistics(words, by_words);
  scorer->statistics("the mat sat", by_line);
  EXPECT_EQ(by_words, by_line);
}

TEST_P(EveryMetric, SameStatisticsForAnyNumberOfThreads) {
  Rng rng(8);
  const auto lines = random_lines(rng, 1500, 10);
  const ReferenceSets references{random_lines(rng, 1500, 10)};
  const auto expected = table(references, lines);
  for (const std::size_t count : {2, 5}) {
    ThreadPool more(count);
    const auto other = collect_statistics(*metric->bind(references, more), lines, more);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      ASSERT_TRUE(std::equal(expected.row(i).begin(), expected.row(i).end(), other.row(i).begin()));
    }
  }
}

TEST_P(EveryMetric, NothingToScoreGivesFiniteNumbers) {
  const std::vector<std::int64_t> zeros(metric->statistics_size(), 0);
  std::vector<Score> scores{metric->score(zeros), metric->sentence_score(zeros)};
  for (const char* hypothesis : {"", "a b", " ", "\xff\xfe"}) {
    for (const char* reference : {"", "c", " ", "\xe2\x82"}) {
      scores.push_back(metric->score(table({{reference}}, {hypothesis}).total()));
      scores.push_back(metric->sentence_score(table({{reference}}, {hypothesis}).row(0)));
    }
  }
  scores.push_back(metric->score(table({{}}, {}).total()));
  for (const Score& entry : scores) {
    EXPECT_TRUE(std::isfinite(entry.value));
    for (const Figure& figure : entry.figures) EXPECT_TRUE(std::isfinite(figure.value)) << figure.name;
  }
  for (const OrderScore& order : metric->by_order(zeros)) EXPECT_TRUE(std::isfinite(order.score));
}

TEST_P(EveryMetric, AnotherReferenceSetNeverHurtsASentenceThatEqualsIt) {
  const double one = score({{"a b c d e f"}}, {"u v w x y z"});
  const double two = score({{"a b c d e f"}, {"u v w x y z"}}, {"u v w x y z"});
  EXPECT_TRUE(metric->higher_is_better() ? two > one : two < one);
}

TEST_P(EveryMetric, VeryLongLinesAreScored) {
  std::string line;
  std::string other;
  for (int i = 0; i < 3000; ++i) {
    line += "w" + std::to_string(i % 700) + " the ";
    other += "w" + std::to_string((i * 7) % 900) + " the ";
  }
  EXPECT_TRUE(std::isfinite(score({{line}}, {other})));
}

INSTANTIATE_TEST_SUITE_P(Metrics, EveryMetric, ::testing::ValuesIn(metric_rows()),
                         [](const auto& param_info) {
                           std::string name(param_info.param.name);
                           std::ranges::replace(name, '+', 'p');
                           return name;
                         });

}  // namespace
}  // namespace calque::metrics
