#include "documents/xliff.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "documents/testing/fake_translator.h"
#include "documents/xml_events.h"

namespace calque::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kState = " state=\"needs-review-translation\" state-qualifier=\"leveraged-mt\"";

std::string file_of(std::string_view units) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Export -->\n<xliff version=\"1.2\" "
      "xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n <file original='a.txt' source-language=\"de-DE\" "
      "target-language=\"en\" datatype=\"plaintext\">\n  <body>{}</body>\n </file>\n</xliff>\n",
      units);
}
std::string file_2_of(std::string_view units) {
  return fmt::format(
      "<?xml version='1.0'?>\r\n<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" "
      "srcLang=\"de\" "
      "trgLang=\"en\">\r\n<file id=\"f1\">{}</file></xliff>",
      units);
}
std::string xliff(const std::string& content, const SegmentTranslator& translate = testing::capitals) {
  return testing::translated(DocumentFormat::kXliff, content, translate);
}
std::string unit(std::string_view source) {
  return fmt::format("<trans-unit id=\"1\"><source>{}</source></trans-unit>", source);
}
// The target that a source gets.
std::string target_of(std::string_view source, const SegmentTranslator& translate = testing::reversed) {
  const std::string written = xliff(file_of(unit(source)), translate);
  const std::string opening = fmt::format("</source><target{}>", kState);
  const std::size_t begin = written.find(opening);
  if (begin == std::string::npos) return "no target";
  return written.substr(begin + opening.size(), written.find("</target>") - begin - opening.size());
}

TEST(Xliff, ATargetIsAddedWhereThereIsNone) {
  EXPECT_EQ(
      xliff(file_of(
          "\n   <trans-unit id=\"1\" resname='x'>\n    <source>ein haus</source>\n    <note>n</note>\n   "
          "</trans-unit>")),
      file_of(fmt::format("\n   <trans-unit id=\"1\" resname='x'>\n    <source>ein haus</source>\n    "
                          "<target{}>EIN HAUS</target>\n    <note>n</note>\n   </trans-unit>",
                          kState)));
}

TEST(Xliff, ATargetIsReplacedUnlessItIsFinished) {
  EXPECT_EQ(
      xliff(file_of("<trans-unit id='1'><source>ein haus</source><target xml:lang='en' state = "
                    "'new'>ein <g id='1'>haus</g></target></trans-unit>")),
      file_of(
          "<trans-unit id='1'><source>ein haus</source><target xml:lang='en' state = "
          "\"needs-review-translation\" state-qualifier=\"leveraged-mt\">EIN HAUS</target></trans-unit>"));
  EXPECT_EQ(
      xliff(file_of("<trans-unit id='1'><source>ein haus</source><target/></trans-unit>")),
      file_of(fmt::format(
          "<trans-unit id='1'><source>ein haus</source><target{}>EIN HAUS</target></trans-unit>", kState)));
  for (const std::string_view same :
       {"<trans-unit id='1'><source>ein haus</source><target state='final'>a house</target></trans-unit>",
        "<trans-unit id='1' approved='yes'><source>ein haus</source><target>a house</target></trans-unit>",
        "<trans-unit id='1' translate='no'><source>ein haus</source></trans-unit>",
        "<group translate='no'><trans-unit id='1'><source>ein haus</source></trans-unit></group>",
        "<trans-unit id='1'><source/></trans-unit>", "<trans-unit id='1'></trans-unit>",
        "<bin-unit id='1'><bin-source>x</bin-source></bin-unit>"})
    EXPECT_EQ(xliff(file_of(same)), file_of(same));
}

TEST(Xliff, AlternativesOfAUnitStayAsTheyAre) {
  const std::string before =
      "<trans-unit id='1'><source>haus</source><seg-source><mrk mtype='seg' mid='1'>haus</mrk></seg-source>";
  const std::string after = "<alt-trans><source>alt</source><target>old</target></alt-trans></trans-unit>";
  EXPECT_EQ(xliff(file_of(before + after)),
            file_of(fmt::format("{}<target{}>HAUS</target>{}", before, kState, after)));
}

TEST(Xliff, InlineElementsGoWithTheirWords) {
  EXPECT_EQ(target_of("das <g id=\"1\">kleine</g> haus"), "HAUS <g id=\"1\">KLEINE</g> DAS");
  EXPECT_EQ(target_of("das <bpt id='1'>&lt;b&gt;</bpt>kleine<ept id='1'>&lt;/b&gt;</ept> haus"),
            "HAUS <bpt id='1'>&lt;b&gt;</bpt>KLEINE<ept id='1'>&lt;/b&gt;</ept> DAS");
  EXPECT_EQ(target_of("das <bx id='1' rid='9'/>kleine<ex id='2' rid='9'/> haus"),
            "HAUS <bx id='1' rid='9'/>KLEINE<ex id='2' rid='9'/> DAS");
  EXPECT_EQ(target_of("das haus<ph id='1'>img <sub>alt text</sub></ph> hier"),
            "HIER HAUS<ph id='1'>img <sub>alt text</sub></ph> DAS");
  EXPECT_EQ(target_of("das <mrk mtype='protected'>Haus Nr</mrk> hier"),
            "HIER <mrk mtype='protected'>Haus Nr</mrk> DAS");
  EXPECT_EQ(target_of("eins<x id='1' ctype='lb'/>zwei"), "ZWEI EINS<x id='1' ctype='lb'/>");
  EXPECT_EQ(target_of("<g id='1'>das <it id='2' pos='begin'>x</it>haus</g>"),
            "<g id='1'><it id='2' pos='begin'>x</it>HAUS DAS</g>");
}

TEST(Xliff, CrossingPairsStayInOrder) {
  EXPECT_EQ(target_of("<bx id='1'/>eins <bx id='2'/>zwei<ex id='1'/> drei<ex id='2'/>"),
            "<bx id='1'/>EINS <bx id='2'/>ZWEI<ex id='1'/> DREI<ex id='2'/>");
}

TEST(Xliff, TextIsEscapedAsXml) {
  EXPECT_EQ(target_of("a &lt;b&gt; &amp; &quot;c&#233;&quot; d"), "D \"Cé\" &amp; &lt;B&gt; A");
  EXPECT_EQ(target_of("<![CDATA[a <b> & c]]>"), "C &amp; &lt;B&gt; A");
  EXPECT_EQ(target_of("\n  ein\n  haus\n "), "\n  HAUS EIN\n ");
  EXPECT_EQ(target_of("%d &lt;3"), "%d &lt;3");
  EXPECT_EQ(target_of("ein <!-- c --> haus <?pi x?>"), "HAUS EIN ");
}

TEST(Xliff, PreservedSpaceIsTranslatedLineByLine) {
  const std::string written = xliff(
      file_of("<trans-unit id='1' xml:space='preserve'><source>  ein  haus\n\n\tzwei</source></trans-unit>"),
      testing::reversed);
  EXPECT_THAT(written, HasSubstr(">  HAUS EIN\n\n\tZWEI</target>"));
}

TEST(Xliff, Version2) {
  EXPECT_EQ(
      xliff(file_2_of(
                "<unit id=\"u\"><notes><note>n</note></notes><segment id=\"s\">\r\n <source>das <pc "
                "id=\"1\">kleine</pc> "
                "haus<ph id=\"2\"/></source>\r\n</segment><ignorable><source> </source></ignorable></unit>"),
            testing::reversed),
      file_2_of("<unit id=\"u\"><notes><note>n</note></notes><segment id=\"s\" state=\"translated\">\r\n "
                "<source>das <pc "
                "id=\"1\">kleine</pc> haus<ph id=\"2\"/></source>\r\n <target>HAUS <pc id=\"1\">KLEINE</pc> "
                "DAS<ph id=\"2\"/></target>\r\n</segment><ignorable><source> </source></ignorable></unit>"));
  EXPECT_EQ(
      xliff(file_2_of("<unit id='u'><segment state='initial'><source>eins <sc id='1'/>zwei<ec startRef='1'/> "
                      "<mrk id='m' translate='no'>Drei</mrk></source><target>x</target></segment></unit>"),
            testing::reversed),
      file_2_of("<unit id='u'><segment state=\"translated\"><source>eins <sc id='1'/>zwei<ec startRef='1'/> "
                "<mrk id='m' "
                "translate='no'>Drei</mrk></source><target><mrk id='m' translate='no'>Drei</mrk> <sc "
                "id='1'/>ZWEI<ec "
                "startRef='1'/> EINS</target></segment></unit>"));
  for (const std::string_view same :
       {"<unit id='u' translate='no'><segment><source>a b</source></segment></unit>",
        "<unit id='u'><segment state='reviewed'><source>a b</source><target>x</target></segment></unit>"})
    EXPECT_EQ(xliff(file_2_of(same)), file_2_of(same));
}

TEST(Xliff, PrefixesOfNamesAreKept) {
  EXPECT_THAT(
      xliff("<x:xliff xmlns:x='u' version='1.2'><x:file source-language='de' target-language='en'><x:body>"
            "<x:trans-unit id='1'><x:source>haus</x:source></x:trans-unit></x:body></x:file></x:xliff>"),
      HasSubstr(fmt::format("</x:source><x:target{}>HAUS</x:target></x:trans-unit>", kState)));
}

TEST(Xliff, TheFileSaysItsTargetLanguage) {
  EXPECT_THAT(xliff("<xliff version='1.2'><file source-language='de'><body/></file></xliff>"),
              HasSubstr("<file source-language='de' target-language=\"en\">"));
  EXPECT_THAT(xliff("<xliff version='2.0' srcLang='de'/>"),
              HasSubstr("<xliff version='2.0' srcLang='de' trgLang=\"en\"/>"));
}

TEST(Xliff, WhatIsWrongIsRefused) {
  const auto refused = [](const std::string& content, const char* says) {
    try {
      xliff(content);
      ADD_FAILURE() << content;
    } catch (const DataError& error) {
      EXPECT_THAT(std::string(error.what()), HasSubstr(says));
      EXPECT_GT(error.place().line, 0U) << content;
    }
  };
  refused("<html/>", "no XLIFF");
  refused("", "not well-formed");
  refused(file_of("<trans-unit>"), "not well-formed");
  refused(file_of(unit("a")).substr(0, 200), "not well-formed");
  refused("<xliff version='1.2'><file source-language='fr'/></xliff>", "'fr'");
  refused("<xliff version='2.0' srcLang='de' trgLang='it'/>", "'it'");
  refused("<?xml version='1.0' encoding='UTF-16'?><xliff/>", "UTF-16");
  refused("<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><xliff>&b;</xliff>", "entity");
  refused("<!DOCTYPE x SYSTEM 'x.dtd'><xliff>&b;</xliff>", "entity");
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<g id='1'>";
  refused(file_of(unit(deep)), "deep");
}

TEST(Xliff, InlineElementsOccurExactlyOnceAndTheFileStaysWellFormed) {
  Rng rng(3);
  const std::vector<std::string> words{"ein ",  "haus ",           "&lt;", "{x} ", "<!--c-->",
                                       "köln ", "<![CDATA[<x>]]>", "3 "};
  for (int round = 0; round < 5000; ++round) {
    std::string source;
    std::vector<std::string> open;
    int tags = 0;
    for (std::size_t i = 0; i < 3 + rng.below(20); ++i) {
      const std::string id = std::to_string(i);
      const std::size_t choice = rng.below(12);
      tags += choice > 6 ? 1 : 0;
      if (choice <= 6) source += words[rng.below(words.size())];
      if (choice == 7) source += fmt::format("<ph id='{}'>&lt;</ph>", id);
      if (choice == 8) source += fmt::format("<bx id='{}' rid='{}'/>", id, rng.below(3));
      if (choice == 9) source += fmt::format("<ex id='{}' rid='{}'/>", id, rng.below(3));
      if (choice == 10) source += fmt::format("<mrk id='{}' mtype='protected'>Kuh</mrk>", id);
      if (choice < 11) continue;
      source += fmt::format("<g id='{}'>", id);
      open.push_back("</g>");
      if (rng.below(2) == 0) continue;
      source += "ein haus " + open.back();
      open.pop_back();
    }
    for (; !open.empty(); open.pop_back()) source += open.back();
    const auto careless = [&](const Segment& segment) { return testing::careless(segment, rng); };
    const std::string target = target_of(source, careless);
    int found = 0;
    for (std::size_t at = target.find("id='"); at != std::string::npos; at = target.find(" id='", at + 1))
      ++found;
    ASSERT_EQ(found, source.empty() ? 0 : tags) << source << "\n" << target;
    // Whatever expat accepts again is well formed.
    const std::string again = xliff(file_of(unit(target)));
    ASSERT_FALSE(again.empty());
  }
}

}  // namespace
}  // namespace calque::documents
