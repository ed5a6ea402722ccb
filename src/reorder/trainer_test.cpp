// What can be asked of training beside a learner (theory/reordering.md#max-margin-structure,
// theory/dual-logistic-regression.md#settings, theory/bayes.md#unknown-features).
#include "reorder/trainer.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "base/error.h"
#include "reorder/model.h"
#include "reorder/prepared_rows.h"
#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

std::string training_path(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("calque-trainer-test-" + name)).string();
}

std::string bytes_of(const std::string& learner, const Bench& bench,
                     std::unique_ptr<const Classifier> classifier) {
  const std::string path = training_path("bytes");
  ReorderingModel({learner, bench.classes, {}, {}, {}}, std::move(classifier)).save(path);
  std::ifstream in(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  std::filesystem::remove(path);
  return bytes;
}

TEST(Training, CountsOfPartsGiveTheSameBytes) {
  Bench bench(swapping_corpus(300, false, 3));
  const auto set =
      collect_samples(bench.tiny.corpus, bench.tiny.alignments, bench.classes, {}, bench.threads);
  for (const char* name : {"bayes-mle", "bayes-map", "bayes"}) {
    TrainOptions options;
    options.learner = Learner::parse(name);
    options.min_count = 2;
    options.selection.keep = 0.8;
    auto whole = train(bench.text, set.samples, bench.classes, options, bench.threads);
    const std::string expected = bytes_of(name, bench, std::move(whole.classifier));
    for (const std::size_t step : {7U, 100U, 1000U}) {
      auto streamed =
          train_streamed(bench.text, {bench.tiny.corpus, bench.tiny.alignments, bench.classes, {}, step},
                         options, bench.threads);
      EXPECT_EQ(streamed.result.report.samples, set.samples.size());
      EXPECT_EQ(streamed.result.report.features, whole.report.features);
      EXPECT_EQ(streamed.counts.sentences, set.counts.sentences);
      EXPECT_EQ(bytes_of(name, bench, std::move(streamed.result.classifier)), expected);
    }
  }
}

TEST(Training, MemoryOfSettledSamplesIsGivenBack) {
  Bench bench(swapping_corpus(300, false, 3));
  TrainOptions options;
  options.learner = Learner::parse("mlr-dual");
  auto own = train(bench.text, bench.split.train, bench.classes, options, bench.threads);
  EXPECT_EQ(own.report.bytes_in_use.size(), own.report.iterations);
  EXPECT_LT(own.report.bytes_in_use.back(), own.report.bytes_in_use.front() / 2);
  EXPECT_TRUE(own.report.unsettled.empty());
  const PreparedRows rows(bench.text, bench.split.train, row_plan(options, 3), bench.threads);
  auto shared = train(bench.text, bench.split.train, bench.classes, options, rows, bench.threads);
  EXPECT_EQ(shared.report.bytes_in_use.back(), shared.report.bytes_in_use.front());
  EXPECT_EQ(bytes_of("mlr-dual", bench, std::move(own.classifier)),
            bytes_of("mlr-dual", bench, std::move(shared.classifier)));
}

TEST(Training, DualStepsAndRechecksReachTheSameOptimum) {
  Bench bench(swapping_corpus(300, false, 3));
  const auto loss = [&](learn::DualStep step, bool recheck, double shrink) {
    TrainOptions options;
    options.dual_step = step;
    options.recheck = recheck;
    options.shrink = shrink;
    options.iterations = 2000;
    const auto result = bench.trained("mlr-dual", options);
    EXPECT_EQ(result.report.unsettled.empty(), !recheck);
    if (recheck) {
      EXPECT_EQ(result.report.unsettled.back(), 0U);
    }
    return evaluate(bench.split.train,
                    predict(*result.classifier, bench.text, bench.split.train, bench.threads), 3)
        .mean_log_prob;
  };
  const double best = loss(learn::DualStep::kNewton, true, 1e-5);
  EXPECT_NEAR(loss(learn::DualStep::kGradient, true, 1e-5), best, 1e-4);
  // A rough level is brought nearer by looking again.
  const double rough = std::abs(loss(learn::DualStep::kNewton, false, 1.0) - best);
  EXPECT_LT(std::abs(loss(learn::DualStep::kNewton, true, 0.01) - best), rough);
}

TEST(Training, OnePairOfRoundsAndRateForAllSubModels) {
  Bench bench(swapping_corpus(300, false, 3));
  TrainOptions options;
  options.cross_validate = true;
  options.iterations = 20;
  for (const char* name : {"mms", "mms-sequential", "dpr-mms"}) {
    auto result = bench.trained(name, options);
    ASSERT_TRUE(result.report.early_stop);
    TrainOptions same;
    same.iterations = result.report.early_stop->rounds;
    same.rate = result.report.early_stop->rate;
    EXPECT_EQ(bytes_of(name, bench, std::move(result.classifier)),
              bytes_of(name, bench, bench.trained(name, same).classifier));
  }
  for (const char* name : {"lexical", "bayes", "mlr-dual", "dpr-svm"})
    EXPECT_THROW(bench.trained(name, options), UsageError) << name;
}

TEST(Training, AnEmbeddingOfTheClassesIsUsed) {
  Bench bench(swapping_corpus(200, false, 3));
  TrainOptions options;
  for (const char* name : {"mmr", "dpr-mmr"}) {
    options.embedding.reset();
    const std::string plain = bytes_of(name, bench, bench.trained(name, options).classifier);
    // Unit vectors are what there is without.
    options.embedding = learn::ClassEmbedding(3);
    EXPECT_EQ(bytes_of(name, bench, bench.trained(name, options).classifier), plain);
    // A tree: both classes that move share a branch.
    options.embedding = learn::ClassEmbedding(3, 4, {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1});
    EXPECT_NE(bytes_of(name, bench, bench.trained(name, options).classifier), plain);
  }
  EXPECT_THROW(bench.trained("mms", options), UsageError);
  options.embedding = learn::ClassEmbedding(5);
  EXPECT_THROW(bench.trained("mmr", options), UsageError);
}

TEST(Training, AnEmptyVectorGetsAUniformDistributionOrThePrior) {
  Bench bench(swapping_corpus(200, false, 3));
  const auto counts = class_counts(bench.split.train, 3);
  const std::vector<Key> words{key_of("never")};
  SpanScratch scratch;
  std::vector<float> log_probs(3);
  for (const Learner& learner : all_learners()) {
    // Neither sub-models nor tables have features that could be missing.
    if (learner.per_phrase || (!learner.linear() && !learner.counts())) continue;
    SCOPED_TRACE(learner.name());
    TrainOptions options;
    options.features = FeatureOptions::preset(learner.linear() ? "dpr" : "pairs");
    // Features of words alone, of which this sentence has none that is known; then no features at all.
    for (const std::size_t minimum : {1U, 1'000'000U}) {
      options.min_count = minimum;
      auto result = bench.trained(learner.name(), options);
      EXPECT_EQ(result.report.features > 0, minimum == 1);
      const ReorderingModel model({learner.name(), bench.classes, {}, {}, {}}, std::move(result.classifier));
      const std::string path = training_path("empty");
      model.save(path);
      const auto loaded = ReorderingModel::load(path);
      for (const ReorderingModel* asked : {&model, &loaded}) {
        asked->classifier().begin_span({words, {}}, {0, 1}, scratch);
        asked->classifier().log_probs(scratch, {}, log_probs);
        for (std::size_t k = 0; k < 3; ++k) {
          const double prior = static_cast<double>(counts[k]) / static_cast<double>(bench.split.train.size());
          EXPECT_NEAR(std::exp(static_cast<double>(log_probs[k])), learner.linear() ? 1.0 / 3 : prior, 1e-6);
        }
      }
      std::filesystem::remove(path);
    }
  }
}

}  // namespace
}  // namespace calque::reorder
