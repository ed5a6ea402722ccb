#include "metrics/registry.h"

#include <functional>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "base/error.h"

namespace calque::metrics {
namespace {

TEST(MetricRegistry, ARowHasTheNameOfItsMetric) {
  std::set<std::string_view> names;
  for (const MetricRow& row : metric_rows()) {
    EXPECT_EQ(row.make({})->name(), row.name);
    EXPECT_FALSE(row.display_name.empty());
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
}

// A signature says everything that a score depends on, so an option changes it just where the row names it.
TEST(MetricRegistry, ARowNamesTheOptionsThatItsMetricDependsOn) {
  const std::vector<std::pair<MetricOption, std::function<void(MetricOptions&)>>> changes{
      {kTakesTokenization, [](MetricOptions& o) { o.tokenization = Tokenization::kChar; }},
      {kTakesLowercase, [](MetricOptions& o) { o.lowercase = true; }},
      {kTakesSmoothing, [](MetricOptions& o) { o.smoothing = BleuSmoothing::kFloor; }},
      {kTakesTer, [](MetricOptions& o) { o.ter.case_sensitive = true; }},
      {kTakesStems, [](MetricOptions& o) { o.stem_language = "none"; }}};
  for (const MetricRow& row : metric_rows()) {
    const std::string usual = row.make({})->signature(1);
    for (const auto& [option, change] : changes) {
      MetricOptions options;
      change(options);
      EXPECT_EQ(row.make(options)->signature(1) != usual, (row.options & option) != 0)
          << row.name << " and option " << option;
    }
  }
}

TEST(MetricRegistry, NamesAreListed) {
  const std::string all = metric_names(",");
  EXPECT_TRUE(all.starts_with("bleu,chrf,chrf++,ter,wer,per,nist,meteor")) << all;
  EXPECT_EQ(metric_names(" ", kTakesSmoothing), "bleu");
  EXPECT_EQ(metric_names(", ", kTakesTokenization).find("ter,"), std::string::npos);
  EXPECT_EQ(display_name("chrf++"), "chrF++");
  EXPECT_EQ(display_name("mine"), "mine");
}

TEST(MetricRegistry, ListsOfNamesMakeEachMetricOnce) {
  const auto made = make_metrics("ter, bleu,ter", {});
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0]->name(), "ter");
  EXPECT_EQ(made[1]->name(), "bleu");
  EXPECT_EQ(make_metrics("all", {}).size(), metric_rows().size());
}

TEST(MetricRegistry, UnknownNamesAreRefused) {
  EXPECT_THROW(make_metric("blue", {}), UsageError);
  EXPECT_THROW(make_metrics("bleu,,ter", {}), UsageError);
  EXPECT_THROW(parse_enum<Tokenization>("14a"), UsageError);
  EXPECT_THROW(parse_enum<BleuSmoothing>("laplace"), UsageError);
  EXPECT_EQ(parse_enum<Tokenization>("zh"), Tokenization::kZh);
  EXPECT_EQ(parse_enum<BleuSmoothing>("add-k"), BleuSmoothing::kAddK);
}

}  // namespace
}  // namespace calque::metrics
