#include "report/training_page.h"

#include <gmock/gmock.h>

#include "report/testing.h"

namespace calque::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TrainingPage, ShowsTheFiguresOfEveryStep) {
  TrainingReport report;
  report.title = "Translation model <m>";
  const nlohmann::json side{
      {"words", 1234}, {"vocabulary", 56}, {"mean_length", 7.25}, {"length_histogram", {0, 3, 9}}};
  report.preparation = {{"pairs_read", 1000000},
                        {"pairs_kept", 999},
                        {"removed", {{"too <long>", 5}}},
                        {"source", side},
                        {"target", side}};
  report.alignments = {{{"model", "hmm"}, {"links", 4321}}};
  report.language_model = {{"ngrams", {10, 2000}}};
  report.phrases = {{"occurrences", 77777}, {"pairs", 6}, {"source_phrases", 5}};
  report.reordering = {
      {{"learner", "mms"}, {"models", {{"backward", {{"samples", 8888}, {"features", 9}}}}}}};
  report.evaluation = {{"bleu", 12.5}, {"sentences", 1}, {"signature", "nrefs:1"}};
  report.samples = {{"<b>", "a & b", "\"q\""}};
  report.manifest = {{"seed", 1}};
  report.steps = {{"align", 1.5}, {"lm", 3.0}};
  const std::string html = training_page(report);
  EXPECT_EQ(testing::first_unclosed(html), "");
  for (const char* expected : {"Translation model &lt;m&gt;", "1,000,000", "removed: too &lt;long&gt;", "7.2",
                               "Word alignment (hmm): links", "4,321", "Language model 2-grams", "77,777",
                               "Reordering (mms, backward): samples", "8,888", "<strong>12.50</strong>",
                               "&lt;b&gt;", "a &amp; b", "&quot;seed&quot;: 1", "width: 10.00rem", "3.0 s"}) {
    EXPECT_THAT(html, HasSubstr(expected));
  }
  EXPECT_EQ(testing::count_of(html, "<svg"), 2U);
}

TEST(TrainingPage, LeavesOutStepsThatDidNotRun) {
  const std::string html = training_page({});
  EXPECT_EQ(testing::first_unclosed(html), "");
  for (const char* heading : {"Corpus", "Models", "Development set", "Time"})
    EXPECT_THAT(html, Not(HasSubstr(std::string("<h2>") + heading)));
}

TEST(TrainingPage, TakesNamesThatAreNotUtf8) {
  TrainingReport report;
  report.title = "\xff";
  report.manifest = {{"file", "\xff"}};
  EXPECT_THAT(training_page(report), HasSubstr("&quot;file&quot;: &quot;\xef\xbf\xbd&quot;"));
}

}  // namespace
}  // namespace calque::report
