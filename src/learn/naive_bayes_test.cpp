// Naive Bayes and feature selection (theory/bayes.md#worked-example, theory/bayes.md#what-must-hold).
#include "learn/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/rng.h"
#include "learn/mutual_information.h"
#include "learn/testing.h"

namespace calque::learn {
namespace {

BayesCounts worked_example() {
  BayesCounts counts(3, 3);
  counts.examples = {4, 3, 3};
  const std::uint64_t by_class[3][3] = {{5, 1, 0}, {1, 3, 2}, {0, 2, 2}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t m = 0; m < 3; ++m) counts.occurrences[m * 3 + k] = by_class[k][m];
  }
  return counts;
}

const BayesOptions kMle{BayesEstimate::kMaximumLikelihood, 1.0};
const BayesOptions kMap2{BayesEstimate::kMap, 2.0};
const BayesOptions kBayes1{BayesEstimate::kBayesian, 1.0};

struct Vector {
  std::vector<std::uint32_t> features;
  std::vector<float> values;
  RowView row() const { return {features, values}; }
};
const Vector kExample{{0, 2}, {1, 2}};

std::vector<double> posterior(const BayesCounts& counts, const BayesOptions& options, const RowView& row) {
  std::vector<double> p(counts.classes);
  NaiveBayes(counts, options).probabilities(row, p);
  return p;
}

// q_km of an estimate, read off the score of a single occurrence.
double parameter(const BayesCounts& counts, const BayesOptions& options, std::size_t k, std::uint32_t m) {
  const Vector one{{m}, {1}};
  const Vector none{};
  std::vector<double> with(counts.classes);
  std::vector<double> without(counts.classes);
  NaiveBayes(counts, options).log_scores(one.row(), with);
  NaiveBayes(counts, options).log_scores(none.row(), without);
  return std::exp(with[k] - without[k]);
}

TEST(NaiveBayes, WorkedExample) {
  const BayesCounts counts = worked_example();
  const double mle[3][3] = {{.833333, .166667, 0}, {.166667, .5, .333333}, {0, .5, .5}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::uint32_t m = 0; m < 3; ++m) EXPECT_NEAR(parameter(counts, kMle, k, m), mle[k][m], 1e-6);
  }
  EXPECT_THAT(posterior(counts, kMle, kExample.row()), ::testing::ElementsAre(0.0, 1.0, 0.0));
  const double map[3][3] = {
      {.666667, .222222, .111111}, {.222222, .444444, .333333}, {.142857, .428571, .428571}};
  for (std::size_t k = 0; k < 3; ++k) {
    double sum = 0.0;
    for (std::uint32_t m = 0; m < 3; ++m) {
      EXPECT_NEAR(parameter(counts, kMap2, k, m), map[k][m], 1e-6);
      sum += parameter(counts, kMap2, k, m);
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
  std::vector<double> scores(3);
  NaiveBayes(counts, kMap2).log_scores(kExample.row(), scores);
  EXPECT_NEAR(scores[0], -5.716205, 1e-6);
  EXPECT_NEAR(scores[1], -4.905275, 1e-6);
  EXPECT_NEAR(scores[2], -4.844479, 1e-6);
  using ::testing::DoubleNear;
  EXPECT_THAT(posterior(counts, kMap2, kExample.row()),
              ::testing::ElementsAre(DoubleNear(.177272, 1e-6), DoubleNear(.398863, 1e-6),
                                     DoubleNear(.423865, 1e-6)));
  EXPECT_THAT(posterior(counts, kBayes1, kExample.row()),
              ::testing::ElementsAre(DoubleNear(.251685, 1e-6), DoubleNear(.377528, 1e-6),
                                     DoubleNear(.370787, 1e-6)));
  NaiveBayes(counts, kBayes1).log_scores(kExample.row(), scores);
  const double conditional[] = {.0363636, .0727273, .0714286};
  const double priors[] = {.4, .3, .3};
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(3 * std::exp(scores[k]) / priors[k], conditional[k], 1e-6);
}

// Calls visit with every vector of `left` counts over features [from, size).
void for_all(std::vector<float>& counts, std::size_t from, int left, const std::function<void()>& visit) {
  if (from + 1 == counts.size()) {
    counts[from] = static_cast<float>(left);
    visit();
    return;
  }
  for (int n = 0; n <= left; ++n) {
    counts[from] = static_cast<float>(n);
    for_all(counts, from + 1, left - n, visit);
  }
}

TEST(NaiveBayes, PredictiveSumsToOneOverAllVectors) {
  Rng rng(5);
  for (int trial = 0; trial < 10; ++trial) {
    BayesCounts counts(4, 2);
    counts.examples = {1, 1};
    for (auto& count : counts.occurrences) count = rng.below(6);
    const BayesOptions options{BayesEstimate::kBayesian, 0.1 + 3 * rng.uniform()};
    const NaiveBayes model(counts, options);
    std::vector<std::uint32_t> features{0, 1, 2, 3};
    std::vector<float> values(4);
    std::vector<double> sums(2, 0.0);
    for_all(values, 0, 5, [&] {
      std::vector<double> scores(2);
      model.log_scores({features, values}, scores);
      double log_c = std::lgamma(6.0);
      for (const float value : values) log_c -= std::lgamma(static_cast<double>(value) + 1);
      for (std::size_t k = 0; k < 2; ++k) sums[k] += std::exp(scores[k] + log_c) / 0.5;
    });
    EXPECT_NEAR(sums[0], 1.0, 1e-10);
    EXPECT_NEAR(sums[1], 1.0, 1e-10);
  }
}

TEST(NaiveBayes, OneOccurrenceIsMapWithOneMore) {
  const BayesCounts counts = worked_example();
  for (const double a : {0.3, 1.0, 2.5}) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::uint32_t m = 0; m < 3; ++m) {
        EXPECT_NEAR(parameter(counts, {BayesEstimate::kBayesian, a}, k, m),
                    parameter(counts, {BayesEstimate::kMap, a + 1}, k, m), 1e-12);
      }
    }
  }
}

TEST(NaiveBayes, LimitsOfManyCountsAndOfAStrongPrior) {
  BayesCounts many = worked_example();
  for (auto& count : many.occurrences) count = (count + 1) * 10'000'000;
  const auto bayesian = posterior(many, {BayesEstimate::kBayesian, 1.0}, kExample.row());
  const auto map = posterior(many, {BayesEstimate::kMap, 2.0}, kExample.row());
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(bayesian[k], map[k], 1e-6);
  const auto strong = posterior(worked_example(), {BayesEstimate::kBayesian, 1e9}, kExample.row());
  EXPECT_NEAR(strong[0], .4, 1e-6);
  EXPECT_NEAR(strong[1], .3, 1e-6);
}

TEST(NaiveBayes, RisingFactorialIsGamma) {
  for (const double a : {0.1, 1.0, 7.5, 1000.0}) {
    for (const std::uint64_t n : {0U, 1U, 5U, 30U}) {
      EXPECT_NEAR(log_rising(a, n), std::lgamma(a + static_cast<double>(n)) - std::lgamma(a), 1e-8);
    }
  }
}

TEST(NaiveBayes, ShardsAddUp) {
  const auto examples = testing::random_examples({}, 5);
  testing::Examples counted = examples;  // values must be counts
  counted.rows = {};
  for (std::size_t i = 0; i < examples.rows.size(); ++i) {
    const std::vector<float> ones(examples.rows.row(i).size(), 1.0F);
    counted.rows.add(examples.rows.row(i).features, ones);
  }
  const BayesCounts whole = count(counted.problem());
  BayesCounts sum(counted.features, counted.classes);
  for (std::size_t shard = 0; shard < 3; ++shard) {
    BayesCounts part(counted.features, counted.classes);
    for (std::size_t i = shard; i < counted.rows.size(); i += 3)
      part.add(counted.rows.row(i), counted.labels[i]);
    sum.add(part);
  }
  EXPECT_EQ(sum.occurrences, whole.occurrences);
  EXPECT_EQ(sum.present, whole.present);
  EXPECT_EQ(sum.examples, whole.examples);
}

TEST(NaiveBayes, EmptyVectorsAndClassesWithoutData) {
  BayesCounts counts = worked_example();
  const Vector none{};
  const auto prior = posterior(counts, kMap2, none.row());
  EXPECT_NEAR(prior[0], .4, 1e-12);
  counts.examples = {4, 0, 3};
  for (std::size_t m = 0; m < 3; ++m) counts.occurrences[m * 3 + 1] = 0;
  for (const auto& options : {kMle, kMap2, kBayes1}) {
    const auto p = posterior(counts, options, kExample.row());
    EXPECT_EQ(p[1], 0.0);
    EXPECT_NEAR(p[0] + p[2], 1.0, 1e-12);
  }
  const BayesCounts nothing(3, 2);
  const auto uniform = posterior(nothing, kMap2, kExample.row());
  EXPECT_NEAR(uniform[0], 0.5, 1e-12);
}

TEST(NaiveBayes, RefusesPriorsThatAreTooWeak) {
  EXPECT_THROW((BayesOptions{BayesEstimate::kMap, 1.0}).validate(), UsageError);
  EXPECT_THROW((BayesOptions{BayesEstimate::kBayesian, 0.0}).validate(), UsageError);
}

TEST(NaiveBayes, ReachesTheBayesErrorOfItsOwnModel) {
  // Two classes; each example has 4 draws from the class's distribution over 4 features.
  const double q[2][4] = {{.4, .3, .2, .1}, {.1, .2, .3, .4}};
  Rng rng(11);
  const auto draw = [&](std::size_t k) {
    std::vector<float> values(4, 0.0F);
    for (int n = 0; n < 4; ++n) {
      double u = rng.uniform();
      std::size_t m = 0;
      while (m < 3 && u >= q[k][m]) u -= q[k][m++];
      values[m] += 1.0F;
    }
    return values;
  };
  const std::vector<std::uint32_t> features{0, 1, 2, 3};
  BayesCounts counts(4, 2);
  for (int i = 0; i < 20000; ++i) counts.add({features, draw(i % 2 == 0 ? 0 : 1)}, i % 2 == 0 ? 0 : 1);
  const NaiveBayes model(counts, kMap2);
  int wrong = 0;
  int unavoidable = 0;
  const int tests = 20000;
  std::vector<double> scores(2);
  for (int i = 0; i < tests; ++i) {
    const std::size_t k = i % 2 == 0 ? 0 : 1;
    const auto values = draw(k);
    model.log_scores({features, values}, scores);
    double truth = 0.0;
    for (std::size_t m = 0; m < 4; ++m) truth += static_cast<double>(values[m]) * std::log(q[0][m] / q[1][m]);
    wrong += (scores[1] > scores[0] ? 1U : 0U) != k ? 1 : 0;
    unavoidable += (truth < 0 ? 1U : 0U) != k ? 1 : 0;
  }
  EXPECT_NEAR(wrong, unavoidable, 0.01 * tests);
}

TEST(Information, WorkedExamples) {
  const std::uint64_t present[] = {40, 2, 8};
  const std::uint64_t all[] = {70, 10, 20};
  const Information found = information(present, all);
  EXPECT_NEAR(found.mutual, .03046893, 1e-8);
  EXPECT_NEAR(found.of_feature, .69314718, 1e-8);
  EXPECT_NEAR(found.of_classes, .80181855, 1e-8);
  EXPECT_NEAR(found.normalised, .04395738, 1e-8);
  EXPECT_NEAR(found.symmetric, 2 * .03046893 / (.69314718 + .80181855), 1e-7);
  const std::uint64_t independent[] = {40, 20, 20};
  const std::uint64_t independent_all[] = {60, 30, 30};
  EXPECT_EQ(information(independent, independent_all).normalised, 0.0);
  const std::uint64_t deciding[] = {0, 50};
  const std::uint64_t deciding_all[] = {50, 50};
  EXPECT_NEAR(information(deciding, deciding_all).normalised, 1.0, 1e-12);
  EXPECT_NEAR(information(deciding, deciding_all).symmetric, 1.0, 1e-12);
}

TEST(Information, StaysInRangeAndIgnoresTheNamesOfClasses) {
  Rng rng(2);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::uint64_t> all(4);
    std::vector<std::uint64_t> present(4);
    for (std::size_t k = 0; k < 4; ++k) {
      all[k] = rng.below(50);
      present[k] = rng.below(all[k] + 1);
    }
    const double value = information(present, all).normalised;
    EXPECT_GE(value, 0.0);
    EXPECT_LE(value, 1.0);
    EXPECT_LE(information(present, all).symmetric, value);  // the mean is no less than the smaller entropy
    std::rotate(all.begin(), all.begin() + 1, all.end());
    std::rotate(present.begin(), present.begin() + 1, present.end());
    EXPECT_NEAR(information(present, all).normalised, value, 1e-12);
  }
  const std::vector<std::uint64_t> everywhere{5, 7};
  EXPECT_EQ(information(everywhere, everywhere).normalised, 0.0);
  const std::vector<std::uint64_t> nowhere{0, 0};
  EXPECT_EQ(information(nowhere, everywhere).normalised, 0.0);
  EXPECT_EQ(information(nowhere, nowhere).normalised, 0.0);
  EXPECT_EQ(information(nowhere, nowhere).symmetric, 0.0);
}

TEST(Information, SelectionKeepsLessAtHigherThresholds) {
  Rng rng(4);
  BayesCounts counts(50, 3);
  counts.examples = {100, 80, 60};
  for (std::size_t i = 0; i < counts.present.size(); ++i)
    counts.present[i] = counts.occurrences[i] = rng.below(50);
  const auto ranks = rank_features(counts);
  const auto all = select_features(ranks, 0.0);
  EXPECT_EQ(all.size(), 50U);
  EXPECT_EQ(keep_features(counts, all).occurrences, counts.occurrences);
  std::size_t before = 50;
  for (double threshold = 0.001; threshold < 0.2; threshold *= 1.5) {
    const auto kept = select_features(ranks, threshold);
    EXPECT_LE(kept.size(), before);
    before = kept.size();
    for (const std::uint32_t f : kept) EXPECT_GE(ranks[f], threshold);
  }
  EXPECT_LT(before, 50U);
}

}  // namespace
}  // namespace calque::learn
