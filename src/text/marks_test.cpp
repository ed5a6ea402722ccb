#include "text/marks.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/parse.h"

namespace calque::text {
namespace {

using Spans = std::vector<Span>;

Spans spans_of(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  return enclosed_spans(words);
}

TEST(Marks, OfAllScriptsAreTold) {
  for (const char* word : {"\"", "„", "“", "»", "「", "』", "《"})
    EXPECT_EQ(mark_of(word), Mark::kQuote) << word;
  EXPECT_EQ(mark_of("（"), Mark::kOpen);
  EXPECT_EQ(mark_of("]"), Mark::kClose);
  EXPECT_EQ(mark_of("："), Mark::kColon);
  EXPECT_EQ(mark_of(";"), Mark::kSemicolon);
  EXPECT_EQ(mark_of("؟"), Mark::kQuestion);
  EXPECT_EQ(mark_of("?!"), Mark::kQuestion);
  EXPECT_EQ(mark_of("！"), Mark::kExclamation);
  EXPECT_EQ(mark_of("。"), Mark::kStop);
  EXPECT_EQ(mark_of("..."), Mark::kStop);
  for (const char* word : {",", "、", "-", "—", "・", "～", "'"})
    EXPECT_EQ(mark_of(word), Mark::kOther) << word;
}

TEST(Marks, WordsNumbersAndSymbolsAreNone) {
  for (const char* word : {"a", "Mr.", "2:30", "%", "€", "&", "+", "は", "@num@", ""})
    EXPECT_EQ(mark_of(word), Mark::kNone) << word;
}

TEST(Marks, EncloseWhatStandsBetweenThem) {
  EXPECT_EQ(spans_of("er sagte : „ ja “ ."), (Spans{{3, 6}}));
  EXPECT_EQ(spans_of("« viens ! » dit - il"), (Spans{{0, 4}}));
  EXPECT_EQ(spans_of("「 はい 」 「 そう です 」"), (Spans{{0, 3}, {3, 7}}));
  EXPECT_EQ(spans_of("\" a \" b \" c \""), (Spans{{0, 3}, {4, 7}}));
  EXPECT_EQ(spans_of("»so« »so«"), Spans{});
  EXPECT_EQ(spans_of("» so « » so «"), (Spans{{0, 3}, {3, 6}}));
  EXPECT_EQ(spans_of("” så ” sade han"), (Spans{{0, 3}}));
}

TEST(Marks, EncloseNestedMarks) {
  EXPECT_EQ(spans_of("“ a ( b 「 c 」 ) d ”"), (Spans{{4, 7}, {2, 8}, {0, 10}}));
}

TEST(Marks, WithoutPartnerEncloseNothing) {
  EXPECT_EQ(spans_of("a ) b ( c"), Spans{});
  EXPECT_EQ(spans_of("5 \" hoch ( und 6 \" breit ) , 7 \" tief"), (Spans{{3, 9}}));
  EXPECT_EQ(spans_of("( a “ b ) c ”"), (Spans{{0, 5}}));
  EXPECT_EQ(spans_of("don ’ t ' a '"), Spans{});
}

}  // namespace
}  // namespace calque::text
