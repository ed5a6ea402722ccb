#include "report/html.h"

#include <gmock/gmock.h>

#include "report/testing.h"

namespace calque::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(EscapeHtml, EscapesMarkupAndReplacesWhatIsNotUtf8) {
  EXPECT_EQ(escape_html("a < b & \"c\" > é"), "a &lt; b &amp; &quot;c&quot; &gt; é");
  EXPECT_EQ(escape_html("x\xff<\xe2\x82"), "x\xef\xbf\xbd&lt;\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(escape_html(""), "");
}

TEST(Html, TextIsEscapedOnceAndMarkupNever) {
  const Html bold = element("b", "1 < 2");
  EXPECT_EQ(bold.str(), "<b>1 &lt; 2</b>");
  EXPECT_EQ((Html("&") + bold).str(), "&amp;<b>1 &lt; 2</b>");
  EXPECT_EQ(Html::markup("<br>").str(), "<br>");
  EXPECT_EQ(element("p", "x", "soft").str(), "<p class=\"soft\">x</p>");
  EXPECT_EQ(with_tooltip("x", "a\"b").str(), "<span title=\"a&quot;b\">x</span>");
}

TEST(Html, SectionsLeaveEmptyRemarksOut) {
  EXPECT_EQ(section("A & B", "", "c").str(), "<h2>A &amp; B</h2>\nc");
  EXPECT_THAT(section("A", "why", "c").str(), HasSubstr("<p class=\"soft\">why</p>"));
}

TEST(Table, AlignsNumbersAndMarksTheBest) {
  Table table({"name", "score"});
  EXPECT_TRUE(table.empty());
  table.add({"<a>", "1.0"});
  table.add({std::string("b"), {"2.0", true}});
  const std::string html = table.html().str();
  EXPECT_THAT(html, HasSubstr("<tr><th>name</th><th class=\"n\">score</th></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><td>&lt;a&gt;</td><td class=\"n\">1.0</td></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><td>b</td><td class=\"n best\">2.0</td></tr>"));
  EXPECT_THAT(Table({}).html().str(), Not(HasSubstr("<th")));
}

TEST(Page, IsWholeAndNeedsNothingFromOutside) {
  const std::string html = page("<script>alert(1)</script>", folded("more", figure("a", "b")));
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(testing::first_unclosed(html), "");
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("http")));
  EXPECT_THAT(html, Not(HasSubstr("url(")));
  EXPECT_EQ(testing::count_of(html, "<style>"), 1U);
}

TEST(Page, HasAColourForEachSeries) {
  const std::string html = page("", colour_key(3) + colour_key(kColours + 3));
  EXPECT_EQ(testing::count_of(html, "<span class=\"key s3\"></span>"), 2U);
  EXPECT_THAT(html, HasSubstr(".l9 { stroke: #"));
}

TEST(Grouped, SetsThousandsApart) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(FirstUnclosed, FindsBrokenPages) {
  EXPECT_EQ(testing::first_unclosed("<p><b>x</b><br></p>"), "");
  EXPECT_EQ(testing::first_unclosed("<p><b>x</p>"), "p");
  EXPECT_EQ(testing::first_unclosed("<p>"), "p");
}

}  // namespace
}  // namespace calque::report
