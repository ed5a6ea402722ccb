#include "kernel/model.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/parse.h"
#include "base/testing/scratch_folder.h"
#include "kernel/neighbours.h"
#include "kernel/testing.h"

namespace calque::kernel {
namespace {

using calque::testing::read_bytes;
using calque::testing::ScratchFolder;

text::ParallelCorpus example_corpus() {
  testing::Side source = testing::example_source();
  testing::Side target = testing::example_target();
  return {source.vocabulary, target.vocabulary, source.corpus, target.corpus};
}

KernelOptions example_options() {
  KernelOptions options;
  options.source.order = options.target.order = 2;
  options.ridge = 0;
  return options;
}

// theory/kernel-regression.md#worked-example, through files and with every solver.
TEST(KernelModel, LossesOfTheWorkedExample) {
  const ScratchFolder folder;
  ThreadPool threads(2);
  const double expected[] = {2.84782609, 1.76086957, 6.97826087, 0.97826087};
  for (const Solver solver : {Solver::kCholesky, Solver::kMatrixFree, Solver::kLocal, Solver::kLowRank}) {
    KernelOptions options = example_options();
    options.solver = solver;
    if (solver == Solver::kLowRank) options.ridge = 1e-7;  // it needs one; rounding grows as it falls
    const double tolerance = solver == Solver::kLowRank ? 1e-5 : 1e-7;
    train_kernel(example_corpus(), options, folder.path("model"), threads, silent_reporter());
    for (const auto verify : {store::Verify::kHeader, store::Verify::kFull}) {
      const auto model = KernelModel::load(folder.path("model"), verify);
      EXPECT_EQ(model.options().solver, solver);
      std::vector<std::vector<std::string_view>> candidates;
      for (const std::string& line : testing::example_candidates()) candidates.push_back(split_words(line));
      const auto source = split_words(testing::kExampleInput);
      const auto found = losses(model, source, candidates);
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(found[k], expected[k], tolerance);
        EXPECT_NEAR(loss(model, source, candidates[k]), expected[k], tolerance);
      }
    }
  }
}

// theory/kernel-regression.md#what-must-hold, 3: sentences with a word of their own each, so that no Gram
// matrix is singular.
TEST(KernelModel, TrainingPairsHaveNoLossWithoutRidge) {
  Rng random(19);
  text::ParallelCorpus corpus;
  std::vector<std::pair<std::string, std::string>> lines;
  for (int i = 0; i < 60; ++i) {
    std::pair<std::string, std::string> line{"s" + std::to_string(i), "t" + std::to_string(i)};
    for (const auto word : testing::random_words(random, 12, 6))
      line.first += " w" + std::to_string(text::index_of(word));
    for (const auto word : testing::random_words(random, 12, 6))
      line.second += " v" + std::to_string(text::index_of(word));
    corpus.source.add_line(line.first, corpus.source_vocabulary);
    corpus.target.add_line(line.second, corpus.target_vocabulary);
    lines.push_back(std::move(line));
  }
  const ScratchFolder folder;
  ThreadPool threads(1);
  for (const Solver solver : {Solver::kCholesky, Solver::kMatrixFree, Solver::kLocal}) {
    KernelOptions options;
    options.solver = solver;
    options.ridge = 0;
    const auto report = train_kernel(corpus, options, folder.path("m"), threads, silent_reporter());
    EXPECT_EQ(report.ridge, 0.0);
    const auto model = KernelModel::load(folder.path("m"));
    for (const auto& [source, target] : lines)
      EXPECT_NEAR(loss(model, split_words(source), split_words(target)), 0.0, 1e-6);
  }
}

TEST(KernelModel, PivotsAreTheSentencesThatEveryInputIsLearntFrom) {
  Rng random(20);
  text::ParallelCorpus corpus;
  for (int i = 0; i < 30; ++i) {
    const std::string word = "w" + std::to_string(i);
    corpus.source_vocabulary.add(word);
    corpus.target_vocabulary.add(word);
  }
  corpus.source = testing::random_corpus(random, 100, 30, 8);
  corpus.target = testing::random_corpus(random, 100, 30, 8);
  const ScratchFolder folder;
  ThreadPool threads(1);
  KernelOptions options;
  options.choice = NeighbourChoice::kPivots;
  options.neighbours = 12;
  train_kernel(corpus, options, folder.path("m"), threads, silent_reporter());
  const auto model = KernelModel::load(folder.path("m"), store::Verify::kFull);
  const auto pivots = choose_pivots(model.source(), 12, threads);
  ASSERT_EQ(pivots.size(), 12U);
  for (const char* input : {"w1 w2", "w7 w7 w3", "x"}) {
    const auto words = number_words(model.source_vocabulary(), split_words(input));
    EXPECT_EQ(model.weights(SourcePrefixes::whole(model.source(), words)).sentences, pivots);
  }
  options.memory = 1000;
  EXPECT_THROW(train_kernel(corpus, options, folder.path("m"), threads, silent_reporter()), UsageError);
  // With as many as there are sentences it is the regression on all.
  options.neighbours = 100;
  train_kernel(corpus, options, folder.path("all"), threads, silent_reporter());
  options.solver = Solver::kMatrixFree;
  train_kernel(corpus, options, folder.path("whole"), threads, silent_reporter());
  const auto words = split_words("w1 w2 w3");
  EXPECT_NEAR(loss(KernelModel::load(folder.path("all")), words, words),
              loss(KernelModel::load(folder.path("whole")), words, words), 1e-6);
}

TEST(KernelModel, MarginScoresOfTheWorkedExample) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  KernelOptions options = example_options();
  options.method = Method::kMargin;
  options.margin.cost = 10;
  options.margin.tolerance = 1e-12;
  options.margin.max_passes = 10000;
  const auto report = train_kernel(example_corpus(), options, folder.path("m"), threads, silent_reporter());
  EXPECT_EQ(report.supporting, 3U);
  EXPECT_NEAR(report.primal, 1.0, 1e-6);
  const auto model = KernelModel::load(folder.path("m"));
  const double expected[] = {.344401, .506228, -.335410, .700000};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(
        -loss(model, split_words(testing::kExampleInput), split_words(testing::example_candidates()[k])),
        expected[k], 1e-5);
}

// The worked example with vectors of length 1, against explicit vectors of n-gram counts.
TEST(KernelModel, CosineLossesAreDistancesOfUnitVectors) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  KernelOptions options = example_options();
  options.cosine = true;
  options.solver = Solver::kCholesky;
  options.ridge = 0.5;
  train_kernel(example_corpus(), options, folder.path("m"), threads, silent_reporter());
  const auto model = KernelModel::load(folder.path("m"));
  testing::Side source = testing::example_source();
  testing::Side target = testing::example_target();
  const auto input = source.words(testing::kExampleInput);
  const auto dual = model.weights(SourcePrefixes::whole(model.source(), input));
  testing::NgramCounts predicted;
  for (std::size_t i = 0; i < 3; ++i)
    for (const auto& [ngram, count] : testing::ngram_counts(target.corpus.sentence(i), 2))
      predicted[ngram] += dual.weights.row(i)[0] * count;
  for (const std::string& line : testing::example_candidates()) {
    const auto words = target.words(line);
    const double length = std::sqrt(testing::counted_kernel(words, words, 2));
    testing::NgramCounts difference = predicted;
    for (const auto& [ngram, count] : testing::ngram_counts(words, 2)) difference[ngram] -= count / length;
    double expected = 0;
    for (const auto& [ngram, value] : difference) expected += value * value;
    EXPECT_NEAR(loss(model, split_words(testing::kExampleInput), split_words(line)), expected, 1e-7);
  }
  EXPECT_EQ(loss(model, {}, {}), 0.0);
}

TEST(KernelModel, TheSameBytesForAnyNumberOfThreads) {
  Rng random(3);
  text::ParallelCorpus corpus;
  for (int i = 0; i < 30; ++i) {
    const std::string word = "w" + std::to_string(i);
    corpus.source_vocabulary.add(word);
    corpus.target_vocabulary.add(word);
  }
  corpus.source = testing::random_corpus(random, 600, 30, 8);
  corpus.target = testing::random_corpus(random, 600, 30, 8);
  const ScratchFolder folder;
  ThreadPool one(1);
  ThreadPool two(2);
  for (const Solver solver : {Solver::kLocal, Solver::kCholesky, Solver::kLowRank}) {
    KernelOptions options;
    options.solver = solver;
    options.rank = 20;
    train_kernel(corpus, options, folder.path("one"), one, silent_reporter());
    train_kernel(corpus, options, folder.path("two"), two, silent_reporter());
    EXPECT_EQ(read_bytes(folder.path("one")), read_bytes(folder.path("two")));
  }
}

TEST(KernelModel, KeepsItsOptions) {
  KernelOptions options;
  options.method = Method::kMargin;
  options.solver = Solver::kMatrixFree;
  options.source = {5, {1, 0.5, 0.25, 0.125, 0.0625}, true};
  options.target = {4};
  options.ridge = 0.1;
  options.choice = NeighbourChoice::kCoverage;
  options.margin.cost = 0.3;
  EXPECT_EQ(to_text(parse_options(to_text(options), "f")), to_text(options));
  EXPECT_EQ(parse_options(to_text(options), "f").source, options.source);
  EXPECT_THROW(parse_options("method=lsr\n", "f"), FormatError);
  EXPECT_THROW(parse_options("nonsense", "f"), FormatError);
  std::string bad = to_text(options);
  bad.replace(bad.find("mmr"), 3, "xyz");
  EXPECT_THROW(parse_options(bad, "f"), FormatError);
}

TEST(KernelModel, RefusesWhatCannotBe) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  EXPECT_THROW(train_kernel({}, {}, folder.path("m"), threads, silent_reporter()), DataError);
  KernelOptions options;
  options.ridge = -1;
  EXPECT_THROW(options.validate(), UsageError);
  options = {};
  options.solver = Solver::kLowRank;
  options.ridge = 0;
  EXPECT_THROW(options.validate(), UsageError);
  EXPECT_THROW(parse_enum<Solver>("gauss"), UsageError);
  options = {};
  options.method = Method::kMargin;
  options.cosine = true;
  EXPECT_THROW(options.validate(), UsageError);
  EXPECT_THROW(KernelModel::load(folder.path("nothing")), UsageError);
}

// Whatever byte is changed, opening or using the model throws FormatError or gives finite numbers.
TEST(KernelModel, SurvivesDamage) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  train_kernel(example_corpus(), example_options(), folder.path("m"), threads, silent_reporter());
  const std::string good = read_bytes(folder.path("m"));
  Rng random(9);
  std::size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    std::string bad = good;
    bad[random.below(bad.size())] ^= static_cast<char>(1U << random.below(8));
    folder.file("bad", bad);
    EXPECT_THROW(
        {
          const auto model = KernelModel::load(folder.path("bad"), store::Verify::kFull);
          throw FormatError({}, "bytes between sections", "");
        },
        FormatError);
    try {
      const auto model = KernelModel::load(folder.path("bad"));
      EXPECT_TRUE(std::isfinite(
          loss(model, split_words(testing::kExampleInput), split_words(testing::example_candidates()[0]))));
    } catch (const FormatError&) {
      ++found;
    }
  }
  EXPECT_GT(found, 0U);
}

TEST(KernelModel, EmptyAndUnknownSentences) {
  const ScratchFolder folder;
  ThreadPool threads(1);
  for (const Method method : {Method::kLeastSquares, Method::kMargin}) {
    KernelOptions options = example_options();
    options.method = method;
    train_kernel(example_corpus(), options, folder.path("m"), threads, silent_reporter());
    const auto model = KernelModel::load(folder.path("m"));
    EXPECT_EQ(loss(model, {}, {}), 0.0);
    const auto unknown = split_words("x y x");
    EXPECT_EQ(loss(model, unknown, {}), 0.0);
    EXPECT_TRUE(std::isfinite(loss(model, unknown, unknown)));
    // With nothing predicted, what is left is the kernel of the translation with itself.
    if (method == Method::kLeastSquares) {
      EXPECT_EQ(loss(model, unknown, unknown), 5.0 + 2.0);
    }
  }
}

TEST(KernelModel, NumbersUnknownWords) {
  text::Vocabulary vocabulary;
  vocabulary.add("a");
  const auto words = split_words("x a y x");
  const auto ids = number_words(vocabulary, words);
  EXPECT_EQ(ids[1], text::WordId{0});
  EXPECT_EQ(ids[0], ids[3]);
  EXPECT_NE(ids[0], ids[2]);
  EXPECT_GT(text::index_of(ids[0]), 0U);
}

}  // namespace
}  // namespace calque::kernel
