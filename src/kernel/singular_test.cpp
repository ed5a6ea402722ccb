// Least squares without ridge where the Gram matrix is singular, by a little or by much.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "kernel/cholesky.h"
#include "kernel/conjugate_gradients.h"
#include "kernel/local_regression.h"
#include "kernel/testing.h"

namespace calque::kernel {
namespace {

using testing::random_words;

constexpr std::uint64_t kEnoughMemory = std::uint64_t{1} << 30U;

// No sentence is empty: its row of zeros would make any matrix singular.
text::Corpus spoken_corpus(Rng& random, std::size_t sentences, std::size_t vocabulary, std::size_t longest) {
  text::Corpus corpus;
  while (corpus.size() < sentences) {
    const auto words = random_words(random, vocabulary, longest);
    if (!words.empty()) corpus.add_sentence(words);
  }
  return corpus;
}

// What is left of the diagonal of a sentence said twice is rounding, half of the time positive. Only then is
// a ridge needed.
TEST(LeastSquares, OneRepeatedSentenceAmongManyGetsARidge) {
  ThreadPool threads(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng random(seed);
    text::Corpus corpus;
    for (std::uint32_t i = 0; i < 60; ++i) {
      auto words = random_words(random, 30, 20);
      words.push_back(text::WordId{100 + i});  // makes each sentence different from all sums of others
      corpus.add_sentence(words);
    }
    const SpectrumArrays regular(corpus, {3});
    EXPECT_EQ(factorise(regular.index(), 0, kEnoughMemory, threads).ridge, 0.0);
    const auto sentence = corpus.sentence(30);
    const std::vector<text::WordId> again(sentence.begin(), sentence.end());
    corpus.add_sentence(again);
    const SpectrumArrays singular(corpus, {3});
    EXPECT_GT(factorise(singular.index(), 0, kEnoughMemory, threads).ridge, 0.0);
  }
}

// Many more sentences than features: the Gram matrix has rank 30 at most, and what is left of its diagonal is
// rounding, some of it positive. Every solver must solve the system it says it solves
// (theory/kernel-regression.md#numerical-care).
TEST(LeastSquares, SingularSystemsAreSolvedByEverySolver) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Rng random(40 + seed);
    const auto corpus = spoken_corpus(random, 300, 5, 8);
    const SpectrumArrays arrays(corpus, {2});
    ThreadPool threads(2);
    const auto factor = factorise(arrays.index(), 0, kEnoughMemory, threads);
    EXPECT_GT(factor.ridge, 0.0);
    const CholeskyRegression exact(arrays.index(), factor.tiles, factor.ridge);
    const ConjugateGradientRegression matrix_free(arrays.index(), 0);
    const LocalRegression local(arrays.index(), {corpus.size(), NeighbourChoice::kRare, 0});
    auto input = random_words(random, 5, 8);
    input.push_back(text::WordId{2});
    const auto prefixes = SourcePrefixes::all(arrays.index(), input);
    const Panel right = kernel_vectors(arrays.index(), prefixes);
    const auto residual = [&](const Regression& regression, double ridge) {
      Panel image;
      Panel scratch;
      GramProduct(arrays.index(), ridge).multiply(regression.weights(prefixes).weights, image, scratch);
      double worst = 0;
      for (std::size_t c = 0; c < right.columns; ++c) {
        double squares = 0;
        double of = 0;
        for (std::size_t i = 0; i < right.rows(); ++i) {
          squares += std::pow(image.row(i)[c] - right.row(i)[c], 2);
          of += std::pow(right.row(i)[c], 2);
        }
        if (of > 0) worst = std::max(worst, std::sqrt(squares / of));
      }
      return worst;
    };
    EXPECT_LT(residual(exact, factor.ridge), 1e-8);
    EXPECT_LT(residual(matrix_free, 0), 1e-8);
    // Its ridge of 1e-8 of the diagonal is no part of the matrix asked here.
    EXPECT_LT(residual(local, 0), 1e-6);
  }
}

}  // namespace
}  // namespace calque::kernel
