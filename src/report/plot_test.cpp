#include "report/plot.h"

#include <cmath>

#include <gmock/gmock.h>

#include "report/testing.h"

namespace calque::report {
namespace {

using testing::count_of;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(XyPlot, PutsPointsWhereTheAxesSay) {
  const XyPlot plot{.title = "t",
                    .x_label = "x",
                    .y_label = "y",
                    .series = {{"", {{.x = 0.0, .y = 0.0}, {.x = 10.0, .y = 4.0}}}}};
  const std::string svg = xy_plot(plot).str();
  EXPECT_EQ(testing::first_unclosed(svg), "");
  // The corners of the area inside the axes.
  EXPECT_THAT(svg, HasSubstr("<polyline class=\"l0\" points=\"58.0,280.0 630.0,12.0 \"/>"));
  EXPECT_EQ(count_of(svg, "<circle"), 2U);
  EXPECT_THAT(svg, HasSubstr(">10</text>"));
  EXPECT_THAT(svg, HasSubstr(">4</text>"));
}

TEST(XyPlot, LogarithmicAxesHavePowersOfTenAndLeaveOutWhatTheyCannotShow) {
  XyPlot plot{.title = "t", .x_label = "x", .y_label = "y", .log_x = true};
  plot.series = {
      {"a", {{.x = 1.0, .y = 1.0}, {.x = 0.0, .y = 2.0}, {.x = 20000.0, .y = 3.0}, {.x = 5.0, .y = NAN}}}};
  const std::string svg = xy_plot(plot).str();
  EXPECT_EQ(count_of(svg, "<circle"), 2U);
  EXPECT_THAT(svg, HasSubstr(">10000</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(XyPlot, NamesSeriesAndEscapesThem) {
  XyPlot plot{.title = "<t>", .x_label = "x & y", .y_label = ""};
  for (int s = 0; s < 11; ++s) plot.series.push_back({s == 0 ? "<one>" : "s", {{.x = 1.0, .y = 2.0}}});
  const std::string svg = xy_plot(plot).str();
  EXPECT_THAT(svg, HasSubstr("aria-label=\"&lt;t&gt;\""));
  EXPECT_THAT(svg, HasSubstr(">x &amp; y</text>"));
  EXPECT_THAT(svg, HasSubstr(">&lt;one&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("class=\"l0 dashed\""));  // the eleventh has the first colour again
  EXPECT_EQ(testing::first_unclosed(svg), "");
}

TEST(XyPlot, ErrorBarsAreInsideTheAxes) {
  const XyPlot plot{.title = "t",
                    .x_label = "x",
                    .y_label = "y",
                    .series = {{"", {{.x = 1.0, .y = 5.0, .error = 2.0}, {.x = 2.0, .y = 5.0}}}}};
  const std::string svg = xy_plot(plot).str();
  EXPECT_THAT(svg, HasSubstr("<line class=\"l0 error\" x1=\"58.0\" x2=\"58.0\" y1=\"280.0\" y2=\"12.0\"/>"));
}

TEST(XyPlot, WithoutPointsIsEmpty) {
  const std::string svg = xy_plot({.title = "t", .x_label = "x", .y_label = "y", .series = {{"a"}}}).str();
  EXPECT_THAT(svg, Not(HasSubstr("<line")));
  EXPECT_EQ(testing::first_unclosed(svg), "");
}

TEST(Distribution, CountsEachValueOnce) {
  const XyPlot plot = distribution("t", {{0.0, 1.0, 9.9, 10.0}, {5.0}}, 10);
  ASSERT_EQ(plot.series.size(), 2U);
  ASSERT_EQ(plot.series[0].points.size(), 10U);
  EXPECT_EQ(plot.series[0].points[0].y, 1.0);
  EXPECT_EQ(plot.series[0].points[1].y, 1.0);
  EXPECT_EQ(plot.series[0].points[9].y, 2.0);
  EXPECT_EQ(plot.series[1].points[5].y, 1.0);
  EXPECT_DOUBLE_EQ(plot.series[1].points[5].x, 5.5);
  EXPECT_TRUE(plot.from_zero);
}

TEST(Distribution, OfOneValueAndOfNothing) {
  EXPECT_EQ(distribution("t", {{3.0, 3.0}}, 4).series[0].points[2].y, 2.0);
  EXPECT_TRUE(distribution("t", {{}, {}}).series.empty());
}

TEST(BarPlot, BarsStandOnZero) {
  const std::string svg = bar_plot({"t", {"a", "<b>"}, {{1.0, 2.0}, {-3.0, 0.5}}}).str();
  EXPECT_EQ(count_of(svg, "<rect"), 4U);
  EXPECT_THAT(svg, HasSubstr("height=\"166.0\"><title>&lt;b&gt;: 2</title>"));
  EXPECT_THAT(svg, HasSubstr("height=\"0.0\"><title>a: -3</title>"));
  EXPECT_EQ(testing::first_unclosed(svg), "");
}

TEST(BarPlot, OfManyLabelsOnlySomeArePrinted) {
  BarPlot plot{"t", {}, {{}}};
  for (int i = 0; i < 60; ++i) {
    plot.labels.push_back("label" + std::to_string(i) + "!");
    plot.values[0].push_back(i);
  }
  const std::string svg = bar_plot(plot).str();
  EXPECT_THAT(svg, HasSubstr(">label0!</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">label1!</text>")));
  EXPECT_EQ(count_of(svg, "<rect"), 60U);
  EXPECT_EQ(testing::first_unclosed(bar_plot({"t", {}, {}}).str()), "");
}

}  // namespace
}  // namespace calque::report
