// What goes beyond the published learners: real-valued features, hashing, ordered classes, mixed models,
// learnt distances (theory/reordering.md#extensions).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>

#include "base/error.h"
#include "reorder/model.h"
#include "reorder/prepared_rows.h"
#include "reorder/target_bigrams.h"
#include "reorder/testing_bench.h"
#include "reorder/trained_real_features.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

TEST(TargetBigrams, ProbabilitiesSumToOneBehindEveryWord) {
  const Key a = key_of("a");
  const Key b = key_of("b");
  const Key c = key_of("c");
  const auto model = TargetBigrams::train({{a, b, a, c}, {a, b}, {c}});
  // Seven words and a place for those not seen.
  EXPECT_NEAR(std::exp(model.log_prob(a)), 3.0 / 8, 1e-6);
  EXPECT_NEAR(std::exp(model.log_prob(key_of("?"))), 1.0 / 8, 1e-6);
  // Behind a: b twice, c once.
  EXPECT_NEAR(std::exp(model.log_prob(a, b)), (2 - 0.75) / 3 + 0.75 * 2 / 3 * 2.0 / 8, 1e-6);
  for (const Key before : {a, b, c, key_of("?")}) {
    double sum = 0.0;
    for (const Key word : {a, b, c, key_of("?")}) sum += std::exp(model.log_prob(before, word));
    EXPECT_NEAR(sum, 1.0, 1e-6);
  }
  const std::vector<Key> phrase{a, b};
  EXPECT_NEAR(model.mean_log_prob(phrase), (model.log_prob(a) + model.log_prob(a, b)) / 2, 1e-9);
  EXPECT_EQ(model.mean_log_prob({}), 0.0);
  EXPECT_EQ(TargetBigrams::train({}).log_prob(a), 0.0);
}

TEST(RealFeatures, FrequenciesOfATrainingSampleDoNotContainIt) {
  Bench bench(swapping_corpus(100, false, 3));
  FeatureOptions options;
  EXPECT_EQ(TrainedRealFeatures::train(bench.text, bench.split.train, options, 3, bench.threads), nullptr);
  options.lexical = options.language_model = options.neighbours = 1;
  const auto reals = TrainedRealFeatures::train(bench.text, bench.split.train, options, 3, bench.threads);
  ASSERT_EQ(reals->count(), 3U + 1U + 6U);
  SentenceLoader loader(bench.text);
  std::vector<std::vector<Key>> targets;
  for (std::size_t i = 0; i < bench.split.train.size(); ++i) {
    if (i > 0 && bench.split.train[i].sentence == bench.split.train[i - 1].sentence) continue;
    loader.load(bench.split.train[i].sentence);
    targets.emplace_back(loader.target().words.begin(), loader.target().words.end());
  }
  const auto bigrams = TargetBigrams::train(targets);
  SpanScratch scratch;
  std::vector<float> values(reals->count());
  std::vector<float> left_out(reals->count());
  bool changed = false;
  for (std::size_t i = 0; i < bench.split.train.size(); ++i) {
    // A table of all other samples says the same.
    const Sample& sample = bench.split.train[i];
    loader.load(sample.sentence);
    reals->training_values(sample, loader, scratch, left_out);
    for (const float value : left_out) EXPECT_TRUE(value >= 0.0F && value < 2.0F);
    reals->begin(loader.source(), sample.source(), scratch);
    reals->values(loader.target_phrase(sample), scratch, values);
    changed = changed || values != left_out;
    EXPECT_EQ(values[3], left_out[3]);
    EXPECT_NEAR(values[3], -0.1 * bigrams.mean_log_prob(loader.target_phrase(sample).words.words), 1e-6);
    if (i % 40 != 0) continue;
    std::vector<Sample> others = bench.split.train;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const auto table = Lexical::train(bench.text, others, 3, 0.5, bench.threads);
    std::vector<float> expected(3);
    table.begin_span(loader.source(), sample.source(), scratch);
    table.log_probs(scratch, loader.target_phrase(sample), expected);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(left_out[k], -0.1F * expected[k], 1e-5F);
  }
  EXPECT_TRUE(changed);
}

// Answers before and after a file, sums, and the precision.
double checked_precision(Bench& bench, const std::string& learner, const OptionValues& options) {
  auto result = bench.trained(learner, options);
  const double precision = bench.precision(*result.classifier);
  const auto before = predict(*result.classifier, bench.text, bench.split.test, bench.threads);
  const std::string path = (std::filesystem::temp_directory_path() / "calque-extensions-test").string();
  const ReorderingModel model({learner, bench.classes, {}, {}, {}}, std::move(result.classifier));
  model.save(path);
  const auto loaded = ReorderingModel::load(path);
  const auto after = predict(loaded.classifier(), bench.text, bench.split.test, bench.threads);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i].log_prob_of_truth, after[i].log_prob_of_truth);
  SentenceLoader loader(bench.text);
  SpanScratch scratch;
  std::vector<float> log_probs(bench.classes.size());
  for (std::size_t i = 0; i < 30; ++i) {
    const Sample& sample = bench.split.test[i];
    loader.load(sample.sentence);
    model.classifier().begin_span(loader.source(), sample.source(), scratch);
    model.classifier().log_probs(scratch, loader.target_phrase(sample), log_probs);
    double sum = 0.0;
    for (const float log_prob : log_probs) sum += std::exp(static_cast<double>(log_prob));
    EXPECT_NEAR(sum, 1.0, 1e-4);
  }
  std::filesystem::remove(path);
  return precision;
}

TEST(Extensions, EveryOneLearnsFromContextAndSurvivesAFile) {
  Bench bench(swapping_corpus(400, false, 3));
  const double lexical = bench.precision("lexical");
  for (const char* features :
       {"rich,lexical=1", "rich,language-model=1", "rich,neighbours=1", "rich,hash-bits=16",
        "dpr,lexical=1,language-model=1,neighbours=1,hash-bits=14"}) {
    const OptionValues options{{"features", features}};
    for (const char* learner : {"mlr-dual", "dpr-mms", "me-gis"})
      EXPECT_GT(checked_precision(bench, learner, options), lexical + 0.1) << features << " " << learner;
  }
  const OptionValues mixed{{"mix", 10.0}};
  EXPECT_GT(checked_precision(bench, "dpr-mms", mixed), lexical + 0.1);
  EXPECT_GT(checked_precision(bench, "ordinal", {}), lexical + 0.1);
  EXPECT_GT(checked_precision(bench, "dpr-ordinal", {}), lexical + 0.1);
  const OptionValues learned{{"distances", "learned"}};
  EXPECT_GT(checked_precision(bench, "mms", learned), lexical + 0.1);
  EXPECT_GT(checked_precision(bench, "dpr-mms", learned), lexical + 0.1);
}

TEST(Clustered, MixedAnswersLieBetweenSubModelAndModelOfAll) {
  Bench bench(swapping_corpus(300, false, 3));
  const auto answers = [&](double mix) {
    return predict(*bench.trained("dpr-mms", {{"mix", mix}}).classifier, bench.text, bench.split.test,
                   bench.threads);
  };
  const auto own = answers(0.0);
  const auto both = answers(20.0);
  const TrainOptions global{Learner::parse("mlr-dual").method({}, bench.classes)};
  const auto whole =
      predict(*train(bench.text, bench.split.train, bench.classes, global, bench.threads).classifier,
              bench.text, bench.split.test, bench.threads);
  const auto mostly_all = answers(1e9);
  for (std::size_t i = 0; i < own.size(); ++i) {
    const float low = std::min(own[i].log_prob_of_truth, whole[i].log_prob_of_truth);
    const float high = std::max(own[i].log_prob_of_truth, whole[i].log_prob_of_truth);
    EXPECT_GE(both[i].log_prob_of_truth, low - 1e-4F);
    EXPECT_LE(both[i].log_prob_of_truth, high + 1e-4F);
    EXPECT_NEAR(mostly_all[i].log_prob_of_truth, whole[i].log_prob_of_truth, 1e-3F);
  }
}

TEST(Ordinal, ProbabilitiesAreDifferencesAndClassesNeedAnOrder) {
  std::vector<double> scores{std::log(3.0), -std::log(4.0), 99.0};
  std::vector<float> log_probs(3);
  write_log_probs(scores, log_probs, Link::kOrdinal);
  EXPECT_NEAR(std::exp(log_probs[0]), 0.25, 1e-6);
  EXPECT_NEAR(std::exp(log_probs[1]), 0.55, 1e-6);
  EXPECT_NEAR(std::exp(log_probs[2]), 0.20, 1e-6);
  // Contradictory: beyond the second is likelier than beyond the first.
  scores = {-1.0, 2.0, 0.0};
  write_log_probs(scores, log_probs, Link::kOrdinal);
  double sum = 0.0;
  for (const float log_prob : log_probs) sum += std::exp(static_cast<double>(log_prob));
  EXPECT_NEAR(sum, 1.0, 1e-5);
  Bench bench(swapping_corpus(20, false, 3));
  bench.classes = ReorderingClasses::parse("msd");
  EXPECT_THROW(bench.trained("ordinal"), UsageError);
}

TEST(Learners, AClassThatNeverOccursAndEmptyVectors) {
  // Nothing ever moves: two of three classes have no samples.
  testing::TinyCorpus corpus;
  for (int i = 0; i < 30; ++i) corpus.add("a b c", "A B C", "0-0 1-1 2-2");
  Bench bench(std::move(corpus));
  SpanScratch scratch;
  std::vector<float> log_probs(3);
  const std::vector<Key> words{key_of("never")};
  for (const Learner& learner : all_learners()) {
    SCOPED_TRACE(learner.name());
    const OptionValues options{{"min-count", std::size_t{1}}, {"no-global", true}};
    const auto result = bench.trained(learner.name(), options_of(learner, options));
    // No feature of this sentence is known.
    result.classifier->begin_span({words, {}}, {0, 1}, scratch);
    result.classifier->log_probs(scratch, {}, log_probs);
    double sum = 0.0;
    for (const float log_prob : log_probs) {
      EXPECT_TRUE(std::isfinite(log_prob));
      sum += std::exp(static_cast<double>(log_prob));
    }
    EXPECT_NEAR(sum, 1.0, 1e-4);
    EXPECT_EQ(bench.precision(*result.classifier), 1.0);
  }
}

}  // namespace
}  // namespace calque::reorder
