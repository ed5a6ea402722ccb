#include "phrase/smoothing.h"

#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/reporter.h"
#include "phrase/scored_phrases.h"
#include "phrase/testing/aligned_corpus.h"

namespace calque::phrase {
namespace {

using testing::AlignedCorpus;

ScoredPhrases score_smoothed(const AlignedCorpus& corpus, Smoothing smoothing, std::size_t thread_count = 1) {
  ThreadPool threads(thread_count);
  TableOptions options;
  options.smoothing = smoothing;
  return extract_and_score(corpus.text, corpus.alignments, options, threads, silent_reporter());
}

PairCountStatistics statistics(const std::vector<std::uint64_t>& pairs_with_count) {
  PairCountStatistics result;
  for (std::size_t c = 0; c < pairs_with_count.size(); ++c) {
    for (std::uint64_t i = 0; i < pairs_with_count[c]; ++i) result.add(static_cast<std::uint32_t>(c + 1));
  }
  return result;
}

TEST(PairDiscountsTest, GoodTuringByHand) {
  const PairDiscounts discounts(Smoothing::kGoodTuring, statistics({100, 30, 15, 12}));
  EXPECT_DOUBLE_EQ(discounts.factor(1), 2.0 * 30 / 100);
  EXPECT_DOUBLE_EQ(discounts.factor(2), 3.0 * 15 / (2 * 30));
  EXPECT_DOUBLE_EQ(discounts.factor(3), 1.0);  // 4 * 12 / (3 * 15) is more than 1
  EXPECT_DOUBLE_EQ(discounts.factor(4), 1.0);  // no pair occurs five times
  EXPECT_DOUBLE_EQ(discounts.factor(1000), 1.0);
}

TEST(PairDiscountsTest, GoodTuringNeverTakesMoreFromALargerCount) {
  const PairDiscounts discounts(Smoothing::kGoodTuring, statistics({100, 40, 2}));
  EXPECT_DOUBLE_EQ(discounts.factor(1), 0.8);
  EXPECT_DOUBLE_EQ(discounts.factor(2), 0.8);  // 3 * 2 / (2 * 40) would be less
}

TEST(PairDiscountsTest, KneserNeyByHand) {
  const PairDiscounts discounts(Smoothing::kKneserNey, statistics({100, 30, 15, 8}));
  const double y = 100.0 / (100 + 2 * 30);
  EXPECT_DOUBLE_EQ(discounts.amount(1), 1 - 2 * y * 30 / 100);
  EXPECT_DOUBLE_EQ(discounts.amount(2), 2 - 3 * y * 15 / 30);
  EXPECT_DOUBLE_EQ(discounts.amount(3), 3 - 4 * y * 8 / 15);
  EXPECT_DOUBLE_EQ(discounts.amount(3), discounts.amount(50));
}

TEST(PairDiscountsTest, KneserNeyWithTooLittleToGoBy) {
  const PairDiscounts none(Smoothing::kKneserNey, {});
  EXPECT_DOUBLE_EQ(none.amount(1), 0.5);
  EXPECT_DOUBLE_EQ(none.amount(2), 1.0);
  EXPECT_DOUBLE_EQ(none.amount(7), 1.5);
}

// das: the 2, that 1. haus: house 3. Pairs: das-the 2, das-that 1, haus-house 3, "das haus"-"the house" 2,
// "haus ja"-house 1. So two pairs occur once, two twice, one three times.
TEST(SmoothingTest, WorkedExample) {
  AlignedCorpus corpus;
  corpus.add("das haus", "the house", "0-0 1-1");
  corpus.add("das haus", "the house", "0-0 1-1");
  corpus.add("das", "that", "0-0");
  corpus.add("haus ja", "house", "0-0");
  const auto probability = [&](Smoothing smoothing, std::string_view source, std::string_view target,
                               Score score_) {
    const ScoredPhrases phrases = score_smoothed(corpus, smoothing);
    const auto s = *corpus.text.source_vocabulary.find(source);
    const auto t = *corpus.text.target_vocabulary.find(target);
    for (std::size_t i = 0; i < phrases.source.size(); ++i) {
      if (phrases.source[i].size() != 1 || phrases.source[i][0] != s) continue;
      for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
        const auto words = phrases.target[phrases.pairs[k].target];
        if (words.size() == 1 && words[0] == t)
          return std::exp(double{phrases.pairs[k].log_scores[index_of(score_)]});
      }
    }
    return -1.0;
  };
  // Good-Turing: 2 * 2 / (1 * 2) is 2, so 1 keeps all; 3 * 1 / (2 * 2) = 0.75 would be less, so 2 keeps all
  // too.
  EXPECT_NEAR(probability(Smoothing::kGoodTuring, "das", "the", Score::kTargetGivenSource), 2.0 / 3, 1e-6);
  // Kneser-Ney: y = 2 / 6; d1 = 1 - 2/3 = 1/3, d2 = 2 - 3 * (1/3) * (1/2) = 3/2, d3 falls back (no pair
  // occurs four times, so 3 - 0 = 3 is all of it).
  const double d1 = 1.0 / 3;
  const double d2 = 1.5;
  const double d3 = 1.5;
  EXPECT_NEAR(probability(Smoothing::kKneserNey, "das", "the", Score::kTargetGivenSource),
              (2 - d2 + (d1 + d2) * 1 / 5) / 3, 1e-6);
  // house: haus three times, "haus ja" once; haus has one pair.
  EXPECT_NEAR(probability(Smoothing::kKneserNey, "haus", "house", Score::kSourceGivenTarget),
              (3 - d3 + (d1 + d3) * 1 / 5) / 4, 1e-6);
}

TEST(SmoothingTest, ProbabilitiesSumToAtMostOneAndComeBestFirst) {
  const AlignedCorpus corpus = testing::random_corpus(51, 800, 7);
  for (const Smoothing smoothing : {Smoothing::kGoodTuring, Smoothing::kKneserNey}) {
    const ScoredPhrases phrases = score_smoothed(corpus, smoothing, 2);
    std::vector<double> by_target(phrases.target.size(), 0.0);
    double minimum = 1;
    for (std::size_t i = 0; i < phrases.source.size(); ++i) {
      double sum = 0;
      float last = 0;
      for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
        const LogScores& scores = phrases.pairs[k].log_scores;
        const float log_prob = scores[index_of(Score::kTargetGivenSource)];
        EXPECT_LE(log_prob, last);
        last = log_prob;
        sum += std::exp(double{log_prob});
        by_target[phrases.pairs[k].target] += std::exp(double{scores[index_of(Score::kSourceGivenTarget)]});
      }
      EXPECT_LE(sum, 1 + 1e-5);
      minimum = std::min(minimum, sum);
    }
    for (const double sum : by_target) EXPECT_LE(sum, 1 + 1e-5);
    EXPECT_LT(minimum, 0.95);  // something was taken away
  }
}

// Given a source phrase, the probabilities of all target phrases, seen with it or not, sum to one.
TEST(SmoothingTest, KneserNeyIsADistributionOverAllTargetPhrases) {
  const ScoredPhrases phrases = score_smoothed(testing::random_corpus(52, 300, 6), Smoothing::kNone);
  PairCountStatistics all;
  std::vector<std::uint64_t> pairs_of_target(phrases.target.size(), 0);
  for (const ScoredPair& pair : phrases.pairs) {
    all.add(pair.count);
    ++pairs_of_target[pair.target];
  }
  const FrequencyEstimator estimator(Smoothing::kKneserNey, all);
  const PairDiscounts& discounts = estimator.discounts();
  for (std::size_t i = 0; i < phrases.source.size(); i += 7) {
    PairProfile profile;
    std::map<std::uint32_t, std::uint32_t> seen;
    for (std::uint64_t k = phrases.pair_offsets[i]; k < phrases.pair_offsets[i + 1]; ++k) {
      profile.add(phrases.pairs[k].count);
      seen[phrases.pairs[k].target] = phrases.pairs[k].count;
    }
    const double freed = profile.once * discounts.amount(1) + profile.twice * discounts.amount(2) +
                         profile.more * discounts.amount(3);
    double sum = 0;
    for (std::uint32_t t = 0; t < phrases.target.size(); ++t) {
      const auto found = seen.find(t);
      sum += found != seen.end()
                 ? std::exp(estimator.log_prob(
                       {found->second, phrases.source_counts[i], profile, pairs_of_target[t]}))
                 : freed / phrases.source_counts[i] * static_cast<double>(pairs_of_target[t]) /
                       static_cast<double>(all.pairs);
    }
    EXPECT_NEAR(sum, 1.0, 1e-9);
  }
}

TEST(SmoothingTest, NamesGoThereAndBack) {
  for (const Smoothing smoothing : {Smoothing::kNone, Smoothing::kGoodTuring, Smoothing::kKneserNey})
    EXPECT_EQ(parse_enum<Smoothing>(name_of(smoothing)), smoothing);
}

}  // namespace
}  // namespace calque::phrase
