#include "text/term_file.h"

#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::text {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> shown(const std::vector<Term>& terms) {
  std::vector<std::string> lines;
  for (const Term& term : terms) lines.push_back(term.source + "=" + term.target);
  return lines;
}

std::string tbx(const std::string& entries) {
  return "<?xml version=\"1.0\"?>\n<tbx style=\"dca\"><text><body>" + entries + "</body></text></tbx>";
}

template <typename Call>
std::string problem(const Call& call) {
  try {
    (void)call();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(TermFileTest, LinesHaveATermAndItsTranslationOrKeepIt) {
  EXPECT_THAT(
      shown(parse_term_lines("# terms\nHaus\thouse\tnoun\r\n\n der Vertrag \t the agreement\nCalque\nX\t\n",
                             {"f", "", ""})),
      ElementsAre("Haus=house", "der Vertrag=the agreement", "Calque=", "X="));
  EXPECT_THAT(parse_term_lines("", {"f", "", ""}), IsEmpty());
  EXPECT_THAT(problem([] {
                return parse_term_lines("a\tb\n\tx\n", {"f", "", ""});
              }),
              HasSubstr("f:2: there is no term before the tab"));
  EXPECT_THAT(problem([] { return parse_term_lines("a\n\xFF\tb", {"f", "", ""}); }), HasSubstr("f:2"));
  EXPECT_THAT(problem([] {
                return parse_term_lines(std::string(2000, 'x'), {"f", "", ""});
              }),
              HasSubstr("over 1000 bytes"));
}

TEST(TermFileTest, ReadsTbxOfBothStandards) {
  const std::string old =
      "<martif type=\"TBX\"><text><body><termEntry id=\"1\"><descrip>x</descrip>"
      "<langSet xml:lang=\"de-DE\"><tig><term>Haus</term></tig><tig><term>Gebäude</term></tig></langSet>"
      "<langSet "
      "xml:lang=\"en\"><tig><term>hou<hi>se</hi></term></tig><tig><term>building</term></tig></langSet>"
      "</termEntry></body></text></martif>";
  EXPECT_THAT(shown(parse_tbx(old, {"f", "de", "en"})), ElementsAre("Haus=house", "Gebäude=house"));
  const std::string entry =
      "<conceptEntry><langSec xml:lang=\"en\"><termSec><term> big\n house</term></termSec></langSec>"
      "<langSec xml:lang=\"de\"><termSec><term>Villa</term></termSec></langSec></conceptEntry>";
  EXPECT_THAT(shown(parse_tbx(tbx(entry), {"f", "de", "en"})), ElementsAre("Villa=big house"));
  EXPECT_THAT(shown(parse_tbx(tbx(entry), {"f", "en", "de"})), ElementsAre("big house=Villa"));
  EXPECT_THAT(shown(parse_tbx(tbx(entry), {"f", "fr", "de"})), IsEmpty());
}

TEST(TermFileTest, TbxSaysWhatIsNotTranslated) {
  const auto entry = [](const std::string& attribute) {
    return tbx("<conceptEntry" + attribute +
               "><langSec xml:lang=\"de\"><termSec><term>Calque</term></termSec></langSec></conceptEntry>");
  };
  EXPECT_THAT(shown(parse_tbx(entry(" translate=\"no\""), {"f", "de", "en"})), ElementsAre("Calque="));
  EXPECT_THAT(shown(parse_tbx(entry(""), {"f", "de", "en"})), IsEmpty());
}

TEST(TermFileTest, RefusesWhatIsNoTbx) {
  const TermFile file{"f.tbx", "de", "en"};
  EXPECT_THAT(problem([&] { return parse_tbx("<tmx/>", file); }), HasSubstr("no TBX"));
  EXPECT_THAT(problem([&] { return parse_tbx("<tbx>\n<a></tbx>", file); }), HasSubstr("f.tbx:2"));
  EXPECT_THAT(problem([&] { return parse_tbx("<tbx/>", {"f.tbx", "de", ""}); }), HasSubstr("languages"));
  EXPECT_THAT(problem([&] {
                return parse_tbx("<!DOCTYPE tbx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><tbx>&b;</tbx>",
                                 file);
              }),
              HasSubstr("entities of its own"));
  EXPECT_THAT(problem([&] { return parse_tbx(tbx("<term>" + std::string(5000, 'x') + "</term>"), file); }),
              HasSubstr("over 1000 bytes"));
}

TEST(TermFileTest, TellsTheTwoApart) {
  const calque::testing::ScratchFolder folder;
  std::ofstream(folder.path("a")) << "\xEF\xBB\xBF"
                                  << "Haus\thouse\n";
  std::ofstream(folder.path("b")) << "\n" << tbx("");
  EXPECT_THAT(shown(read_terms({folder.path("a"), "", ""})), ElementsAre("Haus=house"));
  EXPECT_THROW(read_terms({folder.path("b"), "", ""}), Error);
  EXPECT_THROW(read_terms({folder.path("c"), "de", "en"}), UsageError);
}

}  // namespace
}  // namespace calque::text
