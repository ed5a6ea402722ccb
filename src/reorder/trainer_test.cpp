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
    const auto options = bench.options_for(name, {{"keep-features", 0.8}});
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
  const auto options = bench.options_for("mlr-dual");
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
  const auto loss = [&](const char* step, bool recheck, double shrink) {
    const auto result = bench.trained(
        "mlr-dual",
        {{"dual-step", step}, {"recheck", recheck}, {"shrink", shrink}, {"iterations", std::size_t{2000}}});
    EXPECT_EQ(result.report.unsettled.empty(), !recheck);
    if (recheck) {
      EXPECT_EQ(result.report.unsettled.back(), 0U);
    }
    return evaluate(bench.split.train,
                    predict(*result.classifier, bench.text, bench.split.train, bench.threads), 3)
        .mean_log_prob;
  };
  const double best = loss("newton", true, 1e-5);
  EXPECT_NEAR(loss("gradient", true, 1e-5), best, 1e-4);
  // A rough level is brought nearer by looking again.
  const double rough = std::abs(loss("newton", false, 1.0) - best);
  EXPECT_LT(std::abs(loss("newton", true, 0.01) - best), rough);
}

TEST(Training, OnePairOfRoundsAndRateForAllSubModels) {
  Bench bench(swapping_corpus(300, false, 3));
  const OptionValues options{{"cross-validate", true}, {"iterations", std::size_t{20}}};
  for (const char* name : {"mms", "mms-sequential", "dpr-mms"}) {
    auto result = bench.trained(name, options);
    ASSERT_TRUE(result.report.early_stop);
    const OptionValues same{{"iterations", result.report.early_stop->rounds},
                            {"rate", result.report.early_stop->rate}};
    EXPECT_EQ(bytes_of(name, bench, std::move(result.classifier)),
              bytes_of(name, bench, bench.trained(name, same).classifier));
  }
  for (const char* name : {"lexical", "bayes", "mlr-dual", "dpr-svm"})
    EXPECT_THROW(bench.trained(name, options), UsageError) << name;
}

TEST(Training, AnEmbeddingOfTheClassesIsUsed) {
  Bench bench(swapping_corpus(200, false, 3));
  const std::string path = training_path("embedding");
  const auto bytes = [&](const char* name, const std::string& vectors) {
    std::ofstream(path) << vectors;
    return bytes_of(name, bench, bench.trained(name, {{"embedding", path}}).classifier);
  };
  for (const char* name : {"mmr", "dpr-mmr"}) {
    const std::string plain = bytes_of(name, bench, bench.trained(name).classifier);
    // Unit vectors are what there is without.
    EXPECT_EQ(bytes(name, "1 0 0\n0 1 0\n0 0 1\n"), plain);
    // A tree: both classes that move share a branch.
    EXPECT_NE(bytes(name, "1 0 0 1\n0 1 0 0\n0 0 1 1\n"), plain);
  }
  EXPECT_THROW(bytes("mms", "1 0 0\n0 1 0\n0 0 1\n"), UsageError);
  EXPECT_THROW(bytes("mmr", "1 0\n0 1\n"), Error);
  std::filesystem::remove(path);
}

TEST(Training, AnEmptyVectorGetsAUniformDistributionOrThePrior) {
  Bench bench(swapping_corpus(200, false, 3));
  const auto counts = class_counts(bench.split.train, 3);
  const std::vector<Key> words{key_of("never")};
  SpanScratch scratch;
  std::vector<float> log_probs(3);
  for (const Learner& learner : all_learners()) {
    // Neither sub-models nor tables have features that could be missing.
    if (learner.per_phrase() || (!learner.linear() && !learner.counts())) continue;
    SCOPED_TRACE(learner.name());
    OptionValues options{{"features", learner.linear() ? "dpr" : "pairs"}};
    // Features of words alone, of which this sentence has none that is known; then no features at all.
    for (const std::size_t minimum : {1U, 1'000'000U}) {
      options["min-count"] = minimum;
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
