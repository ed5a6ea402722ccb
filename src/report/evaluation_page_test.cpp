#include "report/evaluation_page.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "metrics/registry.h"
#include "report/evaluation_text.h"
#include "report/testing.h"
#include "store/json_text.h"

namespace calque::report {
namespace {

using testing::count_of;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kReference{"the <cat> sat on the mat", "one two three four five"};

metrics::Evaluation evaluated(std::vector<metrics::SystemOutput> systems,
                              const metrics::SignificanceOptions& options = {}) {
  ThreadPool threads(1);
  return metrics::evaluate(metrics::make_metrics("wer,chrf++", {}), {{kReference}, std::move(systems)},
                           options, threads);
}

const metrics::SystemOutput kGood{"runs/a.en", kReference};
const metrics::SystemOutput kBad{"runs/b.en", {"the <cat> sat & on a mat", "two three"}};

TEST(EvaluationPage, ShowsScoresPlotsAndSentences) {
  const std::string html = evaluation_page(evaluated({kGood, kBad}, {.bootstrap = 20, .t_test = true}), 100);
  EXPECT_EQ(testing::first_unclosed(html), "");
  for (const char* expected :
       {"2 sentences, 1 reference set, 2 systems. Ranges are bootstrap confidence intervals from 20 "
        "resamples.",
        "WER &darr;", "chrF++ &uarr;",
        "<td class=\"n best\">0.00<span class=\"range\">0.00 to 0.00</span></td>",
        "<span title=\"runs/a.en\">a.en</span>", "paired-bootstrap", "t-test", "the &lt;cat&gt; sat",
        "<mark>&amp;</mark>", "<mark>a</mark>", "version:calque-", "largest difference in WER"}) {
    EXPECT_THAT(html, HasSubstr(expected));
  }
  // A bar plot and a distribution for each metric.
  EXPECT_EQ(count_of(html, "<svg"), 4U);
  EXPECT_EQ(count_of(html, "<h3>"), 2U);
}

TEST(EvaluationPage, OneSystemShowsItsWorstSentencesFirst) {
  const std::string html = evaluation_page(evaluated({kBad}), 1);
  EXPECT_EQ(testing::first_unclosed(html), "");
  EXPECT_THAT(html, HasSubstr("1 of 2, worst WER first"));
  EXPECT_THAT(html, HasSubstr("Sentence 2"));
  EXPECT_THAT(html, Not(HasSubstr("Sentence 1<")));
  EXPECT_THAT(html, Not(HasSubstr("Significance")));
}

TEST(EvaluationPage, TellsEqualFileNamesApartByTheirFolders) {
  metrics::SystemOutput other = kBad;
  other.name = "others/a.en";
  const std::string html = evaluation_page(evaluated({kGood, other}), 0);
  EXPECT_THAT(html, HasSubstr("<span title=\"others/a.en\">others/a.en</span>"));
}

TEST(EvaluationPage, OfNoSentences) {
  ThreadPool threads(1);
  const auto none =
      metrics::evaluate(metrics::make_metrics("bleu", {}), {{{}}, {{"\xff", {}}}}, {.bootstrap = 5}, threads);
  const std::string html = evaluation_page(none, 10);
  EXPECT_EQ(testing::first_unclosed(html), "");
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("\xff")));
}

TEST(EvaluationJson, HasScoresBreakdownAndSentences) {
  const auto evaluation = evaluated({kGood, kBad}, {.bootstrap = 20});
  const nlohmann::json json =
      store::parse_json(evaluation_json(evaluation, {.sentences = true, .breakdown = true}));
  ASSERT_EQ(json["systems"].size(), 2U);
  EXPECT_EQ(json["systems"][1]["name"], "runs/b.en");
  EXPECT_EQ(json["systems"][1]["wer"]["score"].get<double>(), evaluation.systems[1].metrics[0].score.value);
  EXPECT_EQ(json["systems"][0]["sentences"].size(), 2U);
  EXPECT_EQ(json["systems"][0]["breakdown"]["by_length"][0]["from"], 1);
  EXPECT_TRUE(json["systems"][0]["breakdown"]["by_order"].contains("chrf++"));
  EXPECT_EQ(json["significance"].size(), 2U);
  EXPECT_EQ(json["significance"][0]["metric"], "wer");
  const nlohmann::json plain = store::parse_json(evaluation_json(evaluation, {}));
  EXPECT_FALSE(plain["systems"][0].contains("sentences"));
}

TEST(EvaluationText, IsATableForPeople) {
  const std::string one = evaluation_text(evaluated({kBad}), {});
  EXPECT_TRUE(one.starts_with("system          WER    chrF++\nruns/b.en")) << one;
  const std::string two = evaluation_text(evaluated({kGood, kBad}, {.bootstrap = 20}), {.breakdown = true});
  for (const char* expected :
       {"[2] runs/b.en", "  from", "Significance", "[1] - [2]", "by words of the reference"})
    EXPECT_THAT(two, HasSubstr(expected));
  EXPECT_THAT(evaluation_text(evaluated({kGood}), {.sentences = true}),
              HasSubstr("sentence\tsystem\twer\tchrf++\n1\truns/a.en\t0.0000\t100.0000\n"));
}

}  // namespace
}  // namespace calque::report
