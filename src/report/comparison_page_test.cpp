#include "report/comparison_page.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "reorder/testing.h"
#include "report/comparison_text.h"
#include "report/testing.h"
#include "store/json_text.h"

namespace calque::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class ComparisonReport : public ::testing::Test {
 protected:
  reorder::Comparison compared(std::vector<double> sizes, std::size_t repeats, bool passes) {
    reorder::ComparisonOptions options;
    options.learners = reorder::parse_learners("lexical,mlr-dual", classes_);
    options.sizes = std::move(sizes);
    options.test_fraction = 0.25;
    options.repeats = repeats;
    options.passes = passes;
    options.learning["min-count"] = std::size_t{1};
    reorder::Comparison comparison(options, classes_, threads_, silent_reporter());
    comparison.run(text_);
    return comparison;
  }

  reorder::ReorderingClasses classes_ = reorder::ReorderingClasses::parse("3");
  reorder::testing::TinyCorpus tiny_ = reorder::testing::swapping_corpus(200, false, 3);
  reorder::CorpusText text_{tiny_.corpus, tiny_.alignments, {}};
  ThreadPool threads_{2};
};

TEST_F(ComparisonReport, PageHasEverySection) {
  const std::string html = comparison_page(compared({0.5, 1.0}, 2, true));
  EXPECT_EQ(testing::first_unclosed(html), "");
  for (const char* heading : {"Learners", "Is the best learner better?", "Learning curve", "By distance",
                              "By source phrase", "Training time", "Settled samples", "Corpus"}) {
    EXPECT_THAT(html, HasSubstr(std::string("<h2>") + heading + "</h2>"));
  }
  EXPECT_THAT(html, HasSubstr("of two-tailed paired t-tests of mlr-dual against each"));
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_EQ(testing::count_of(html, "<svg"), 6U);
}

TEST_F(ComparisonReport, PageLeavesOutWhatWasNotMeasured) {
  const std::string html = comparison_page(compared({1.0}, 1, false));
  for (const char* heading :
       {"Is the best learner better?", "Learning curve", "Training time", "Settled samples"})
    EXPECT_THAT(html, Not(HasSubstr(std::string("<h2>") + heading)));
}

TEST_F(ComparisonReport, JsonAndTextHaveALineForEachLearner) {
  const reorder::Comparison comparison = compared({1.0}, 2, false);
  const nlohmann::json json = store::parse_json(comparison_json(comparison));
  ASSERT_EQ(json["learners"].size(), 2U);
  EXPECT_EQ(json["best"], "mlr-dual");
  EXPECT_EQ(json["learners"][0]["name"], "lexical");
  EXPECT_EQ(json["learners"][0]["p"].size(), 4U);
  EXPECT_FALSE(json["learners"][1].contains("p"));
  const std::string text = comparison_text(comparison);
  EXPECT_EQ(testing::count_of(text, "\n"), 3U);
  EXPECT_THAT(text, HasSubstr("\nlexical "));
  EXPECT_THAT(text, HasSubstr("\nmlr-dual "));
  const std::string table = cluster_table(comparison);
  EXPECT_TRUE(table.starts_with("phrase\ttrain samples\ttranslations\ttest samples\tmlr-dual\tlexical\n"));
  EXPECT_EQ(testing::count_of(table, "\n"), comparison.clusters().size() + 1);
}

}  // namespace
}  // namespace calque::report
