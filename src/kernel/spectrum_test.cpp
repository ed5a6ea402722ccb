#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "kernel/spectrum_index.h"
#include "kernel/testing.h"

namespace calque::kernel {
namespace {

using testing::counted_kernel;
using testing::random_corpus;
using testing::random_words;
using testing::Side;

// theory/kernel-regression.md#worked-example.
TEST(Spectrum, WorkedExample) {
  Side side;
  const auto x = side.words("a b a b");
  const auto z = side.words("a b c");
  EXPECT_EQ(spectrum_kernel(x, z, 1), 4);
  EXPECT_EQ(spectrum_kernel(x, z, 2), 6);
  EXPECT_EQ(spectrum_kernel(x, z, 3), 6);
  const std::int64_t xx[] = {8, 13, 15};
  const std::int64_t zz[] = {3, 5, 6};
  for (std::size_t n = 1; n <= 3; ++n) {
    EXPECT_EQ(spectrum_kernel(x, x, n), xx[n - 1]);
    EXPECT_EQ(spectrum_kernel(z, z, n), zz[n - 1]);
  }
}

TEST(Spectrum, GramMatricesOfTheWorkedExample) {
  const std::int64_t expected[3][3] = {{7, 1, 1}, {1, 5, 1}, {1, 1, 3}};
  for (const Side& side : {testing::example_source(), testing::example_target()}) {
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        EXPECT_EQ(spectrum_kernel(side.corpus.sentence(i), side.corpus.sentence(j), 2), expected[i][j]);
  }
}

// theory/kernel-regression.md#what-must-hold, 1.
TEST(Spectrum, EqualsCountingSymmetricAndGrowingWithOrder) {
  Rng random(1);
  for (int round = 0; round < 300; ++round) {
    const auto x = random_words(random, 4, 12);
    const auto z = random_words(random, 4, 12);
    std::int64_t before = 0;
    for (std::size_t n = 1; n <= 8; ++n) {
      const std::int64_t kernel = spectrum_kernel(x, z, n);
      EXPECT_EQ(static_cast<double>(kernel), counted_kernel(x, z, n));
      EXPECT_EQ(kernel, spectrum_kernel(z, x, n));
      EXPECT_GE(kernel, before);
      before = kernel;
    }
  }
}

TEST(Spectrum, GramMatricesArePositiveSemiDefinite) {
  Rng random(2);
  const auto corpus = random_corpus(random, 40, 6, 10);
  Eigen::MatrixXd gram(40, 40);
  for (Eigen::Index i = 0; i < 40; ++i)
    for (Eigen::Index j = 0; j < 40; ++j)
      gram(i, j) = static_cast<double>(spectrum_kernel(corpus.sentence(i), corpus.sentence(j), 3));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9 * solver.eigenvalues().maxCoeff());
}

TEST(Spectrum, WeightsByLength) {
  Rng random(3);
  for (int round = 0; round < 50; ++round) {
    const auto x = random_words(random, 3, 9);
    const auto z = random_words(random, 3, 9);
    const auto k = [&](std::size_t n) { return static_cast<double>(spectrum_kernel(x, z, n)); };
    const double expected = 0.5 * k(1) + 2.0 * (k(2) - k(1)) + 0.25 * (k(3) - k(2));
    EXPECT_NEAR(spectrum_kernel(x, z, SpectrumOptions{3, {0.5, 2.0, 0.25}}), expected, 1e-12);
  }
}

TEST(Spectrum, RefusesBadOptions) {
  EXPECT_THROW(SpectrumOptions{0}.validate(), UsageError);
  EXPECT_THROW(SpectrumOptions{kMaxOrder + 1}.validate(), UsageError);
  EXPECT_THROW((SpectrumOptions{3, {1.0, 2.0}}.validate()), UsageError);
  EXPECT_THROW((SpectrumOptions{2, {1.0, -2.0}}.validate()), UsageError);
  EXPECT_THROW((SpectrumOptions{2, {1.0, 1e300}}.validate()), UsageError);
  EXPECT_NO_THROW((SpectrumOptions{2, {0.0, kMaxLengthWeight}}.validate()));
}

double by_postings(const SpectrumIndex& index, std::span<const Ngram> ngrams, std::uint32_t sentence) {
  double sum = 0;
  for (const Ngram ngram : ngrams)
    for (const std::uint32_t other : index.postings(ngram))
      sum += other == sentence ? index.weight(ngram) : 0;
  return sum;
}

TEST(SpectrumIndex, EqualsTheKernelOfTwoSentences) {
  Rng random(4);
  const auto corpus = random_corpus(random, 30, 5, 9);
  for (const std::size_t order : {1U, 3U, 12U}) {
    const SpectrumArrays arrays(corpus, {order});
    const SpectrumIndex& index = arrays.index();
    const auto self = index.self_kernels();
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
      EXPECT_DOUBLE_EQ(self[i], counted_kernel(corpus.sentence(i), corpus.sentence(i), order));
      std::vector<Ngram> ngrams;
      index.append_ngrams(corpus.sentence(i), ngrams);
      EXPECT_THAT(ngrams, ::testing::ElementsAreArray(index.row(i)));
      for (std::uint32_t j = 0; j < corpus.size(); ++j)
        EXPECT_DOUBLE_EQ(by_postings(index, index.row(i), j),
                         counted_kernel(corpus.sentence(i), corpus.sentence(j), order));
    }
  }
}

TEST(SpectrumIndex, WeightedEqualsTheKernelOfTwoSentences) {
  Rng random(14);
  const auto corpus = random_corpus(random, 30, 5, 9);
  for (const SpectrumOptions& options : {SpectrumOptions{3, {1, 0.5, 0.25}}, SpectrumOptions{2, {}, true},
                                         SpectrumOptions{3, {0.3, 2, 0}, true}}) {
    const SpectrumArrays arrays(corpus, options);
    const SpectrumIndex& index = arrays.index();
    const testing::WeightedCounting counting(corpus, options);
    const auto self = index.self_kernels();
    for (std::uint32_t i = 0; i < corpus.size(); ++i) {
      const auto words = corpus.sentence(i);
      EXPECT_NEAR(self[i], counting.kernel(words, words), 1e-9);
      for (std::uint32_t j = 0; j < corpus.size(); ++j) {
        const double kernel = by_postings(index, index.row(i), j);
        EXPECT_NEAR(kernel, counting.kernel(words, corpus.sentence(j)), 1e-9);
        if (!options.inverse_frequency) {
          EXPECT_NEAR(kernel, spectrum_kernel(words, corpus.sentence(j), options), 1e-4);
        }
      }
    }
    const auto strange = random_words(random, 9, 12);
    EXPECT_NEAR(index.self_kernel(strange), counting.kernel(strange, strange), 1e-9);
  }
}

TEST(SpectrumIndex, UnknownWordsMatchOnlyThemselves) {
  Side side({"a b a"});
  const SpectrumArrays arrays(side.corpus, {2});
  const auto words = side.words("x a x y x a");
  std::vector<Ngram> ngrams;
  arrays.index().append_ngrams(words, ngrams);
  EXPECT_EQ(ngrams.size(), 2U);
  EXPECT_DOUBLE_EQ(arrays.index().self_kernel(words), counted_kernel(words, words, 2));
  const auto prefixes = arrays.index().prefix_self_kernels(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto prefix = std::span(words).first(i + 1);
    EXPECT_DOUBLE_EQ(prefixes[i], counted_kernel(prefix, prefix, 2));
  }
}

TEST(SpectrumIndex, WeighsByFrequency) {
  Side side({"a b", "a c", "a a"});
  const SpectrumArrays arrays(side.corpus, {1, {2.0}, true});
  const auto weight = [&](const char* word) {
    return arrays.index().weight(arrays.index().trie().find(kEmptyNgram, *side.vocabulary.find(word)));
  };
  EXPECT_FLOAT_EQ(static_cast<float>(weight("a")), 2.0F);
  const double rare = 2.0 * (1.0 + std::log(3.0)) * (1.0 + std::log(3.0));
  EXPECT_FLOAT_EQ(static_cast<float>(weight("b")), static_cast<float>(rare));
  EXPECT_DOUBLE_EQ(arrays.index().unseen_weight(1), rare);
}

TEST(SpectrumIndex, EmptyCorpusAndEmptySentences) {
  const SpectrumArrays none(text::Corpus{}, {3});
  EXPECT_EQ(none.index().sentence_count(), 0U);
  EXPECT_EQ(none.index().ngram_count(), 0U);
  Side side({"", "a", ""});
  const SpectrumArrays arrays(side.corpus, {3});
  EXPECT_TRUE(arrays.index().row(0).empty());
  EXPECT_EQ(arrays.index().row(1).size(), 1U);
  EXPECT_THAT(arrays.index().self_kernels(), ::testing::ElementsAre(0.0, 1.0, 0.0));
}

TEST(SpectrumIndex, IsTheSameFromAFile) {
  Rng random(5);
  const auto corpus = random_corpus(random, 20, 5, 9);
  const SpectrumOptions options{3, {1.0, 0.5, 0.25}, true};
  const SpectrumArrays arrays(corpus, options);
  const calque::testing::ScratchFolder folder;
  const std::string path = folder.path("index");
  {
    store::ContainerWriter writer(path, "test", 1);
    arrays.index().save(writer, "side");
    writer.commit();
  }
  for (const auto verify : {store::Verify::kHeader, store::Verify::kFull}) {
    const auto file = store::Container::open(path, "test", 1, verify);
    const auto index = SpectrumIndex::open(file, "side", options, verify);
    for (std::size_t i = 0; i < corpus.size(); ++i)
      EXPECT_THAT(index.row(i), ::testing::ElementsAreArray(arrays.index().row(i)));
    EXPECT_EQ(index.self_kernels(), arrays.index().self_kernels());
  }
}

TEST(SpectrumIndex, FindsImpossibleValues) {
  const calque::testing::ScratchFolder folder;
  const std::string path = folder.path("index");
  Side side({"a b", "a"});
  const SpectrumArrays arrays(side.corpus, {1});
  const SpectrumIndex& good = arrays.index();
  const auto write = [&](std::vector<Ngram> rows, std::vector<std::uint64_t> offsets,
                         std::vector<std::uint32_t> postings) {
    store::ContainerWriter writer(path, "test", 1);
    writer.add("s_parents", good.trie().parents());
    writer.add("s_words", good.trie().words());
    writer.add("s_table", good.trie().table());
    writer.add("s_row_offsets", offsets);
    writer.add("s_rows", rows);
    writer.add("s_posting_offsets", std::vector<std::uint64_t>{0, 2, 3});
    writer.add("s_postings", postings);
    writer.add("s_weights", std::vector<float>{});
    writer.commit();
  };
  const auto read = [&] {
    const auto file = store::Container::open(path, "test", 1);
    const auto index = SpectrumIndex::open(file, "s", {1}, store::Verify::kHeader);
    for (std::size_t i = 0; i < index.sentence_count(); ++i) (void)index.row(i);
    for (std::size_t i = 0; i < index.ngram_count(); ++i) (void)index.postings(static_cast<Ngram>(i));
  };
  write({0, 1, 0}, {0, 2, 3}, {0, 1, 0});
  EXPECT_NO_THROW(read());
  write({0, 7, 0}, {0, 2, 3}, {0, 1, 0});
  EXPECT_THROW(read(), FormatError);
  write({0, 1, 0}, {0, 9, 3}, {0, 1, 0});
  EXPECT_THROW(read(), FormatError);
  write({0, 1, 0}, {0, 2, 3}, {0, 2, 0});
  EXPECT_THROW(read(), FormatError);
  write({0, 1}, {0, 2, 2}, {0, 1, 0});
  EXPECT_THROW(read(), FormatError);
}

}  // namespace
}  // namespace calque::kernel
