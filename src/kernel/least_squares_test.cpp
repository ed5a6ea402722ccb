#include <algorithm>
#include <cmath>
#include <memory>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "kernel/cholesky.h"
#include "kernel/conjugate_gradients.h"
#include "kernel/cosine_regression.h"
#include "kernel/local_regression.h"
#include "kernel/low_rank.h"
#include "kernel/ngram_gains.h"
#include "kernel/testing.h"

namespace calque::kernel {
namespace {

using testing::random_corpus;
using testing::random_words;
using testing::Side;

constexpr std::uint64_t kMemory = std::uint64_t{1} << 30U;

// beta by dense arithmetic from kernels of pairs of sentences.
Eigen::VectorXd dense_beta(const text::Corpus& corpus, std::span<const text::WordId> input, std::size_t order,
                           double ridge) {
  const auto size = static_cast<Eigen::Index>(corpus.size());
  Eigen::MatrixXd gram(size, size);
  Eigen::VectorXd right(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    right(i) = static_cast<double>(spectrum_kernel(corpus.sentence(i), input, order));
    for (Eigen::Index j = 0; j < size; ++j)
      gram(i, j) = static_cast<double>(spectrum_kernel(corpus.sentence(i), corpus.sentence(j), order));
  }
  gram.diagonal().array() += ridge;
  return gram.fullPivLu().solve(right);
}

struct Exact {
  CholeskyFactor factor;
  CholeskyRegression regression;

  Exact(const SpectrumIndex& index, double ridge, ThreadPool& threads)
      : factor(factorise(index, ridge, kMemory, threads)), regression(index, factor.tiles, factor.ridge) {}
};

TEST(LeastSquares, WorkedExample) {
  Side source = testing::example_source();
  const auto input = source.words(testing::kExampleInput);
  const SpectrumArrays arrays(source.corpus, {2});
  ThreadPool threads(1);
  const Exact exact(arrays.index(), 0, threads);
  EXPECT_EQ(exact.factor.ridge, 0.0);
  const auto prefixes = SourcePrefixes::whole(arrays.index(), input);
  EXPECT_THAT(kernel_vectors(arrays.index(), prefixes).values, ::testing::ElementsAre(7, 3, 2));
  const auto dual = exact.regression.weights(prefixes);
  EXPECT_NEAR(dual.weights.values[0], .91304348, 1e-8);
  EXPECT_NEAR(dual.weights.values[1], .36956522, 1e-8);
  EXPECT_NEAR(dual.weights.values[2], .23913043, 1e-8);
}

TEST(LeastSquares, EveryPrefixEqualsDenseArithmetic) {
  Rng random(7);
  const auto corpus = random_corpus(random, 300, 40, 9);
  const SpectrumArrays arrays(corpus, {3});
  ThreadPool threads(2);
  const double ridge = 0.5;
  const Exact exact(arrays.index(), ridge, threads);
  const ConjugateGradientRegression matrix_free(arrays.index(), ridge);
  const LocalRegression local(arrays.index(), {corpus.size(), NeighbourChoice::kRare, ridge});
  const auto rows = incomplete_cholesky(arrays.index(), corpus.size(), threads);
  const LowRankRegression low_rank(arrays.index(), rows.rows, rows.rank, ridge);
  auto input = random_words(random, 45, 7);
  input.push_back(text::WordId{3});
  const auto prefixes = SourcePrefixes::all(arrays.index(), input);
  ASSERT_EQ(prefixes.columns(), input.size());
  const Regression* all[] = {&exact.regression, &matrix_free, &local, &low_rank};
  for (const Regression* regression : all) {
    const auto dual = regression->weights(prefixes);
    ASSERT_EQ(dual.sentences.size(), corpus.size());
    for (std::size_t column = 0; column < input.size(); ++column) {
      const auto expected = dense_beta(corpus, std::span(input).first(column + 1), 3, ridge);
      for (std::size_t i = 0; i < corpus.size(); ++i)
        EXPECT_NEAR(dual.weights.row(i)[column], expected(static_cast<Eigen::Index>(i)), 1e-7);
    }
  }
}

TEST(LeastSquares, EveryPrefixEqualsDenseArithmeticWithWeights) {
  Rng random(16);
  const auto corpus = random_corpus(random, 80, 20, 8);
  const SpectrumOptions weights{3, {1, 0.5, 0.25}, true};
  const SpectrumArrays arrays(corpus, weights);
  const testing::WeightedCounting counting(corpus, weights);
  const double ridge = 0.5;
  const auto size = static_cast<Eigen::Index>(corpus.size());
  Eigen::MatrixXd gram(size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    for (Eigen::Index j = 0; j < size; ++j)
      gram(i, j) = counting.kernel(corpus.sentence(i), corpus.sentence(j)) + (i == j ? ridge : 0.0);
  ThreadPool threads(1);
  const Exact exact(arrays.index(), ridge, threads);
  const ConjugateGradientRegression matrix_free(arrays.index(), ridge);
  const LocalRegression local(arrays.index(), {corpus.size(), NeighbourChoice::kRare, ridge});
  const auto rows = incomplete_cholesky(arrays.index(), corpus.size(), threads);
  const LowRankRegression low_rank(arrays.index(), rows.rows, rows.rank, ridge);
  auto input = random_words(random, 25, 7);
  input.push_back(text::WordId{3});
  const auto prefixes = SourcePrefixes::all(arrays.index(), input);
  const Regression* all[] = {&exact.regression, &matrix_free, &local, &low_rank};
  for (std::size_t column = 0; column < input.size(); ++column) {
    Eigen::VectorXd right(size);
    for (Eigen::Index i = 0; i < size; ++i)
      right(i) = counting.kernel(corpus.sentence(i), std::span(input).first(column + 1));
    const Eigen::VectorXd expected = gram.fullPivLu().solve(right);
    for (const Regression* regression : all) {
      const auto dual = regression->weights(prefixes);
      for (std::size_t i = 0; i < corpus.size(); ++i)
        EXPECT_NEAR(dual.weights.row(i)[column], expected(static_cast<Eigen::Index>(i)), 1e-7);
    }
  }
}

// theory/kernel-regression.md#what-must-hold, 3.
TEST(LeastSquares, FindsATrainingSentenceAgain) {
  Rng random(8);
  text::Corpus corpus;
  for (std::uint32_t i = 0; i < 60; ++i) {
    auto words = random_words(random, 12, 6);
    words.push_back(text::WordId{100 + i});  // makes each sentence different from all sums of others
    corpus.add_sentence(words);
  }
  const SpectrumArrays arrays(corpus, {3});
  ThreadPool threads(2);
  const Exact exact(arrays.index(), 0, threads);
  EXPECT_EQ(exact.factor.ridge, 0.0);
  const LocalRegression local(arrays.index(), {corpus.size(), NeighbourChoice::kNearest, 0});
  for (const std::size_t j : {0U, 17U, 59U}) {
    const auto prefixes = SourcePrefixes::whole(arrays.index(), corpus.sentence(j));
    for (const Regression* regression :
         {static_cast<const Regression*>(&exact.regression), static_cast<const Regression*>(&local)}) {
      const auto dual = regression->weights(prefixes);
      for (std::size_t i = 0; i < corpus.size(); ++i)
        EXPECT_NEAR(dual.weights.row(i)[0], i == j ? 1.0 : 0.0, 1e-7);
    }
  }
}

TEST(LeastSquares, MatrixFreePredictsTheSameVector) {
  Rng random(9);
  const testing::RandomPairs pairs(random, 400, 60, 10, 3);
  const auto& [source, target, x, y] = pairs;
  ThreadPool threads(1);
  const Exact exact(x.index(), 0.1, threads);
  const ConjugateGradientRegression matrix_free(x.index(), 0.1);
  const auto input = SourcePrefixes::all(x.index(), source.sentence(5));
  const auto a = exact.regression.weights(input);
  const auto b = matrix_free.weights(input);
  NgramGains gains_a;
  NgramGains gains_b;
  gains_a.reset(y.index(), a);
  gains_b.reset(y.index(), b);
  for (Ngram ngram = 0; ngram < y.index().ngram_count(); ++ngram) {
    const auto slot_a = gains_a.slot(ngram);
    const auto slot_b = gains_b.slot(ngram);
    for (std::size_t c = 0; c < input.columns(); ++c)
      EXPECT_NEAR(gains_a.values(slot_a)[c], gains_b.values(slot_b)[c], 1e-6);
  }
}

TEST(LeastSquares, RepeatedSentencesGetARidge) {
  Side side({"a b c", "a b c", "b c d"});
  const SpectrumArrays arrays(side.corpus, {2});
  ThreadPool threads(1);
  const Exact exact(arrays.index(), 0, threads);
  EXPECT_GT(exact.factor.ridge, 0.0);
  EXPECT_GT(exact.factor.attempts, 1U);
  const auto dual = exact.regression.weights(SourcePrefixes::whole(arrays.index(), side.words("a b c")));
  EXPECT_NEAR(dual.weights.row(0)[0], 0.5, 1e-3);
  EXPECT_NEAR(dual.weights.row(1)[0], 0.5, 1e-3);
  const LocalRegression local(arrays.index(), {2, NeighbourChoice::kNearest, 0});
  const auto near = local.weights(SourcePrefixes::whole(arrays.index(), side.words("a b c")));
  EXPECT_NEAR(near.weights.row(0)[0], 0.5, 1e-3);
}

// Conjugate gradients from zero stay among the vectors that the matrix reaches, where the system has an
// answer.
TEST(LeastSquares, MatrixFreeSolvesSingularSystemsThatHaveAnswers) {
  Side side({"a b c", "a b c", "b c d", ""});
  const SpectrumArrays arrays(side.corpus, {2});
  const ConjugateGradientRegression regression(arrays.index(), 0);
  const auto dual = regression.weights(SourcePrefixes::whole(arrays.index(), side.words("a b c")));
  EXPECT_NEAR(dual.weights.row(0)[0], 0.5, 1e-8);
  EXPECT_NEAR(dual.weights.row(1)[0], 0.5, 1e-8);
}

TEST(LeastSquares, SaysSoIfThereIsNoAnswer) {
  // Both sentences have the same features, but the right-hand side asks for different images.
  Side side({"a", "a"});
  const SpectrumArrays arrays(side.corpus, {1});
  const GramProduct gram(arrays.index(), 0);
  Panel right(2, 1);
  right.values = {1.0, 2.0};
  EXPECT_THROW(solve(gram, right, [](Panel&) {}, {}), NumericError);
}

TEST(LeastSquares, NothingKnownGivesNothing) {
  Side side({"a b", "c"});
  const SpectrumArrays arrays(side.corpus, {2});
  ThreadPool threads(1);
  const Exact exact(arrays.index(), 0, threads);
  const ConjugateGradientRegression matrix_free(arrays.index(), 0);
  const LocalRegression local(arrays.index(), {1, NeighbourChoice::kRare, 0});
  const auto rows = incomplete_cholesky(arrays.index(), 2, threads);
  const LowRankRegression low_rank(arrays.index(), rows.rows, rows.rank, 1.0);
  const Ridge shared = solver_ridge(arrays.index(), true, 0.2);
  const CosineRegression cosine(arrays.index(), arrays.index(),
                                std::make_unique<ConjugateGradientRegression>(arrays.index(), shared));
  const auto unknown = SourcePrefixes::all(arrays.index(), side.words("x y"));
  const auto empty = SourcePrefixes::all(arrays.index(), {});
  const Regression* all[] = {&exact.regression, &matrix_free, &local, &low_rank, &cosine};
  for (const Regression* regression : all) {
    for (const double weight : regression->weights(unknown).weights.values) EXPECT_EQ(weight, 0.0);
    EXPECT_EQ(regression->weights(empty).weights.values.size(), 0U);
  }
}

TEST(LeastSquares, FactorIsTheSameForAnyNumberOfThreads) {
  Rng random(10);
  const auto corpus = random_corpus(random, 700, 50, 9);
  const SpectrumArrays arrays(corpus, {3});
  ThreadPool one(1);
  ThreadPool three(3);
  EXPECT_EQ(factorise(arrays.index(), 1.0, kMemory, one).tiles,
            factorise(arrays.index(), 1.0, kMemory, three).tiles);
  EXPECT_EQ(incomplete_cholesky(arrays.index(), 20, one).rows,
            incomplete_cholesky(arrays.index(), 20, three).rows);
}

TEST(LeastSquares, RefusesMatricesThatDoNotFit) {
  Side side({"a b", "c"});
  const SpectrumArrays arrays(side.corpus, {2});
  ThreadPool threads(1);
  EXPECT_THROW(factorise(arrays.index(), 0, 1000, threads), UsageError);
}

// theory/kernel-regression.md#what-must-hold, 8.
TEST(LowRank, ErrorFallsWithRank) {
  Rng random(11);
  const auto corpus = random_corpus(random, 150, 15, 8);
  const SpectrumArrays arrays(corpus, {2});
  ThreadPool threads(2);
  const auto input = random_words(random, 15, 8);
  const auto expected = dense_beta(corpus, input, 2, 1.0);
  double before = std::numeric_limits<double>::infinity();
  double remaining = std::numeric_limits<double>::infinity();
  for (const std::size_t rank : {10U, 40U, 80U, 150U}) {
    const auto factor = incomplete_cholesky(arrays.index(), rank, threads);
    EXPECT_LT(factor.remaining, remaining);
    remaining = factor.remaining;
    const LowRankRegression regression(arrays.index(), factor.rows, factor.rank, 1.0);
    const auto dual = regression.weights(SourcePrefixes::whole(arrays.index(), input));
    double error = 0;
    for (std::size_t i = 0; i < corpus.size(); ++i)
      error += std::pow(dual.weights.row(i)[0] - expected(static_cast<Eigen::Index>(i)), 2);
    EXPECT_LT(error, before);
    before = error;
  }
  EXPECT_LT(before, 1e-16);
}

TEST(LowRank, PivotsAreDifferentAndBeginWithTheLargest) {
  Rng random(12);
  const auto corpus = random_corpus(random, 150, 15, 8);
  const SpectrumArrays arrays(corpus, {2});
  ThreadPool threads(2);
  const auto factor = incomplete_cholesky(arrays.index(), 40, threads);
  ASSERT_EQ(factor.pivots.size(), 40U);
  const auto self = arrays.index().self_kernels();
  EXPECT_EQ(self[factor.pivots[0]], *std::max_element(self.begin(), self.end()));
  std::vector<std::uint32_t> sorted = factor.pivots;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  // A pivot is explained in full by its own row and those before it.
  for (std::size_t k = 0; k < factor.pivots.size(); ++k) {
    double squares = 0;
    for (std::size_t r = 0; r <= k; ++r)
      squares += std::pow(factor.rows[factor.pivots[k] * factor.rank + r], 2);
    EXPECT_NEAR(squares, self[factor.pivots[k]], 1e-9);
  }
  EXPECT_EQ(choose_pivots(arrays.index(), 40, threads), sorted);
  EXPECT_EQ(choose_pivots(arrays.index(), 150, threads).size(), 150U);
}

TEST(LowRank, NeedsARidge) {
  Side side({"a b", "c"});
  const SpectrumArrays arrays(side.corpus, {2});
  ThreadPool threads(1);
  const auto factor = incomplete_cholesky(arrays.index(), 5, threads);
  EXPECT_EQ(factor.rank, 2U);
  EXPECT_THROW(LowRankRegression(arrays.index(), factor.rows, factor.rank, 0.0), UsageError);
}

// beta by dense arithmetic from cosines.
Eigen::VectorXd dense_cosine_beta(const text::Corpus& corpus, std::span<const text::WordId> input,
                                  std::size_t order, double ridge) {
  const auto size = static_cast<Eigen::Index>(corpus.size());
  const auto cosine = [&](std::span<const text::WordId> x, std::span<const text::WordId> z) {
    const double norms = testing::counted_kernel(x, x, order) * testing::counted_kernel(z, z, order);
    return norms > 0 ? testing::counted_kernel(x, z, order) / std::sqrt(norms) : 0.0;
  };
  Eigen::MatrixXd gram(size, size);
  Eigen::VectorXd right(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    right(i) = cosine(corpus.sentence(i), input);
    for (Eigen::Index j = 0; j < size; ++j) gram(i, j) = cosine(corpus.sentence(i), corpus.sentence(j));
  }
  gram.diagonal().array() += ridge;
  return gram.fullPivLu().solve(right);
}

// theory/kernel-regression.md#numerical-care, the cosine switch: every solver, for every prefix, with empty
// sentences in the corpus.
TEST(CosineRegression, EveryPrefixEqualsDenseArithmetic) {
  Rng random(17);
  const testing::RandomPairs pairs(random, 120, 25, 7, 2);
  const auto& [source, target, x, y] = pairs;
  ThreadPool threads(1);
  const double amount = 0.2;
  const Ridge ridge = solver_ridge(x.index(), true, amount);
  const CholeskyFactor factor = factorise(x.index(), ridge, kMemory, threads);
  EXPECT_EQ(factor.attempts, 1U);
  const auto low = incomplete_cholesky(x.index(), source.size(), threads);
  std::vector<std::unique_ptr<const Regression>> solvers;
  solvers.push_back(std::make_unique<CholeskyRegression>(x.index(), factor.tiles, ridge));
  solvers.push_back(std::make_unique<ConjugateGradientRegression>(x.index(), ridge));
  solvers.push_back(std::make_unique<LocalRegression>(
      x.index(), LocalOptions{source.size(), NeighbourChoice::kRare, ridge}));
  solvers.push_back(std::make_unique<LowRankRegression>(x.index(), low.rows, low.rank, ridge));
  auto input = random_words(random, 30, 6);
  input.push_back(text::WordId{3});
  for (auto& solver : solvers) {
    const CosineRegression regression(x.index(), y.index(), std::move(solver));
    const auto dual = regression.weights(SourcePrefixes::all(x.index(), input));
    for (std::size_t column = 0; column < input.size(); ++column) {
      const auto expected = dense_cosine_beta(source, std::span(input).first(column + 1), 2, amount);
      for (std::size_t i = 0; i < source.size(); ++i) {
        const double length = std::sqrt(testing::counted_kernel(target.sentence(i), target.sentence(i), 2));
        EXPECT_NEAR(dual.weights.row(i)[column] * length,
                    length > 0 ? expected(static_cast<Eigen::Index>(i)) : 0.0, 1e-7);
      }
    }
  }
}

}  // namespace
}  // namespace calque::kernel
