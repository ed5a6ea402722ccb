#include "documents/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "documents/testing/fake_translator.h"

namespace calque::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string text(std::string_view content) {
  return testing::translated(DocumentFormat::kText, content);
}
std::string table(std::string_view content, const std::string& column = {}) {
  DocumentOptions options;
  options.column = column;
  return testing::translated(DocumentFormat::kTsv, content, testing::capitals, options);
}
std::string tmx(const std::string& units) {
  const std::string before =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n<tmx version=\"1.4\"><header "
      "srclang=\"de\"/><body>";
  const std::string after = "</body></tmx>\n";
  const std::string written =
      testing::translated(DocumentFormat::kTmx, before + units + after, testing::reversed);
  EXPECT_EQ(written.substr(0, before.size()), before);
  EXPECT_EQ(written.substr(written.size() - after.size()), after);
  return written.substr(before.size(), written.size() - before.size() - after.size());
}

TEST(Document, FormatsAreKnownByTheEndingOfTheName) {
  EXPECT_EQ(format_of("a.HTM"), DocumentFormat::kHtml);
  EXPECT_EQ(format_of("b/c.xlf"), DocumentFormat::kXliff);
  EXPECT_EQ(format_of("memory.tmx.gz"), DocumentFormat::kTmx);
  EXPECT_EQ(format_of("a.tsv"), DocumentFormat::kTsv);
  EXPECT_EQ(format_of("a.txt"), DocumentFormat::kText);
  EXPECT_EQ(format_of("text.de"), std::nullopt);
}

TEST(Document, LinesOfTextStayLines) {
  EXPECT_EQ(text("ein haus\r\n\r\n  zwei \t\n\n\n* drei {name}"),
            "EIN HAUS\r\n\r\n  ZWEI \t\n\n\n* DREI {name}");
  EXPECT_EQ(text("\xEF\xBB\xBF"
                 "a\n"),
            "\xEF\xBB\xBF"
            "A\n");
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("\n"), "\n");
  EXPECT_EQ(text("a &amp; <b>"), "A &AMP; <B>");
  EXPECT_THAT(testing::texts(DocumentFormat::kText, "&nbsp;a b\n---\n"), ElementsAre("&nbsp;a b"));
}

TEST(Document, AnEmptyTranslationLeavesTheRest) {
  const auto nothing = [](const Segment&) { return Translated{}; };
  EXPECT_EQ(testing::translated(DocumentFormat::kText, " a {x} b\nc", nothing), " {x}\n");
  EXPECT_EQ(testing::translated(DocumentFormat::kHtml, "<p>a <b>b</b> <br> c</p>", nothing),
            "<p><b></b><br></p>");
}

TEST(Document, PlaceholdersComeBackWhateverTheTranslatorMakesOfThem) {
  const auto altered = [](const Segment& segment) {
    EXPECT_EQ(segment.text, "sie haben %d neue nachrichten");
    return Translated{"you have % D new messages",
                      {{{0, 3}, {0, 3}}, {{10, 12}, {9, 10}}, {{10, 12}, {11, 12}}, {{13, 17}, {13, 16}}}};
  };
  EXPECT_EQ(testing::translated(DocumentFormat::kText, "sie haben %d neue nachrichten", altered),
            "you have %d new messages");
  const auto lost = [](const Segment&) {
    return Translated{"you have new messages",
                      {{{0, 3}, {0, 3}}, {{4, 9}, {4, 8}}, {{13, 17}, {9, 12}}, {{18, 29}, {13, 21}}}};
  };
  EXPECT_EQ(testing::translated(DocumentFormat::kText, "sie haben %d neue nachrichten", lost),
            "you have %d new messages");
}

TEST(Document, TablesGetAColumn) {
  EXPECT_EQ(table("ein haus\tx\r\n\r\nzwei\ty\n"), "ein haus\tx\tEIN HAUS\r\n\r\nzwei\ty\tZWEI\n");
  EXPECT_EQ(table("id\tde\n1\tein haus\n2\t\n"), "id\tde\ten\n1\tein haus\tEIN HAUS\n2\t\t\n");
  EXPECT_EQ(table("id\tName\n1\thaus", "Name"), "id\tName\ten\n1\thaus\tHAUS");
  EXPECT_EQ(table("1\thaus\n", "2"), "1\thaus\tHAUS\n");
  EXPECT_THROW(table("1\thaus\n", "Name"), UsageError);
  try {
    table("1\thaus\n2\n", "2");
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_EQ(error.place().line, 2U);
  }
  const auto with_tab = [](const Segment&) { return Translated{"a\tb\nc", {}}; };
  EXPECT_EQ(testing::translated(DocumentFormat::kTsv, "x\n", with_tab), "x\ta b c\n");
}

TEST(Document, TranslationMemoriesGetTheTargetVariant) {
  EXPECT_EQ(
      tmx("\n <tu>\n  <tuv xml:lang=\"de-DE\"><seg>ein <hi>kleines</hi> haus</seg></tuv>\n  <tuv "
          "xml:lang=\"fr\"><seg>une "
          "maison</seg></tuv>\n </tu>\n"),
      "\n <tu>\n  <tuv xml:lang=\"de-DE\"><seg>ein <hi>kleines</hi> haus</seg></tuv>\n  <tuv "
      "xml:lang=\"fr\"><seg>une "
      "maison</seg></tuv>\n  <tuv xml:lang=\"en\"><seg>HAUS <hi>KLEINES</hi> EIN</seg></tuv>\n </tu>\n");
  EXPECT_EQ(
      tmx("<tu><note>n</note><tuv xml:lang='EN-gb' creationid='x'><prop "
          "type='p'>q</prop><seg>old</seg></tuv><tuv "
          "xml:lang='de'><seg><bpt i='1'>{b}</bpt>haus<ept i='1'>{/b}</ept> &amp; hof</seg></tuv></tu>"),
      "<tu><note>n</note><tuv xml:lang='EN-gb' creationid='x'><prop type='p'>q</prop><seg>HOF &amp; <bpt "
      "i='1'>{b}</bpt>HAUS<ept i='1'>{/b}</ept></seg></tuv><tuv xml:lang='de'><seg><bpt "
      "i='1'>{b}</bpt>haus<ept "
      "i='1'>{/b}</ept> &amp; hof</seg></tuv></tu>");
  EXPECT_EQ(tmx("<tu><tuv xml:lang='de'><seg>haus</seg></tuv><tuv lang='en'><seg/></tuv></tu>"),
            "<tu><tuv xml:lang='de'><seg>haus</seg></tuv><tuv lang='en'><seg>HAUS</seg></tuv></tu>");
  EXPECT_EQ(tmx(""), "");
  EXPECT_EQ(tmx("<tu><tuv xml:lang='fr'><seg>a</seg></tuv></tu><tu><tuv xml:lang='de'><seg/></tuv></tu>"),
            "<tu><tuv xml:lang='fr'><seg>a</seg></tuv></tu><tu><tuv xml:lang='de'><seg/></tuv></tu>");
}

TEST(Document, TranslationMemoriesOfOtherLanguagesAreRefused) {
  try {
    tmx("<tu><tuv xml:lang='fr'><seg>a</seg></tuv><tuv xml:lang='it'><seg>a</seg></tuv></tu>");
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_THAT(error.problem(), HasSubstr("the file has fr, it"));
  }
  EXPECT_THROW(Document(DocumentFormat::kTmx, "<tmx/>", {}), UsageError);
  EXPECT_THROW(testing::texts(DocumentFormat::kTmx, "<xliff/>"), DataError);
  EXPECT_THROW(testing::texts(DocumentFormat::kTmx, "<tmx><tu><tuv xml:lang='de'><tu/></tuv></tu></tmx>"),
               DataError);
  EXPECT_THROW(testing::texts(DocumentFormat::kTmx, "<tmx><tuv xml:lang='de'/></tmx>"), DataError);
  EXPECT_THROW(testing::texts(DocumentFormat::kTmx, "<tmx><body><tu><tuv xml:lang='de'><seg>a"), DataError);
}

TEST(Document, TheSourceLanguageMayComeFromTheHeader) {
  DocumentOptions options;
  options.target_language = "en";
  const Document document(
      DocumentFormat::kTmx,
      "<tmx><header srclang='de'/><body><tu><tuv xml:lang='de'><seg>haus</seg></tuv></tu></body></tmx>",
      options);
  ASSERT_EQ(document.segments().size(), 1U);
  EXPECT_EQ(document.segments()[0].text, "haus");
}

TEST(Document, WrongLanguagesAreRefused) {
  DocumentOptions options;
  options.target_language = "en\"><x>";
  EXPECT_THROW(Document(DocumentFormat::kText, "", options), UsageError);
}

}  // namespace
}  // namespace calque::documents
