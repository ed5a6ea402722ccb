#include "metrics/evaluation.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/error.h"
#include "metrics/registry.h"
#include "metrics/testing.h"

namespace calque::metrics {
namespace {

const std::vector<std::string> kReference{"the cat sat on the mat today", "a b c d e f g h i j k l", ""};

TestSet two_systems() {
  return {{kReference}, {{"good", kReference}, {"bad", {"the mat sat", "a b x y z", "u"}}}};
}

Evaluation evaluated(const std::string& metrics, TestSet set, const SignificanceOptions& options = {}) {
  ThreadPool threads(2);
  return evaluate(make_metrics(metrics, {}), std::move(set), options, threads);
}

TEST(Evaluation, ScoresEachSystemWithEachMetric) {
  const Evaluation evaluation = evaluated("bleu,wer", two_systems());
  ASSERT_EQ(evaluation.systems.size(), 2U);
  for (const EvaluatedSystem& system : evaluation.systems) {
    ASSERT_EQ(system.metrics.size(), 2U);
    for (std::size_t m = 0; m < 2; ++m) {
      EXPECT_EQ(system.metrics[m].score.value,
                testing::corpus_score(*evaluation.metrics[m], {kReference}, system.lines).value);
    }
  }
  EXPECT_DOUBLE_EQ(evaluation.systems[0].metrics[1].score.value, 0.0);
  EXPECT_TRUE(evaluation.signatures[0].find("|version:calque-") != std::string::npos);
  EXPECT_DOUBLE_EQ(evaluation.sentence_score(0, 1, 1), 0.0);
  EXPECT_GT(evaluation.sentence_score(1, 1, 1), 0.0);
}

// Long enough to be scored in several parts, which nothing may show.
TEST(Evaluation, LongTestSetsAreScoredAsAWhole) {
  std::vector<std::string> reference(5);
  std::vector<std::string> output(5);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    for (std::size_t w = 0; w < 200'000; ++w) {
      reference[i] += "w" + std::to_string(w * (i + 7) % 1009) + " ";
      output[i] += "w" + std::to_string(w * (i + 8) % 1013) + " ";
    }
  }
  const Evaluation evaluation = evaluated("bleu,per,nist", {{reference}, {{"system", output}}});
  for (std::size_t m = 0; m < evaluation.metrics.size(); ++m) {
    EXPECT_EQ(evaluation.systems[0].metrics[m].score.value,
              testing::corpus_score(*evaluation.metrics[m], {reference}, output).value)
        << evaluation.signatures[m];
  }
}

TEST(Evaluation, OneSystemIsNotResampledUnlessAskedFor) {
  TestSet one = two_systems();
  one.systems.pop_back();
  EXPECT_EQ(evaluated("bleu", one).resamples, 0U);
  EXPECT_FALSE(evaluated("bleu", one).systems[0].metrics[0].interval);
  EXPECT_TRUE(evaluated("bleu", one, {.bootstrap = 10}).systems[0].metrics[0].interval);
  EXPECT_TRUE(evaluated("bleu", one, {.bootstrap = 10}).comparisons.empty());
}

TEST(Evaluation, ComparisonsComeByMethodThenPairThenMetric) {
  TestSet three = two_systems();
  three.systems.push_back({"again", kReference});
  const Evaluation evaluation =
      evaluated("wer,per", three, {.bootstrap = 50, .randomization = 20, .t_test = true});
  ASSERT_EQ(evaluation.comparisons.size(), 3U * 3U * 2U);
  const Comparison& first = evaluation.comparisons.front();
  EXPECT_EQ(first.method, "paired-bootstrap");
  EXPECT_EQ(evaluation.comparisons[1].metric, 1U);
  EXPECT_EQ(evaluation.comparisons[2].b, 2U);
  EXPECT_EQ(evaluation.comparisons[6].method, "approximate-randomization");
  EXPECT_EQ(evaluation.comparisons[12].method, "t-test");
  EXPECT_DOUBLE_EQ(first.difference, evaluation.systems[0].metrics[0].score.value -
                                         evaluation.systems[1].metrics[0].score.value);
  EXPECT_DOUBLE_EQ(evaluation.comparisons[2].p, 1.0);  // equal systems
  EXPECT_EQ(first.figures[0].value + first.figures[1].value + first.figures[2].value, 50.0);
}

TEST(Evaluation, SameVerdictsForAnyNumberOfThreads) {
  ThreadPool one(1);
  const auto again = evaluate(make_metrics("bleu", {}), two_systems(), {.seed = 7}, one);
  const auto threaded = evaluated("bleu", two_systems(), {.seed = 7});
  EXPECT_EQ(again.comparisons[0].p, threaded.comparisons[0].p);
  EXPECT_EQ(again.systems[1].metrics[0].interval->low, threaded.systems[1].metrics[0].interval->low);
}

TEST(Evaluation, LengthClassesPartitionTheSentences) {
  const Evaluation evaluation = evaluated("wer", two_systems());
  const auto classes = evaluation.length_classes();
  ASSERT_EQ(classes.size(), 3U);
  EXPECT_EQ(classes[0].label(), "0");
  EXPECT_EQ(classes[1].label(), "1-9");
  EXPECT_EQ(classes[2].label(), "10-19");
  EXPECT_EQ((LengthClass{60, 0, {}}).label(), "60+");
  EXPECT_EQ(classes[1].sentences, std::vector<std::size_t>{0});
  EXPECT_DOUBLE_EQ(evaluation.score_of(1, 0, classes[2]), evaluation.sentence_score(1, 0, 1));
}

class TestSetFiles : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "calque_test_set_files";
};

TEST_F(TestSetFiles, AreReadInOrder) {
  const std::string one = file("one", "a\nb\n");
  const std::string two = file("two", "c\nd\n");
  const TestSet set = read_test_set({one, two}, {two});
  EXPECT_EQ(set.references, (ReferenceSets{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(set.systems[0].name, two);
  EXPECT_EQ(set.systems[0].lines, set.references[1]);
}

TEST_F(TestSetFiles, MustHaveTheSameNumberOfLines) {
  const std::string two = file("two", "a\nb\n");
  const std::string three = file("three", "a\nb\nc\n");
  EXPECT_THROW(read_test_set({two, three}, {two}), DataError);
  EXPECT_THROW(read_test_set({two}, {three}), DataError);
  EXPECT_EQ(read_references({two, two}), (ReferenceSets{{"a", "b"}, {"a", "b"}}));
  EXPECT_THROW(read_references({two, three}), DataError);
  EXPECT_THROW(read_references({file("empty", "")}), DataError);
  EXPECT_THROW(read_lines(file("bytes", "a\n\xff\n")), DataError);
}

}  // namespace
}  // namespace calque::metrics
