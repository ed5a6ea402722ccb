#include "reorder/comparison.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/error.h"
#include "reorder/testing.h"

namespace calque::reorder {
namespace {

using testing::swapping_corpus;
using testing::TinyCorpus;

std::vector<std::string> names_of(const std::vector<Learner>& learners) {
  std::vector<std::string> names;
  for (const Learner& learner : learners) names.push_back(learner.name());
  return names;
}

ComparisonOptions small_options(std::string_view learners) {
  ComparisonOptions options;
  options.learners = parse_learners(learners, ReorderingClasses::parse("3"));
  options.sizes = {0.5, 1.0};
  options.test_fraction = 0.25;
  options.repeats = 2;
  options.learning["min-count"] = std::size_t{1};
  return options;
}

TEST(Comparison, LearnersAreChosenByNameOrAllThatFitTheClasses) {
  const auto by_distance = ReorderingClasses::parse("3");
  EXPECT_THAT(names_of(parse_learners("mms,dpr-svm", by_distance)), ::testing::ElementsAre("mms", "dpr-svm"));
  EXPECT_THAT(names_of(parse_learners("usual", by_distance)), ::testing::Contains("mlr-dual"));
  EXPECT_EQ(parse_learners("all", by_distance), all_learners());
  EXPECT_THAT(names_of(parse_learners("all", ReorderingClasses::parse("msd"))),
              ::testing::Not(::testing::Contains(::testing::HasSubstr("ordinal"))));
  EXPECT_THROW(parse_learners("mms,magic", by_distance), UsageError);
}

TEST(Comparison, SizesRiseToTheWhole) {
  EXPECT_EQ(parse_sizes(""), std::vector<double>{1.0});
  EXPECT_EQ(parse_sizes("0.1,0.5"), (std::vector<double>{0.1, 0.5, 1.0}));
  EXPECT_EQ(parse_sizes("0.5,1"), (std::vector<double>{0.5, 1.0}));
  for (const char* bad : {"0.5,0.25", "2", "0", "x", "0.5,"})
    EXPECT_THROW(parse_sizes(bad), UsageError) << bad;
}

TEST(Comparison, FindsTheLearnerThatSeesTheContext) {
  const TinyCorpus tiny = swapping_corpus(300, false, 3);
  const CorpusText text(tiny.corpus, tiny.alignments, {});
  ThreadPool threads(2);
  Reporter& reporter = silent_reporter();
  Comparison comparison(small_options("lexical,mlr-dual"), ReorderingClasses::parse("3"), threads, reporter);
  comparison.run(text);
  EXPECT_EQ(comparison.best().learner.name(), "mlr-dual");
  EXPECT_EQ(&comparison.scatter_other(), comparison.lexical());
  EXPECT_GT(comparison.gain(comparison.best(), 1), 0.0);
  ASSERT_EQ(comparison.train_samples().size(), 2U);
  EXPECT_LT(comparison.train_samples()[0], comparison.train_samples()[1]);
  EXPECT_EQ(comparison.train_samples()[1], comparison.split().train.size());
  for (const LearnerSeries& series : comparison.series()) {
    EXPECT_EQ(series.whole().size(), 2U);
    EXPECT_GT(series.whole()[0].bytes, 0U);
    EXPECT_EQ(series.last.size(), comparison.split().test.size());
    // Overall and for each of the three classes, over two sizes and two draws.
    EXPECT_EQ(comparison.p_values(series).size(), 4U);
  }
  EXPECT_LT(comparison.p_values(*comparison.lexical())[0], 0.05);
  EXPECT_TRUE(comparison.curves().empty());
  // The statistics of the corpus account for every sample.
  std::uint64_t by_distance = 0;
  for (const auto& [distance, count] : comparison.distances()) by_distance += count;
  EXPECT_EQ(by_distance, comparison.samples().samples.size());
  std::uint64_t by_cluster = 0;
  for (const ClusterSizes& sizes : comparison.cluster_sizes()) by_cluster += sizes.samples;
  EXPECT_EQ(by_cluster, comparison.samples().samples.size());
  ASSERT_FALSE(comparison.clusters().empty());
  EXPECT_FALSE(comparison.phrase_of(comparison.clusters().front()).empty());
}

TEST(Comparison, WatchesEachPass) {
  const TinyCorpus tiny = swapping_corpus(200, false, 3);
  const CorpusText text(tiny.corpus, tiny.alignments, {});
  ThreadPool threads(2);
  Reporter& reporter = silent_reporter();
  ComparisonOptions options = small_options("lexical,mms,mlr-dual,dpr-mms");
  options.repeats = 1;
  options.passes = true;
  Comparison comparison(options, ReorderingClasses::parse("3"), threads, reporter);
  comparison.run(text);
  // mlr-dual at three levels of shrinking; tables and sub-models have no passes.
  ASSERT_EQ(comparison.curves().size(), 4U);
  const double tolerance = common_tolerance(comparison.curves());
  for (const PassCurve& curve : comparison.curves()) {
    EXPECT_EQ(curve.points.front().pass, 1U);
    EXPECT_NE(first_within(curve, tolerance), nullptr) << curve.name;
    EXPECT_EQ(first_within(curve, -1.0), nullptr);
    EXPECT_EQ(curve.active.empty(), curve.name == "mms");
  }
}

TEST(Comparison, RefusesWhatCannotBeCompared) {
  ThreadPool threads(1);
  Reporter& reporter = silent_reporter();
  const auto classes = ReorderingClasses::parse("3");
  ComparisonOptions none = small_options("lexical,mms");
  none.repeats = 0;
  EXPECT_THROW(Comparison(none, classes, threads, reporter), UsageError);
  ComparisonOptions odd = small_options("lexical,mlr-dual");
  odd.learning["rate"] = 0.1;  // none of these has steps
  EXPECT_THROW(Comparison(odd, classes, threads, reporter), UsageError);
  EXPECT_THROW(Comparison(small_options("ordinal"), ReorderingClasses::parse("msd"), threads, reporter),
               UsageError);
  // One sentence cannot be both learnt from and held out.
  TinyCorpus tiny;
  tiny.add("a b", "A B", "0-0 1-1");
  const CorpusText text(tiny.corpus, tiny.alignments, {});
  Comparison comparison(small_options("lexical,mms"), classes, threads, reporter);
  EXPECT_THROW(comparison.run(text), DataError);
}

TEST(Comparison, MeanAndDeviation) {
  const std::vector<double> values{1.0, 2.0, 3.0, 6.0};
  EXPECT_DOUBLE_EQ(mean(values), 3.0);
  EXPECT_DOUBLE_EQ(deviation(values), std::sqrt(14.0 / 3.0));
  EXPECT_DOUBLE_EQ(deviation(std::vector<double>{5.0}), 0.0);
}

}  // namespace
}  // namespace calque::reorder
