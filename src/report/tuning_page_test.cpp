#include "report/tuning_page.h"

#include <gmock/gmock.h>

#include "report/testing.h"

namespace calque::report {
namespace {

using ::testing::HasSubstr;

TEST(TuningPage, ShowsEachRunRoundByRound) {
  tune::TuningResult result;
  result.before = 10.0;
  result.after = 12.345;
  result.signature = "<sig>";
  result.weights.groups = {{"LM0", {0.5}}};
  tune::TuningRound first;
  first.score = 10.0;
  first.list_score = 14.5;
  first.candidates = 20000;
  first.added = 20000;
  first.seconds = 1.25;
  tune::TuningRound second;
  second.score = 12.345;
  result.runs = {{7, {first, second}, {}, 12.345}, {8, {first}, {}, 10.0}};
  const std::string html = tuning_page(result, "Tuning of <m>", "BLEU");
  EXPECT_EQ(testing::first_unclosed(html), "");
  for (const char* expected :
       {"Tuning of &lt;m&gt;", "10.00 before, 12.35 after (&lt;sig&gt;)", "14.50", "20,000",
        "<h2>Seed 7</h2>", "<h2>Seed 8</h2>", "LM0", "seed 7, round 2: 12.35"}) {
    EXPECT_THAT(html, HasSubstr(expected));
  }
  EXPECT_EQ(testing::count_of(html, "<polyline"), 2U);
}

TEST(TuningPage, OfNothingIsStillAPage) {
  EXPECT_EQ(testing::first_unclosed(tuning_page({}, "t", "BLEU")), "");
}

}  // namespace
}  // namespace calque::report
