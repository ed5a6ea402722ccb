// Figures of predictions, and naive Bayes over features (theory/reordering.md#evaluation,
// theory/bayes.md#what-must-hold).
#include "reorder/evaluation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "reorder/bayes.h"
#include "reorder/model.h"
#include "reorder/rows.h"
#include "reorder/testing_bench.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;

TEST(Evaluation, CountsAndScores) {
  std::vector<Sample> samples(4);
  samples[0].label = samples[1].label = 0;
  samples[2].label = 1;
  samples[3].label = 2;
  samples[3].distance = 4;
  const std::vector<Prediction> predictions{{0, -0.1F}, {1, -2.0F}, {1, -0.5F}, {2, -0.2F}};
  const auto result = evaluate(samples, predictions, 3);
  EXPECT_DOUBLE_EQ(result.overall.precision(), 0.75);
  EXPECT_NEAR(result.f1[0], 2.0 / 3, 1e-12);
  EXPECT_NEAR(result.f1[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(result.f1[2], 1.0, 1e-12);
  EXPECT_NEAR(result.mean_log_prob, -0.7, 1e-6);
  EXPECT_EQ(result.by_distance.at(0).all, 3U);
  EXPECT_EQ(result.by_distance.at(4).right, 1U);
  EXPECT_EQ(evaluate({}, {}, 3).overall.precision(), 0.0);
}

TEST(Evaluation, ClustersAreComparedBySourcePhrase) {
  Bench bench(swapping_corpus(200, false, 3));
  const auto a = predict(*bench.trained("mlr-dual").classifier, bench.text, bench.split.test, bench.threads);
  const auto b = predict(*bench.trained("lexical").classifier, bench.text, bench.split.test, bench.threads);
  const auto clusters = compare_clusters(bench.text, bench.split.train, bench.split.test, a, b, 10);
  ASSERT_FALSE(clusters.empty());
  EXPECT_TRUE(std::is_sorted(clusters.begin(), clusters.end(),
                             [](const auto& x, const auto& y) { return x.train_samples > y.train_samples; }));
  for (const auto& cluster : clusters) {
    EXPECT_GE(cluster.train_samples, 10U);
    EXPECT_GE(cluster.translations, 1U);
    EXPECT_LE(cluster.translations, cluster.train_samples);
  }
  // The same by hand.
  struct Phrase {
    std::set<Key> translations;
    std::uint64_t train = 0;
    std::uint64_t test = 0;
    std::uint64_t right_a = 0;
    std::uint64_t right_b = 0;
  };
  std::map<Key, Phrase> phrases;
  SentenceLoader loader(bench.text);
  for (const Sample& sample : bench.split.train) {
    loader.load(sample.sentence);
    Phrase& phrase = phrases[loader.source_phrase(sample)];
    phrase.translations.insert(loader.phrase_pair(sample));
    ++phrase.train;
  }
  for (std::size_t i = 0; i < bench.split.test.size(); ++i) {
    const Sample& sample = bench.split.test[i];
    loader.load(sample.sentence);
    Phrase& phrase = phrases[loader.source_phrase(sample)];
    ++phrase.test;
    phrase.right_a += a[i].label == sample.label ? 1 : 0;
    phrase.right_b += b[i].label == sample.label ? 1 : 0;
  }
  const auto everything = compare_clusters(bench.text, bench.split.train, bench.split.test, a, b, 0);
  std::uint64_t tested = 0;
  bool differ = false;
  for (const auto& cluster : everything) {
    const Phrase& phrase = phrases.at(cluster.phrase);
    EXPECT_EQ(cluster.test_samples, phrase.test);
    EXPECT_EQ(cluster.train_samples, phrase.train);
    EXPECT_EQ(cluster.translations, phrase.translations.size());
    const auto all = static_cast<double>(phrase.test);
    EXPECT_NEAR(cluster.accuracy_a, static_cast<double>(phrase.right_a) / all, 1e-12);
    EXPECT_NEAR(cluster.accuracy_b, static_cast<double>(phrase.right_b) / all, 1e-12);
    tested += cluster.test_samples;
    differ = differ || phrase.right_a != phrase.right_b;
  }
  EXPECT_EQ(tested, bench.split.test.size());
  EXPECT_TRUE(differ);
}

TEST(Bayes, UnknownFeaturesChangeNothingAndCorporaAddUp) {
  Bench bench(swapping_corpus(200, false, 5));
  const FeatureMaker maker(FeatureOptions::preset("pairs"));
  const auto half = static_cast<std::ptrdiff_t>(bench.split.train.size() / 2);
  const std::span<const Sample> all(bench.split.train);
  const auto first = count_features(bench.text, all.subspan(0, half), maker, 3, bench.threads);
  const auto second = count_features(bench.text, all.subspan(half), maker, 3, bench.threads);
  const auto whole = count_features(bench.text, all, maker, 3, bench.threads);
  const auto both = sum(first, second);
  EXPECT_EQ(both.by_feature.keys, whole.by_feature.keys);
  EXPECT_EQ(both.by_feature.counters, whole.by_feature.counters);
  EXPECT_EQ(both.examples, whole.examples);
  const Bayes model = Bayes::train(whole, maker.options(), {}, {.min_count = 1});
  const std::vector<Key> known{key_of("c1"), key_of("a1"), key_of("b1")};
  const std::vector<Key> unknown{key_of("?"), key_of("a1"), key_of("b1")};
  const std::vector<Key> alone{key_of("a1"), key_of("b1")};
  const std::vector<Key> target{key_of("A1")};
  const std::vector<phrase::InternalLink> links{{0, 0}};
  SpanScratch scratch;
  std::vector<float> a(3);
  std::vector<float> b(3);
  std::vector<float> c(3);
  model.begin_span({unknown, {}}, {1, 2}, scratch);
  model.log_probs(scratch, {{target, {}}, links}, a);
  model.begin_span({alone, {}}, {0, 1}, scratch);
  model.log_probs(scratch, {{target, {}}, links}, b);
  model.begin_span({known, {}}, {1, 2}, scratch);
  model.log_probs(scratch, {{target, {}}, links}, c);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
}

TEST(Bayes, AnswersAreThoseOfTheTextbookAndSelectionShrinksIt) {
  Bench bench(swapping_corpus(200, false, 5));
  const FeatureMaker maker(FeatureOptions::preset("pairs"));
  const auto counts = count_features(bench.text, bench.split.train, maker, 3, bench.threads);
  const KeyTable dictionary(counts.by_feature.keys);
  const auto train_rows = build_rows(bench.text, bench.split.train, maker, dictionary, bench.threads);
  const auto labels = labels_of(bench.split.train);
  const auto textbook = learn::count({train_rows.view(), labels, 3, dictionary.size()});
  const auto test_rows = build_rows(bench.text, bench.split.test, maker, dictionary, bench.threads);
  for (const auto estimate : {learn::BayesEstimate::kMap, learn::BayesEstimate::kBayesian}) {
    const learn::BayesOptions options{estimate, 1.5};
    const Bayes model = Bayes::train(counts, maker.options(), options, {.min_count = 1});
    const learn::NaiveBayes expected(textbook, options);
    const auto predictions = predict(model, bench.text, bench.split.test, bench.threads);
    std::vector<double> p(3);
    for (std::size_t i = 0; i < predictions.size(); ++i) {
      expected.probabilities(test_rows.row(i), p);
      EXPECT_NEAR(std::exp(static_cast<double>(predictions[i].log_prob_of_truth)),
                  std::max(kMinProbability, p[bench.split.test[i].label]), 1e-5);
    }
  }
  std::size_t before = Bayes::train(counts, maker.options(), {}, {1, 0.0, 1.0, {}}).features();
  EXPECT_EQ(before, counts.by_feature.keys.size());
  for (const FeatureRank rank : {FeatureRank::kNormalised, FeatureRank::kMutual}) {
    const Bayes half = Bayes::train(counts, maker.options(), {}, {1, 0.0, 0.5, rank});
    EXPECT_EQ(half.features(), before / 2);
  }
  for (const double minimum : {0.001, 0.01, 0.05, 0.5}) {
    const std::size_t kept = Bayes::train(counts, maker.options(), {}, {1, minimum, 1.0, {}}).features();
    EXPECT_LE(kept, before);
    before = kept;
  }
}

// Phrase pairs that come once tell a table nothing; their words and neighbours come again
// (theory/bayes.md#what-must-hold).
TEST(Bayes, IsBetterThanATableOfSingletons) {
  Rng rng(9);
  testing::TinyCorpus corpus;
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t context = rng.below(10);
    const std::string c = std::to_string(context);
    const std::string a = std::to_string(rng.below(100'000));
    const std::string b = std::to_string(rng.below(100'000));
    const bool reversed = context >= 5;
    corpus.add("c" + c + " a" + a + " d" + c + " b" + b,
               reversed ? "B" + b + " D" + c + " A" + a + " C" + c : "C" + c + " A" + a + " D" + c + " B" + b,
               reversed ? "0-3 1-2 2-1 3-0" : "0-0 1-1 2-2 3-3");
  }
  Bench bench(std::move(corpus));
  std::map<Key, int> pairs;
  SentenceLoader loader(bench.text);
  for (const Sample& sample : bench.split.train) {
    loader.load(sample.sentence);
    ++pairs[loader.phrase_pair(sample)];
  }
  const auto singletons =
      std::count_if(pairs.begin(), pairs.end(), [](const auto& p) { return p.second == 1; });
  EXPECT_GT(static_cast<double>(singletons), 0.9 * static_cast<double>(pairs.size()));
  EXPECT_GT(bench.precision("bayes-map"), bench.precision("lexical") + 0.05);
}

TEST(Bayes, FilesGrowWithFeaturesNotWithPhrasePairs) {
  Bench small(swapping_corpus(100, false, 5));
  Bench large(swapping_corpus(2000, false, 5));
  const auto bytes = [](Bench& bench, const std::string& name, double keep) {
    const std::string path = (std::filesystem::temp_directory_path() / "calque-bayes-test").string();
    const OptionValues options{{"min-count", std::size_t{1}}, {"keep-features", keep}};
    auto result = bench.trained(name, options_of(Learner::parse(name), options));
    ReorderingModel({name, bench.classes, {}, {}, {}}, std::move(result.classifier)).save(path);
    const auto size = std::filesystem::file_size(path);
    std::filesystem::remove(path);
    return static_cast<double>(size);
  };
  // The words, and so the features, are nearly all there in the small corpus; most phrase pairs are not.
  EXPECT_LT(bytes(large, "bayes-map", 1.0), 1.3 * bytes(small, "bayes-map", 1.0));
  EXPECT_GT(bytes(large, "lexical", 1.0), 1.5 * bytes(small, "lexical", 1.0));
  EXPECT_LT(bytes(large, "bayes-map", 0.2), bytes(large, "bayes-map", 1.0));
}

}  // namespace
}  // namespace calque::reorder
