#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "kernel/margin_regression.h"
#include "kernel/testing.h"
#include "kernel/translation_state.h"

namespace calque::kernel {
namespace {

using testing::counted_kernel;
using testing::random_corpus;
using testing::Side;

struct Example {
  Side source = testing::example_source();
  Side target = testing::example_target();
  SpectrumArrays x{source.corpus, {2}};
  SpectrumArrays y{target.corpus, {2}};
  CentredKernel source_kernel{x.index()};
  CentredKernel target_kernel{y.index()};
  ThreadPool threads{1};

  MarginSolution solve(double cost) {
    return train_margin(source_kernel, target_kernel, {.cost = cost, .tolerance = 1e-13, .max_passes = 10000},
                        threads, silent_reporter());
  }
};

// theory/kernel-regression.md#worked-example, and theory/kernel-regression.md#what-must-hold, 4.
TEST(Margin, CentredKernelsOfTheWorkedExample) {
  Example example;
  const double expected[3][3] = {{1, -.670820, -.516398}, {-.670820, 1, -.288675}, {-.516398, -.288675, 1}};
  const double squares[] = {3.333333, 2.666667, 2};
  std::vector<double> column(3);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(std::pow(example.source_kernel.inverse_norms()[i], -2), squares[i], 1e-6);
    example.source_kernel.column(i, column);
    double row_sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(column[j], expected[i][j], 1e-6);
      row_sum += column[j] / example.source_kernel.inverse_norms()[j];
    }
    EXPECT_NEAR(row_sum, 0.0, 1e-12);
  }
  // Q, the product of both sides.
  const double products[3][3] = {{1, .45, .266667}, {.45, 1, .083333}, {.266667, .083333, 1}};
  std::vector<double> other(3);
  for (std::size_t i = 0; i < 3; ++i) {
    example.source_kernel.column(i, column);
    example.target_kernel.column(i, other);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(column[j] * other[j], products[i][j], 1e-6);
  }
}

// theory/kernel-regression.md#what-must-hold, 4, on both sides.
TEST(Margin, CentredRowsSumToZeroAndNormalisedDiagonalsAreOne) {
  Rng random(13);
  for (int round = 0; round < 10; ++round) {
    const testing::RandomPairs pairs(random, 40, 8, 7, 3);
    for (const SpectrumArrays* side : {&pairs.x, &pairs.y}) {
      const CentredKernel kernel(side->index());
      std::vector<double> column(40);
      for (std::size_t i = 0; i < 40; ++i) {
        ASSERT_GT(kernel.inverse_norms()[i], 0);
        kernel.column(i, column);
        EXPECT_NEAR(column[i], 1, 1e-9);
        double sum = 0;
        for (std::size_t j = 0; j < 40; ++j) sum += column[j] / kernel.inverse_norms()[j];
        EXPECT_NEAR(sum, 0, 1e-9);
      }
    }
  }
}

TEST(Margin, SolutionsOfTheWorkedExample) {
  Example example;
  const auto loose = example.solve(10);
  EXPECT_NEAR(loose.alpha[0], .454545, 1e-6);
  EXPECT_NEAR(loose.alpha[1], .727273, 1e-6);
  EXPECT_NEAR(loose.alpha[2], .818182, 1e-6);
  EXPECT_NEAR(loose.primal, 1.0, 1e-6);
  EXPECT_NEAR(loose.dual, -1.0, 1e-6);
  const auto tight = example.solve(.5);
  for (const double alpha : tight.alpha) EXPECT_NEAR(alpha, .5, 1e-9);
  EXPECT_NEAR(tight.primal, .925, 1e-6);
  EXPECT_NEAR(tight.dual, -.925, 1e-6);
}

TEST(Margin, ScoresOfTheWorkedExample) {
  Example example;
  const auto solution = example.solve(10);
  const MarginRegression regression(example.x.index(), example.y.index(), solution.alpha);
  const auto dual = regression.weights(
      SourcePrefixes::whole(example.x.index(), example.source.words(testing::kExampleInput)));
  const PrefixScore score(regression.constants(dual));
  SearchNgrams ngrams;
  ngrams.reset(example.y.index(), dual);
  const double expected[] = {.344401, .506228, -.335410, .700000};
  for (std::size_t k = 0; k < 4; ++k) {
    TranslationState state;
    for (const auto word : example.target.words(testing::example_candidates()[k])) state.push(word, ngrams);
    double gain = 0;
    for (const auto ngram : state.ngrams()) gain += ngrams.gain(ngram, 0);
    EXPECT_NEAR(-score.cost(0, gain, state.sums()), expected[k], 1e-5);
  }
}

// theory/kernel-regression.md#what-must-hold, 5.
TEST(Margin, MeetsTheConditionsOfOptimality) {
  Rng random(3);
  const testing::RandomPairs pairs(random, 80, 12, 8, 3);
  const auto& [source, target, x, y] = pairs;
  const CentredKernel source_kernel(x.index());
  const CentredKernel target_kernel(y.index());
  ThreadPool threads(2);
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 30U}) {
    const double cost = 0.7;
    const auto solution =
        train_margin(source_kernel, target_kernel,
                     {.cost = cost, .tolerance = 1e-9, .max_passes = 100000, .memory = memory}, threads,
                     silent_reporter());
    EXPECT_NEAR(solution.primal + solution.dual, 0.0, 1e-7);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < 80; ++i) {
      if (solution.alpha[i] <= 1e-9)
        EXPECT_GE(solution.margins[i], 1 - 1e-4);
      else if (solution.alpha[i] >= cost - 1e-9)
        EXPECT_LE(solution.margins[i], 1 + 1e-4);
      else {
        EXPECT_NEAR(solution.margins[i], 1, 1e-4);
        ++inside;
      }
    }
    EXPECT_GT(inside, 0U);
  }
}

// theory/kernel-regression.md#maximum-margin, the literal variant: fixed small steps towards the margin, ever
// smaller, on the whole matrix. Slow, but with nothing in common with the exact steps.
TEST(Margin, SmallStepsComeToTheSameSolution) {
  Rng random(7);
  const std::size_t size = 20;
  const testing::RandomPairs pairs(random, size, 10, 7, 2);
  const auto& [source, target, x, y] = pairs;
  const CentredKernel source_kernel(x.index());
  const CentredKernel target_kernel(y.index());
  std::vector<std::vector<double>> products(size, std::vector<double>(size));
  std::vector<double> other(size);
  for (std::size_t i = 0; i < size; ++i) {
    source_kernel.column(i, products[i]);
    target_kernel.column(i, other);
    for (std::size_t k = 0; k < size; ++k) products[i][k] *= other[k];
  }
  ThreadPool threads(1);
  for (const double cost : {0.5, 1.0, 10.0}) {
    std::vector<double> alpha(size, 0.0);
    for (double eta = 0.05; eta > 1e-7; eta *= 0.7) {
      for (int pass = 0; pass < 60; ++pass) {
        for (std::size_t i = 0; i < size; ++i) {
          double margin = 0;
          for (std::size_t k = 0; k < size; ++k) margin += products[i][k] * alpha[k];
          alpha[i] = std::clamp(alpha[i] + (margin < 1 ? eta : -eta), 0.0, cost);
        }
      }
    }
    const auto exact =
        train_margin(source_kernel, target_kernel, {.cost = cost, .tolerance = 1e-10, .max_passes = 100000},
                     threads, silent_reporter());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(exact.alpha[i], alpha[i], 1e-4) << cost;
  }
}

// The naive sum of theory/kernel-regression.md#maximum-margin from kernels of pairs of sentences, for every
// prefix.
TEST(Margin, FastScoresEqualTheSumOverTrainingPairs) {
  Rng random(5);
  const std::size_t size = 25;
  const testing::RandomPairs pairs(random, size, 6, 7, 3);
  const auto& [source, target, x, y] = pairs;
  std::vector<double> alpha(size);
  for (double& value : alpha) value = random.chance(0.3) ? 0.0 : random.uniform();
  const auto centred = [&](const text::Corpus& corpus, std::span<const text::WordId> a,
                           std::span<const text::WordId> b) {
    double value = counted_kernel(a, b, 3);
    for (std::size_t i = 0; i < size; ++i) {
      value -= (counted_kernel(a, corpus.sentence(i), 3) + counted_kernel(b, corpus.sentence(i), 3)) / size;
      for (std::size_t j = 0; j < size; ++j)
        value += counted_kernel(corpus.sentence(i), corpus.sentence(j), 3) / (size * size);
    }
    return value;
  };
  const auto normalised = [&](const text::Corpus& corpus, std::span<const text::WordId> a,
                              std::span<const text::WordId> b) {
    const double product = centred(corpus, a, a) * centred(corpus, b, b);
    return product <= 1e-12 ? 0.0 : centred(corpus, a, b) / std::sqrt(product);
  };
  const MarginRegression regression(x.index(), y.index(), alpha);
  const auto input = source.sentence(0).empty() ? source.sentence(1) : source.sentence(0);
  ASSERT_FALSE(input.empty());
  const auto dual = regression.weights(SourcePrefixes::all(x.index(), input));
  const PrefixScore score(regression.constants(dual));
  SearchNgrams ngrams;
  ngrams.reset(y.index(), dual);
  const auto words = testing::random_words(random, 7, 8);
  TranslationState state;
  for (std::size_t length = 1; length <= words.size(); ++length) {
    state.push(words[length - 1], ngrams);
    for (std::size_t column = 0; column < input.size(); ++column) {
      double gain = 0;
      for (const auto ngram : state.ngrams()) gain += ngrams.gain(ngram, column);
      double expected = 0;
      for (std::size_t i = 0; i < size; ++i) {
        expected += alpha[i] * normalised(source, source.sentence(i), input.first(column + 1)) *
                    normalised(target, target.sentence(i), std::span(words).first(length));
      }
      EXPECT_NEAR(-score.cost(column, gain, state.sums()), expected, 1e-9);
    }
  }
}

TEST(Margin, TheSameForAnyNumberOfThreads) {
  Rng random(6);
  const auto source = random_corpus(random, 150, 20, 8);
  const SpectrumArrays x(source, {3});
  const CentredKernel kernel(x.index());
  ThreadPool one(1);
  ThreadPool three(3);
  const MarginOptions options{.cost = 1, .max_passes = 5};
  EXPECT_EQ(train_margin(kernel, kernel, options, one, silent_reporter()).alpha,
            train_margin(kernel, kernel, options, three, silent_reporter()).alpha);
}

TEST(Margin, RefusesBadOptionsAndTakesDegenerateData) {
  EXPECT_THROW((MarginOptions{.cost = 0}.validate()), UsageError);
  EXPECT_THROW((MarginOptions{.tolerance = 0}.validate()), UsageError);
  for (const auto& lines : std::vector<std::vector<std::string>>{{}, {""}, {"a"}, {"a", "a"}}) {
    Side side(lines);
    const SpectrumArrays x(side.corpus, {2});
    const CentredKernel kernel(x.index());
    ThreadPool threads(1);
    const auto solution = train_margin(kernel, kernel, {}, threads, silent_reporter());
    EXPECT_NEAR(solution.primal + solution.dual, 0.0, 1e-9);
    const MarginRegression regression(x.index(), x.index(), solution.alpha);
    for (const double w :
         regression.weights(SourcePrefixes::whole(x.index(), side.words("a b"))).weights.values)
      EXPECT_TRUE(std::isfinite(w));
  }
}

}  // namespace
}  // namespace calque::kernel
