// Every learner as a model: probabilities, files, back-off, and what can be learnt
// (theory/reordering.md#what-must-hold, theory/bayes.md#what-must-hold).
#include "reorder/model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

#include "base/error.h"
#include "learn/dual_logistic.h"
#include "reorder/bayes.h"
#include "reorder/evaluation.h"
#include "reorder/lexical.h"
#include "reorder/linear.h"
#include "reorder/prepared_rows.h"
#include "reorder/testing.h"
#include "reorder/testing_bench.h"
#include "reorder/trainer.h"

namespace calque::reorder {
namespace {

using testing::Bench;
using testing::swapping_corpus;
using testing::TinyCorpus;

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("calque-reorder-test-" + name)).string();
}

TEST(Learners, EveryOneGivesProbabilitiesThatSurviveAFile) {
  Bench bench(swapping_corpus(120, false, 3));
  SpanScratch scratch;
  std::vector<float> before(3);
  std::vector<float> after(3);
  for (const Learner& learner : all_learners()) {
    SCOPED_TRACE(learner.name());
    EXPECT_EQ(Learner::parse(learner.name()), learner);
    auto result = bench.trained(learner.name());
    const ReorderingModel model({learner.name(), bench.classes, {}, {}, {}}, std::move(result.classifier));
    const std::string path = temporary("file");
    model.save(path);
    const auto loaded = ReorderingModel::load(path);
    EXPECT_EQ(loaded.description().learner, learner.name());
    SentenceLoader loader(bench.text);
    for (std::size_t i = 0; i < std::min<std::size_t>(60, bench.split.test.size()); ++i) {
      const Sample& sample = bench.split.test[i];
      loader.load(sample.sentence);
      const TargetPhrase target = loader.target_phrase(sample);
      model.classifier().begin_span(loader.source(), sample.source(), scratch);
      model.classifier().log_probs(scratch, target, before);
      loaded.classifier().begin_span(loader.source(), sample.source(), scratch);
      loaded.classifier().log_probs(scratch, target, after);
      EXPECT_EQ(before, after);
      double sum = 0.0;
      for (const float log_prob : before) {
        EXPECT_TRUE(std::isfinite(log_prob));
        sum += std::exp(static_cast<double>(log_prob));
      }
      EXPECT_NEAR(sum, 1.0, 1e-5);
    }
    std::filesystem::remove(path);
  }
  EXPECT_THROW(Learner::parse("dpr-lexical"), UsageError);
  EXPECT_THROW(Learner::parse(""), UsageError);
}

TEST(Learners, ContextIsWorthMoreThanFrequencies) {
  Bench bench(swapping_corpus(400, false, 3));
  const double lexical = bench.precision("lexical");
  EXPECT_LT(lexical, 0.86);  // half of the samples never move
  EXPECT_LT(bench.precision("word-distance"), lexical + 0.05);
  for (const char* name :
       {"me-gis", "me-lbfgs", "mlr-sgd", "mlr-dual", "svm", "svm-joint", "mms", "mms-sequential", "mms-dual",
        "mms-extragradient", "dpr-mms", "dpr-mlr-dual", "dpr-svm", "dpr-me-lbfgs", "mmr", "dpr-mmr"}) {
    EXPECT_GT(bench.precision(name), lexical + 0.1) << name;
  }
  EXPECT_GT(bench.precision("bayes-map"), lexical);
  EXPECT_GT(bench.precision("bayes"), lexical);
}

TEST(Learners, RandomMovementsCannotBeLearnt) {
  Bench bench(swapping_corpus(600, true, 3));
  // Whole sentences and context words never move; the others move by the toss of a coin.
  const double chance = bench.precision("lexical");
  for (const char* name : {"me-lbfgs", "mlr-dual", "svm-joint", "mms", "dpr-mms"})
    EXPECT_LT(bench.precision(name), chance + 0.06) << name;
}

TEST(Learners, TheSameForAnyNumberOfThreads) {
  Bench bench(swapping_corpus(150, false, 3));
  ThreadPool one(1);
  for (const char* name : {"lexical", "bayes-map", "mlr-dual", "svm", "dpr-mms", "mms-extragradient"}) {
    const TrainOptions options{Learner::parse(name).method({}, bench.classes)};
    const std::string first = temporary("one");
    const std::string second = temporary("two");
    ReorderingModel({name, bench.classes, {}, {}, {}},
                    train(bench.text, bench.split.train, bench.classes, options, bench.threads).classifier)
        .save(first);
    ReorderingModel({name, bench.classes, {}, {}, {}},
                    train(bench.text, bench.split.train, bench.classes, options, one).classifier)
        .save(second);
    std::ifstream in_first(first, std::ios::binary);
    std::ifstream in_second(second, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in_first), {}),
              std::string(std::istreambuf_iterator<char>(in_second), {}))
        << name;
    std::filesystem::remove(first);
    std::filesystem::remove(second);
  }
}

TEST(Lexical, WorkedExampleAndBackOff) {
  TinyCorpus tiny;
  tiny.add("x y", "X Y", "0-0 1-1");
  tiny.add("x", "W", "0-0");
  ThreadPool threads(1);
  const CorpusText text(tiny.corpus, tiny.alignments, {});
  std::vector<Sample> samples;
  const auto add = [&](Sample place, const std::vector<int>& counts) {
    place.source_length = place.target_length = 1;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      place.label = static_cast<std::uint8_t>(k);
      samples.insert(samples.end(), static_cast<std::size_t>(counts[k]), place);
    }
  };
  add({.sentence = 0}, {1, 6, 3});                                        // x, X
  add({.sentence = 1}, {4, 0, 0});                                        // x, W
  add({.sentence = 0, .source_begin = 1, .target_begin = 1}, {0, 0, 6});  // y, Y
  const auto probabilities = [&](const Lexical& model, const std::string& source, const std::string& target) {
    const std::vector<Key> words{key_of(source)};
    const std::vector<Key> phrase{key_of(target)};
    SpanScratch scratch;
    std::vector<float> log_probs(3);
    model.begin_span({words, {}}, {0, 1}, scratch);
    model.log_probs(scratch, {{phrase, {}}, {}}, log_probs);
    std::vector<double> p;
    for (const float value : log_probs) p.push_back(std::exp(static_cast<double>(value)));
    return p;
  };
  const auto near = [](double a, double b, double c) {
    using ::testing::DoubleNear;
    return ::testing::ElementsAre(DoubleNear(a, 1e-6), DoubleNear(b, 1e-6), DoubleNear(c, 1e-6));
  };
  const Lexical mle = Lexical::train(text, samples, 3, 0.0, threads);
  EXPECT_THAT(probabilities(mle, "x", "X"), near(.1, .6, .3));
  const Lexical smooth = Lexical::train(text, samples, 3, 0.5, threads);
  EXPECT_THAT(probabilities(smooth, "x", "X"), near(.130435, .565217, .304348));
  EXPECT_THAT(probabilities(smooth, "x", "W"), near(4.5 / 5.5, .5 / 5.5, .5 / 5.5));
  // Pooled over the source phrase: (5, 6, 3) and (0, 0, 6). Then over all: (5, 6, 9).
  EXPECT_THAT(probabilities(smooth, "x", "other"), near(5.5 / 15.5, 6.5 / 15.5, 3.5 / 15.5));
  EXPECT_THAT(probabilities(smooth, "y", "X"), near(.5 / 7.5, .5 / 7.5, 6.5 / 7.5));
  EXPECT_THAT(probabilities(smooth, "other", "X"), near(5.5 / 21.5, 6.5 / 21.5, 9.5 / 21.5));
  EXPECT_TRUE(smooth.knows_phrase(std::vector<Key>{key_of("x")}));
  EXPECT_FALSE(smooth.knows_phrase(std::vector<Key>{key_of("z")}));
  const Lexical empty = Lexical::train(text, {}, 3, 0.5, threads);
  EXPECT_NEAR(probabilities(empty, "x", "X")[0], 1.0 / 3, 1e-6);
}

TEST(Clustered, PhrasesWithoutSubModelFallBack) {
  Bench bench(swapping_corpus(300, false, 3));
  OptionValues options{{"min-samples", std::size_t{1000000}}};
  const auto none = bench.trained("dpr-mms", options);
  EXPECT_EQ(none.report.sub_models, 0U);
  // All phrases fall back: the answers are those of the global model, or of the class frequencies.
  const TrainOptions global{Learner::parse("mlr-dual").method({}, bench.classes)};
  const auto whole = train(bench.text, bench.split.train, bench.classes, global, bench.threads);
  const auto a = predict(*none.classifier, bench.text, bench.split.test, bench.threads);
  const auto b = predict(*whole.classifier, bench.text, bench.split.test, bench.threads);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].log_prob_of_truth, b[i].log_prob_of_truth);
  options["no-global"] = true;
  const auto prior = bench.trained("dpr-mms", options);
  const auto counts = class_counts(bench.split.train, 3);
  const auto c = predict(*prior.classifier, bench.text, bench.split.test, bench.threads);
  for (std::size_t i = 0; i < c.size(); ++i) {
    EXPECT_NEAR(std::exp(static_cast<double>(c[i].log_prob_of_truth)),
                static_cast<double>(counts[bench.split.test[i].label]) /
                    static_cast<double>(bench.split.train.size()),
                1e-6);
  }
  options["min-samples"] = std::size_t{10};
  const auto some = bench.trained("dpr-mms", options);
  EXPECT_GT(some.report.sub_models, 10U);
  EXPECT_TRUE(some.classifier->knows_phrase(std::vector<Key>{key_of("a1")}));
  EXPECT_FALSE(some.classifier->knows_phrase(std::vector<Key>{key_of("never")}));
}

TEST(Linear, AnswersAreThoseOfRows) {
  Bench bench(swapping_corpus(200, false, 5));
  // With few bits, features of all parts share numbers.
  for (const char* features : {"rich", "rich,hash-bits=8", "rich,hash-bits=4"}) {
    SCOPED_TRACE(features);
    const PreparedRows prepared(bench.text, bench.split.train, {FeatureOptions::parse(features), 2, 3},
                                bench.threads);
    const TrainOptions options{Learner::parse("mlr-dual").method({}, bench.classes)};
    const auto result = train(bench.text, bench.split.train, bench.classes, options, prepared, bench.threads);
    const auto direct = learn::train_by_dual(prepared.problem(), {.variance = 4.0});
    const auto rows = build_normalised_rows(bench.text, bench.split.test, FeatureMaker(prepared.features()),
                                            prepared.dictionary(), bench.threads);
    const auto predictions = predict(*result.classifier, bench.text, bench.split.test, bench.threads);
    std::vector<double> scores(3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      learn::scores_of(direct.weights, rows.row(i), scores);
      learn::to_probabilities(scores);
      EXPECT_NEAR(std::exp(static_cast<double>(predictions[i].log_prob_of_truth)),
                  std::max(kMinProbability, scores[bench.split.test[i].label]), 1e-5);
    }
  }
}

// Sub-models are trained on the rows of their phrase alone, and drop features that none of these has before
// they measure a row.
TEST(Clustered, AnswersAreThoseOfRows) {
  Bench bench(swapping_corpus(300, false, 5));
  const PreparedRows prepared(bench.text, bench.split.train, {FeatureOptions::preset("dpr"), 1, 3},
                              bench.threads);
  const TrainOptions options{Learner::parse("dpr-mlr-dual").method({}, bench.classes)};
  const auto result = train(bench.text, bench.split.train, bench.classes, options, prepared, bench.threads);
  const auto predictions = predict(*result.classifier, bench.text, bench.split.test, bench.threads);
  const auto counts = build_rows(bench.text, bench.split.test, FeatureMaker(prepared.features()),
                                 prepared.dictionary(), bench.threads);
  SentenceLoader loader(bench.text);
  const auto phrase_of = [&](const Sample& sample) {
    loader.load(sample.sentence);
    return loader.source_phrase(sample);
  };
  std::size_t compared = 0;
  for (std::size_t i = 0; i < bench.split.test.size(); i += 7) {
    const Key phrase = phrase_of(bench.split.test[i]);
    learn::Rows members;
    std::vector<std::uint8_t> labels;
    std::vector<bool> known(prepared.feature_count(), false);
    for (std::size_t j = 0; j < bench.split.train.size(); ++j) {
      if (phrase_of(bench.split.train[j]) != phrase) continue;
      const learn::RowView row = prepared.problem().rows.row(j);
      members.add(row.features, row.values);
      labels.push_back(bench.split.train[j].label);
      for (const std::uint32_t feature : row.features) known[feature] = true;
    }
    if (labels.size() < SubModelOptions{}.min_samples) continue;
    const auto direct =
        learn::train_by_dual({members.view(), labels, 3, prepared.feature_count()}, {.seed = phrase});
    std::vector<std::uint32_t> features;
    std::vector<float> values;
    for (std::size_t e = 0; e < counts.row(i).size(); ++e) {
      if (!known[counts.row(i).features[e]]) continue;
      features.push_back(counts.row(i).features[e]);
      values.push_back(counts.row(i).values[e]);
    }
    learn::Rows asked;
    asked.add(features, values);
    asked.normalise();
    std::vector<double> scores(3);
    learn::scores_of(direct.weights, asked.row(0), scores);
    learn::to_probabilities(scores);
    EXPECT_NEAR(std::exp(static_cast<double>(predictions[i].log_prob_of_truth)),
                std::max(kMinProbability, scores[bench.split.test[i].label]), 1e-5);
    ++compared;
  }
  EXPECT_GT(compared, 20U);
}

TEST(Linear, InfluencesAddUpToTheScores) {
  Bench bench(swapping_corpus(200, false, 5));
  struct Case {
    const char* name;
    const char* features;
  };
  for (const auto& [name, features] :
       {Case{"mlr-dual", "rich"}, Case{"dpr-mms", "dpr"}, Case{"mlr-dual", "rich,hash-bits=8"},
        Case{"dpr-mms", "dpr,hash-bits=6"}}) {
    const auto result = bench.trained(name, {{"features", features}});
    SentenceLoader loader(bench.text);
    const Sample& sample = bench.split.test.front();
    loader.load(sample.sentence);
    std::vector<std::string_view> source(loader.source().size(), "s");
    std::vector<std::string_view> target(sample.target_length, "t");
    const TargetPhrase phrase = loader.target_phrase(sample);
    std::vector<double> sums(3, 0.0);
    for (const Influence& influence :
         result.classifier->influences(loader.source(), sample.source(), phrase, {source, target})) {
      for (std::size_t k = 0; k < 3; ++k) sums[k] += influence.by_class[k];
    }
    std::vector<float> from_sums(3);
    write_log_probs(sums, from_sums);
    SpanScratch scratch;
    std::vector<float> log_probs(3);
    result.classifier->begin_span(loader.source(), sample.source(), scratch);
    result.classifier->log_probs(scratch, phrase, log_probs);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(from_sums[k], log_probs[k], 1e-4) << name;
  }
}

TEST(ModelFile, RefusesDamage) {
  Bench bench(swapping_corpus(60, false, 3));
  const std::string path = temporary("damage");
  for (const char* name : {"lexical", "mlr-dual", "dpr-mms", "bayes-map", "word-distance"}) {
    ReorderingModel({name, bench.classes, {}, {}, {}}, bench.trained(name).classifier).save(path);
    std::string bytes;
    {
      std::ifstream in(path, std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(in), {});
    }
    Rng rng(1);
    for (int trial = 0; trial < 40; ++trial) {
      std::string bad = bytes;
      if (trial % 2 == 0) {
        bad.resize(rng.below(bad.size()));
      } else {
        char& byte = bad[rng.below(bad.size())];
        byte = static_cast<char>(byte ^ 0x55);
      }
      std::ofstream(path, std::ios::binary) << bad;
      // Bytes between sections are not covered by checksums; then the model must still work.
      try {
        const auto model = ReorderingModel::load(path);
        predict(model.classifier(), bench.text, bench.split.test, bench.threads);
      } catch (const FormatError&) {
      }
    }
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() - 1);
    EXPECT_THROW(ReorderingModel::load(path), FormatError);
  }
  std::filesystem::remove(path);
  EXPECT_THROW(ReorderingModel::load(path), UsageError);
}

TEST(ModelFile, TellsWhichSamplesItLearntFrom) {
  Bench bench(swapping_corpus(30, false, 3));
  const std::string path = temporary("settings");
  using Description = ReorderingModel::Description;
  const auto after_a_file = [&](const Description& description) {
    ReorderingModel(description, bench.trained("lexical").classifier).save(path);
    return ReorderingModel::load(path).description();
  };
  for (const Direction direction : {Direction::kBackward, Direction::kForward}) {
    for (const Neighbours neighbours : {Neighbours::kWords, Neighbours::kPhrases}) {
      Description description{"lexical", bench.classes, phrase::OrientationModel::kWord, {}, {}};
      description.direction = direction;
      description.neighbours = neighbours;
      const Description loaded = after_a_file(description);
      EXPECT_EQ(loaded.orientation, phrase::OrientationModel::kWord);
      EXPECT_EQ(loaded.direction, direction);
      EXPECT_EQ(loaded.neighbours, neighbours);
    }
  }
  // As in files of before neighbours were told.
  EXPECT_EQ(after_a_file({"lexical", bench.classes, {}, {}, {}}).neighbours, std::nullopt);
  std::filesystem::remove(path);
}

TEST(ClassLookup, CarriesWordClassesInTheModel) {
  text::Vocabulary vocabulary;
  text::WordClasses classes;
  for (int i = 0; i < 100; ++i) {
    vocabulary.add("w" + std::to_string(i));
    classes.class_of.push_back(static_cast<std::uint32_t>(i % 7));
  }
  classes.classes = 7;
  classes.unknown_class = 3;
  Bench bench(swapping_corpus(30, false, 3));
  const std::string path = temporary("classes");
  ReorderingModel({"lexical", bench.classes, {}, ClassLookup(classes, vocabulary), {}},
                  bench.trained("lexical").classifier)
      .save(path);
  const auto model = ReorderingModel::load(path);
  const ClassLookup& lookup = model.description().source_classes;
  EXPECT_EQ(lookup.of(key_of("w23")), 2U);
  EXPECT_EQ(lookup.of(key_of("unseen")), 3U);
  EXPECT_EQ(lookup.for_vocabulary(vocabulary).class_of, classes.class_of);
  EXPECT_TRUE(model.description().target_classes.empty());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace calque::reorder
