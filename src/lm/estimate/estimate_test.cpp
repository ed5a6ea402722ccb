// Estimation against the definition of modified Kneser-Ney, against a stored model of the same text, and at
// its limits.
#include "lm/estimate/estimate.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "lm/estimate/kneser_ney.h"
#include "lm/files/arpa.h"
#include "lm/query/model.h"
#include "lm/testing/reference.h"
#include "store/text_file.h"

namespace calque::lm {
namespace {

using ::testing::ElementsAre;
using testing::estimate_lines;
using testing::estimate_with;
using testing::for_each_context_sum;
using ::testing::HasSubstr;
using testing::KneserNeyReference;
using testing::make_text;
using testing::Ngram;
using testing::odd_texts;
using testing::random_lines;
using testing::RecordingReporter;

class EstimateOrders : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Orders, EstimateOrders, ::testing::Range(1U, kMaxOrder + 1));

TEST_P(EstimateOrders, EveryNgramHasTheProbabilityOfTheDefinition) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const auto lines = random_lines(seed, 30 * seed, 6);
    const NgramModelData data = estimate_lines(lines, GetParam());
    const KneserNeyReference reference(lines, GetParam(), data.vocabulary);
    for (unsigned n = 1; n <= GetParam(); ++n) {
      for (std::uint32_t i = 0; i < data.levels[n - 1].size(); ++i) {
        Ngram words(n);
        words_of(data, i, words);
        if (words.back() == 1) continue;  // <s> is never predicted
        const std::uint32_t last = words.back();
        words.pop_back();
        EXPECT_NEAR(std::exp(data.levels[n - 1].log_prob[i]), reference.prob(words, last), 1e-6);
      }
    }
  }
}

TEST_P(EstimateOrders, SumsToOneAfterEveryContext) {
  for (const auto& lines : odd_texts()) {
    for_each_context_sum(estimate_lines(lines, GetParam()), [](const Ngram& context, double sum) {
      EXPECT_NEAR(sum, 1.0, 1e-5) << "context of length " << context.size();
    });
  }
}

const std::vector<std::vector<std::uint64_t>> kThresholds = {{0, 0, 1}, {0, 1}, {0, 1, 2}, {0, 0, 0, 3}};

TEST_P(EstimateOrders, PrunedModelsFollowTheDefinition) {
  const auto lines = random_lines(4, 150, 7);
  for (const auto& thresholds : kThresholds) {
    if (thresholds.size() > GetParam()) continue;
    const EstimateOptions options{.order = GetParam(), .prune = thresholds};
    const NgramModelData data = estimate_with(lines, options);
    std::vector<std::uint32_t> all;
    for (unsigned n = 1; n <= GetParam(); ++n)
      all.push_back(static_cast<std::uint32_t>(options.prune_threshold(n)));
    const KneserNeyReference reference(lines, GetParam(), data.vocabulary, all);
    for (unsigned n = 2; n <= GetParam(); ++n) {
      ASSERT_EQ(data.levels[n - 1].size(), reference.kept(n).size());
      for (std::uint32_t i = 0; i < data.levels[n - 1].size(); ++i) {
        Ngram words(n);
        words_of(data, i, words);
        EXPECT_TRUE(reference.kept(n).contains(words));
        const std::uint32_t last = words.back();
        words.pop_back();
        EXPECT_NEAR(std::exp(data.levels[n - 1].log_prob[i]), reference.prob(words, last), 1e-6);
      }
    }
  }
}

TEST_P(EstimateOrders, PrunedModelsSumToOneAfterEveryContext) {
  std::vector<std::vector<std::string>> texts = odd_texts();
  texts.push_back(random_lines(4, 150, 4));
  for (const auto& lines : texts) {
    for (const auto& thresholds : kThresholds) {
      if (thresholds.size() > GetParam()) continue;
      for (const Smoothing smoothing : {Smoothing::kKneserNey, Smoothing::kKatz}) {
        for_each_context_sum(
            estimate_with(lines, {.order = GetParam(), .smoothing = smoothing, .prune = thresholds}),
            [](const Ngram& context, double sum) {
              EXPECT_NEAR(sum, 1.0, 1e-5) << "context of length " << context.size();
            });
      }
    }
  }
}

TEST(Estimate, RefusesThresholdsThatCannotBe) {
  EXPECT_THROW(estimate_with({"a"}, {.order = 3, .prune = {1}}), UsageError);
  EXPECT_THROW(estimate_with({"a"}, {.order = 3, .prune = {0, 2, 1}}), UsageError);
  EXPECT_THROW(estimate_with({"a"}, {.order = 2, .prune = {0, 0, 0}}), UsageError);
  EXPECT_NO_THROW(estimate_with({"a"}, {.order = 3, .prune = {0, 2}}));
}

// Words outside the limits are the same as a literal <unk> in their place.
TEST(Estimate, LimitsOfTheVocabularyMakeWordsUnknown) {
  const std::vector<std::string> lines = {"a b c a", "a d b", "c a"};
  const std::vector<std::string> replaced = {"a b c a", "a <unk> b", "c a"};
  const NgramModelData expected = estimate_lines(replaced, 3);
  auto listed = std::make_shared<text::Vocabulary>();
  for (const char* word : {"c", "b", "a", "z"}) listed->add(word);
  const NgramModelData by_list = estimate_with(lines, {.order = 3, .words = {.listed = listed}});
  const NgramModelData by_count = estimate_with(lines, {.order = 3, .words = {.min_count = 2}});
  for (const NgramModelData* data : {&by_list, &by_count}) {
    EXPECT_EQ(data->vocabulary.characters(), expected.vocabulary.characters());
    for (unsigned n = 0; n < 3; ++n) {
      EXPECT_EQ(data->levels[n].first_word, expected.levels[n].first_word);
      EXPECT_EQ(data->levels[n].log_prob, expected.levels[n].log_prob);
    }
  }
}

TEST(Estimate, SameNumbersForAnyNumberOfThreads) {
  constexpr unsigned kOrder = 5;
  const auto lines = random_lines(5, 80000, 26);
  const NgramModelData one = estimate_lines(lines, kOrder, silent_reporter(), 1);
  ASSERT_GT(one.levels[kOrder - 1].size(), 2U << 16U);  // three blocks of parallel work
  for (const std::size_t threads : {2U, 8U}) {
    const NgramModelData other = estimate_lines(lines, kOrder, silent_reporter(), threads);
    for (unsigned n = 0; n < kOrder; ++n) {
      EXPECT_TRUE(one.levels[n].first_word == other.levels[n].first_word);
      EXPECT_TRUE(one.levels[n].log_prob == other.levels[n].log_prob);
      EXPECT_TRUE(one.levels[n].backoff == other.levels[n].backoff);
    }
  }
}

Discounts discounts_of(const std::vector<std::uint32_t>& counts) {
  CountsOfCounts counts_of_counts;
  for (const std::uint32_t count : counts) counts_of_counts.add(count);
  return estimate_discounts(counts_of_counts);
}

TEST(Estimate, DiscountsFollowTheCountsOfCounts) {
  // 6 ones, 3 twos, 2 threes, 1 four: y = 6 / 12.
  const Discounts discounts = discounts_of({1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 9, 0});
  EXPECT_FALSE(discounts.is_fallback);
  EXPECT_NEAR(discounts.amount[0], 1 - 2 * 0.5 * 3 / 6, 1e-12);
  EXPECT_NEAR(discounts.amount[1], 2 - 3 * 0.5 * 2 / 3, 1e-12);
  EXPECT_NEAR(discounts.amount[2], 3 - 4 * 0.5 * 1 / 2, 1e-12);
  EXPECT_EQ(discounts.of(0), 0.0);
  EXPECT_EQ(discounts.of(2), discounts.amount[1]);
  EXPECT_EQ(discounts.of(17), discounts.amount[2]);
}

TEST(Estimate, DiscountsFallBackWhereTheyCannotBeEstimated) {
  EXPECT_TRUE(discounts_of({1, 1, 2}).is_fallback);
  EXPECT_TRUE(discounts_of({1, 1, 1, 2, 3, 3, 3, 3}).is_fallback);  // negative D2
  EXPECT_FALSE(discounts_of({}).is_fallback);
  EXPECT_THAT(discounts_of({1}).amount, ElementsAre(0.5, 1.0, 1.5));
}

TEST(Estimate, OneWarningForAllOrdersThatFallBack) {
  RecordingReporter reporter;
  estimate_lines({"a b", "a"}, 3, reporter);
  ASSERT_EQ(reporter.warnings.size(), 1U);
  EXPECT_THAT(reporter.warnings[0], HasSubstr("length 1, 2, 3"));
}

TEST(Estimate, EmptyTextGivesAUniformModel) {
  RecordingReporter reporter;
  const NgramModelData data = estimate_lines({}, 3, reporter);
  EXPECT_TRUE(reporter.warnings.empty());
  ASSERT_EQ(data.levels[0].size(), 3U);
  EXPECT_NEAR(std::exp(data.levels[0].log_prob[0]), 0.5, 1e-6);
  EXPECT_NEAR(std::exp(data.levels[0].log_prob[2]), 0.5, 1e-6);
  EXPECT_EQ(data.levels[1].size(), 0U);
}

TEST(Estimate, OneWordTextByHand) {
  // Unigram level of order 1: counts a 1, </s> 1, discounts .5: freed mass .5 over <unk>, </s>, a.
  const NgramModelData data = estimate_lines({"a"}, 1);
  ASSERT_EQ(data.levels[0].size(), 4U);
  EXPECT_NEAR(std::exp(data.levels[0].log_prob[0]), 0.5 / 3, 1e-6);
  EXPECT_NEAR(std::exp(data.levels[0].log_prob[2]), 0.25 + 0.5 / 3, 1e-6);
  EXPECT_NEAR(std::exp(data.levels[0].log_prob[3]), 0.25 + 0.5 / 3, 1e-6);
}

TEST(Estimate, SentenceMarksInTheTextAreUnknownWords) {
  RecordingReporter reporter;
  const NgramModelData marked = estimate_lines({"a <s> b </s> c", "a b c d"}, 3, reporter);
  const NgramModelData unknown = estimate_lines({"a <unk> b <unk> c", "a b c d"}, 3);
  ASSERT_EQ(reporter.warnings.size(), 2U);
  EXPECT_THAT(reporter.warnings[0], HasSubstr("2 times"));
  ASSERT_EQ(marked.vocabulary.size(), unknown.vocabulary.size());
  for (unsigned n = 0; n < 3; ++n) EXPECT_EQ(marked.levels[n].log_prob, unknown.levels[n].log_prob);
}

TEST(Estimate, WordsThatDoNotOccurAreLeftOut) {
  testing::Text text = make_text({"a b"});
  text.vocabulary.add("elsewhere");
  ThreadPool threads(1);
  const NgramModelData data =
      estimate(text.corpus, text.vocabulary, {.order = 2}, threads, silent_reporter());
  EXPECT_FALSE(data.vocabulary.find("elsewhere").has_value());
  EXPECT_EQ(data.vocabulary.size(), 5U);
}

TEST(Estimate, OrdersOutOfRangeAreRefused) {
  EXPECT_THROW(estimate_lines({"a"}, 0), UsageError);
  EXPECT_THROW(estimate_lines({"a"}, kMaxOrder + 1), UsageError);
  EXPECT_EQ(estimate_lines({"a b c d e f g h i j k"}, kMaxOrder).order(), kMaxOrder);
}

// A 5-gram model of the same text made by another program, with every number within 1e-4.
TEST(Estimate, AgreesWithAStoredModelOfTheSameText) {
  const char* folder = std::getenv("CALQUE_DATA");
  const std::filesystem::path data_folder = folder != nullptr ? folder : "../shared/data";
  const std::string text_path = data_folder / "tanaka-ja-en/train.en";
  const std::string model_path = data_folder / "../peers/tanaka-ja-en/lm.5gram.arpa.zst";
  if (!std::filesystem::exists(text_path) || !std::filesystem::exists(model_path)) {
    GTEST_SKIP() << "needs " << text_path << " and " << model_path;
  }
  std::vector<std::string> lines;
  store::LineReader reader(text_path);
  for (std::string line; reader.next(line);) lines.push_back(line);
  const NgramModelData ours = estimate_lines(lines, 5);
  const NgramModelData theirs = read_arpa(model_path);
  ASSERT_EQ(ours.order(), theirs.order());
  ASSERT_EQ(ours.vocabulary.characters(),
            theirs.vocabulary.characters());  // the same ids, so the same sorting
  const double tolerance = 1e-4 * std::numbers::ln10;
  for (unsigned n = 0; n < 5; ++n) {
    ASSERT_EQ(ours.levels[n].first_word, theirs.levels[n].first_word);
    ASSERT_EQ(ours.levels[n].suffix, theirs.levels[n].suffix);
    for (std::size_t i = 0; i < ours.levels[n].size(); ++i) {
      ASSERT_NEAR(ours.levels[n].log_prob[i], theirs.levels[n].log_prob[i], tolerance);
      if (n < 4) {
        ASSERT_NEAR(ours.levels[n].backoff[i], theirs.levels[n].backoff[i], tolerance);
      }
    }
  }
}

}  // namespace
}  // namespace calque::lm
