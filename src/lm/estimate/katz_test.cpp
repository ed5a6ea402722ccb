// Katz back-off against a computation by hand, and the fall-backs of Good-Turing discounts.
#include "lm/estimate/katz.h"

#include <cmath>

#include <gtest/gtest.h>

#include "lm/estimate/estimate.h"
#include "lm/testing/reference.h"

namespace calque::lm {
namespace {

using testing::BackoffReference;
using testing::estimate_with;
using testing::for_each_context_sum;
using testing::Ngram;
using testing::odd_texts;
using testing::random_lines;

// `having[r]` n-grams with count r + 1.
CountsOfCounts counts_having(const std::vector<unsigned>& having) {
  CountsOfCounts counts;
  for (std::size_t r = 0; r < having.size(); ++r) {
    for (unsigned i = 0; i < having[r]; ++i) counts.add(r + 1);
  }
  return counts;
}

TEST(Katz, GoodTuringDiscountsByHand) {
  // t = 1000, 400, 220, 140, 100, 75, 59, 50: k = 7, g = 8 * 50 / 1000.
  const GoodTuring discounts = estimate_good_turing(counts_having({1000, 400, 220, 140, 100, 75, 59, 50}));
  EXPECT_FALSE(discounts.is_fallback);
  ASSERT_EQ(discounts.limit, 7U);
  EXPECT_NEAR(discounts.ratio[1], (2.0 * 400 / 1000 - 0.4) / 0.6, 1e-12);
  EXPECT_NEAR(discounts.ratio[2], (3.0 * 220 / 400 / 2 - 0.4) / 0.6, 1e-12);
  EXPECT_NEAR(discounts.ratio[7], (8.0 * 50 / 59 / 7 - 0.4) / 0.6, 1e-12);
  EXPECT_NEAR(discounts.discounted(2), 2 * discounts.ratio[2], 1e-12);
  EXPECT_EQ(discounts.discounted(8), 8.0);
  // What is freed is what Good-Turing gives to the unseen: t_1.
  double freed = 0.0;
  const std::vector<double> having = {1000, 400, 220, 140, 100, 75, 59};
  for (std::size_t r = 1; r <= 7; ++r)
    freed += having[r - 1] * (static_cast<double>(r) - discounts.discounted(static_cast<std::uint32_t>(r)));
  EXPECT_NEAR(freed, 1000.0, 1e-9);
}

TEST(Katz, GoodTuringTakesASmallerLimitOrFallsBack) {
  // No count of 5: the largest k is 3 (k = 4 needs t_5 > 0 for d_4 > 0).
  const GoodTuring shorter = estimate_good_turing(counts_having({100, 40, 22, 14, 0, 7}));
  EXPECT_FALSE(shorter.is_fallback);
  EXPECT_EQ(shorter.limit, 3U);
  EXPECT_EQ(shorter.discounted(4), 4.0);
  for (const auto& counts : {counts_having({0, 5, 3}), counts_having({5}), counts_having({1, 9, 9, 9})}) {
    const GoodTuring discounts = estimate_good_turing(counts);
    EXPECT_TRUE(discounts.is_fallback);
    EXPECT_EQ(discounts.discounted(1), 0.5);
    EXPECT_EQ(discounts.discounted(9), 8.5);
    EXPECT_EQ(discounts.discounted(0), 0.0);
  }
  EXPECT_FALSE(estimate_good_turing({}).is_fallback);
}

// Two sentences, a bigram model; the counts are too few for Good-Turing, so half is taken off every count.
TEST(Katz, BigramModelByHand) {
  const NgramModelData data = estimate_with({"a b", "a c"}, {.order = 2, .smoothing = Smoothing::kKatz});
  const BackoffReference model(data);
  const auto id = [&](const char* word) { return static_cast<std::uint32_t>(*data.vocabulary.find(word)); };
  const double total = 6.0;  // a a b c </s> </s>
  EXPECT_NEAR(std::exp(model.log_prob({}, id("a"))), 1.5 / total, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({}, id("b"))), 0.5 / total, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({}, id("</s>"))), 1.5 / total, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({}, id("<unk>"))), 2.0 / total, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({1}, id("a"))), 1.5 / 2, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({id("a")}, id("b"))), 0.5 / 2, 1e-6);
  // After a, half of the mass is left; b and c, seen there, have 1 / 6 of the unigrams.
  const double alpha = 0.5 / (1.0 - 1.0 / total);
  EXPECT_NEAR(std::exp(model.log_prob({id("a")}, id("a"))), alpha * 1.5 / total, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob({id("a")}, id("<unk>"))), alpha * 2.0 / total, 1e-6);
}

TEST(Katz, SumsToOneAfterEveryContext) {
  std::vector<std::vector<std::string>> texts = odd_texts();
  texts.push_back(random_lines(11, 600, 4));               // most words follow most contexts
  texts.push_back(std::vector<std::string>(50, "a b a"));  // large counts only: nothing is discounted
  for (unsigned order = 1; order <= kMaxOrder; ++order) {
    for (const auto& lines : texts) {
      for_each_context_sum(estimate_with(lines, {.order = order, .smoothing = Smoothing::kKatz}),
                           [](const Ngram& context, double sum) {
                             EXPECT_NEAR(sum, 1.0, 1e-5) << "context of length " << context.size();
                           });
    }
  }
}

}  // namespace
}  // namespace calque::lm
