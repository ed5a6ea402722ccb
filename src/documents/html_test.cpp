#include "documents/html.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/rng.h"
#include "documents/html_tokens.h"
#include "documents/testing/fake_translator.h"

namespace calque::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string html(std::string_view content) {
  return testing::translated(DocumentFormat::kHtml, content);
}
std::string turned(std::string_view content) {
  return testing::translated(DocumentFormat::kHtml, content, testing::reversed);
}
std::vector<std::string> texts(std::string_view content) {
  return testing::texts(DocumentFormat::kHtml, content);
}

TEST(Html, BlocksCutSegmentsAndInlineTagsDoNot) {
  EXPECT_THAT(texts("<h1>Ein Titel</h1>\n<p>Das ist <b>ein</b> Haus.</p><ul><li>eins<li>zwei</ul>"),
              ElementsAre("Ein Titel", "Das ist ein Haus.", "eins", "zwei"));
}

TEST(Html, TagsGoWithTheirWords) {
  EXPECT_EQ(turned("<p>das <b>kleine</b> haus</p>"), "<p>HAUS <b>KLEINE</b> DAS</p>");
  EXPECT_EQ(turned("<p>das <b>kleine <i>alte</i></b> haus</p>"), "<p>HAUS <b><i>ALTE</i> KLEINE</b> DAS</p>");
  EXPECT_EQ(turned("ein <a href=\"/x?a=1&b=2\" title='so'>wort</a> mehr"),
            "MEHR <a href=\"/x?a=1&b=2\" title='SO'>WORT</a> EIN");
}

TEST(Html, TagsAroundAllStayAroundAll) {
  EXPECT_EQ(turned(" <p> <b>das haus</b> </p> "), " <p> <b>HAUS DAS</b> </p> ");
  EXPECT_EQ(turned("<p><b>das <i>alte haus</i></b></p>"), "<p><b><i>HAUS ALTE</i> DAS</b></p>");
}

TEST(Html, EmptyTagsStayBesideTheirWords) {
  EXPECT_EQ(turned("das haus<img src=x> steht"), "STEHT HAUS<img src=x> DAS");
  EXPECT_EQ(turned("das <img src=x>haus steht"), "STEHT <img src=x>HAUS DAS");
  EXPECT_EQ(html("das haus<br>steht hier"), "DAS HAUS<br> STEHT HIER");
  std::string poem;
  for (int i = 0; i < 20000; ++i) poem += "zeile<br>";
  EXPECT_LT(texts(poem).size(), 200U);
  EXPECT_THAT(texts("eine zeile<br>noch eine<br><br>ein absatz"),
              ElementsAre("eine zeile noch eine", "ein absatz"));
}

TEST(Html, WhatIsNotTextStaysAsItIs) {
  for (const std::string_view same :
       {"<!DOCTYPE html>\r\n<!-- ein Haus -->\r\n", "<script>if (a<b) { \"ein Haus\"; }</script>",
        "<style>p > b { color: red }</style>", "<pre>ein <b>Haus</b></pre>", "<textarea>ein Haus</textarea>",
        "<p translate=\"no\">ein <b>Haus</b></p>", "<div class='x notranslate'><p>ein Haus</p></div>",
        "<p>42 &gt; 3</p>", "<p><code>haus()</code></p>", "<svg><text>ein Haus</text></svg>",
        "<?php echo 1 ?>", "", "<", "<p>12 <b> 13 </b>\n</p>"})
    EXPECT_EQ(html(same), same);
}

TEST(Html, CodeInASentenceIsAWordThatIsKept) {
  EXPECT_EQ(turned("<p>die funktion <code>a&lt;b</code> ruft</p>"),
            "<p>RUFT <code>a&lt;b</code> FUNKTION DIE</p>");
  EXPECT_EQ(turned("das <span translate=no>Haus</span> hier"), "HIER <span translate=no>Haus</span> DAS");
}

TEST(Html, NumbersOfNotesStayWithTheWordBefore) {
  EXPECT_EQ(turned("<p>das haus<sup><a href=\"#n1\">[1]</a></sup> hat 3 m<sup>2</sup> flur</p>"),
            "<p>FLUR M<sup>2</sup> 3 HAT HAUS<sup><a href=\"#n1\">[1]</a></sup> DAS</p>");
  EXPECT_EQ(turned("<p>am 1<sup>er</sup> mai</p>"), "<p>MAI <sup>1ER</sup> AM</p>");
}

TEST(Html, TagsStayInsideOfWordsThatAreCopied) {
  EXPECT_EQ(turned("das ist H<sub>2</sub>O<img> hier"), "HIER H<sub>2</sub>O<img> IST DAS");
  EXPECT_EQ(turned("das ist <b>K</b>ÖLN"), "<b>K</b>ÖLN IST DAS");
}

TEST(Html, LinksSideBySideAreApart) {
  EXPECT_THAT(texts("<nav><a href=a>Haus</a><a href=b>Hof</a> <a href=c>Garten</a></nav>"),
              ElementsAre("Haus", "Hof Garten"));
}

TEST(Html, TextInsideOfWhatIsNotTranslatedMayBeTranslated) {
  EXPECT_EQ(html("<div translate=no>ein <b translate=yes>haus</b> und <i translate=yes>hof</i></div>"),
            "<div translate=no>ein <b translate=yes>HAUS</b> und <i translate=yes>HOF</i></div>");
}

TEST(Html, ElementsEndWithoutTheirEndTagsAsInBrowsers) {
  EXPECT_EQ(html("<p translate=no>haus<p>hof"), "<p translate=no>haus<p>HOF");
  EXPECT_EQ(html("<li translate=no>haus<li>hof"), "<li translate=no>haus<li>HOF");
}

TEST(Html, TagsThatCloseThemselvesHaveNoContent) {
  EXPECT_EQ(html("<iframe src=x>a</iframe>a<iframe src='x' />b <svg/> c <x-icon/>d"),
            "<iframe src=x>a</iframe>A<iframe src='x' />B <svg/> C <x-icon/>D");
}

TEST(Html, AttributesThatPeopleReadAreTranslated) {
  EXPECT_EQ(html("<img alt='ein \"haus\"' src='haus.png'>"), "<img alt='EIN \"HAUS\"' src='haus.png'>");
  EXPECT_EQ(html("<input placeholder=suchen name=suchen>"), "<input placeholder=\"SUCHEN\" name=suchen>");
  EXPECT_EQ(html("<p>so <img aria-label=\"a &amp; b\"> geht</p>"),
            "<p>SO <img aria-label=\"A &amp; B\"> GEHT</p>");
  EXPECT_EQ(html("<img alt=\"\"><img alt><a title = ' x '>y</a>"),
            "<img alt=\"\"><img alt><a title = ' X '>Y</a>");
}

TEST(Html, ReferencesAreDecodedAndEncodedAgain) {
  EXPECT_THAT(texts("<p>M&uuml;ller &amp; S&ouml;hne &#8211; &#x41;&lt;b</p>"),
              ElementsAre("Müller & Söhne – A<b"));
  EXPECT_EQ(html("<p>m&uuml;ller &amp; s&#246;hne&nbsp;gmbh</p>"), "<p>MüLLER &amp; SöHNE&nbsp;GMBH</p>");
  EXPECT_EQ(html("<p>a &rarr; b &unknown; c</p>"), "<p>A &rarr; B &unknown; C</p>");
  EXPECT_EQ(html("<p>&nbsp; haus &nbsp;</p>"), "<p>&nbsp; HAUS &nbsp;</p>");
}

TEST(Html, PlaceholdersAndAddressesAreKept) {
  EXPECT_EQ(turned("<p>hallo {name}, siehe https://example.org/a?b=c&amp;d=e jetzt</p>"),
            "<p>JETZT https://example.org/a?b=c&amp;d=e SIEHE {name}, HALLO</p>");
  EXPECT_EQ(html("<p>siehe http://example.org/?a&b und {x}</p>"),
            "<p>SIEHE http://example.org/?a&b UND {x}</p>");
  EXPECT_EQ(html("<p>http://example.org/?a&b {x} 3 <b>&amp; %s</b></p>"),
            "<p>http://example.org/?a&b {x} 3 <b>&amp; %s</b></p>");
}

TEST(Html, TagsThatCrossOrHaveNoPartnerStayWhereTheyAre) {
  EXPECT_EQ(turned("eins <b>zwei <i>drei</b> vier</i> fünf sechs"),
            "EINS <b>ZWEI <i>DREI</b> VIER</i> SECHS FüNF");
  EXPECT_EQ(turned("eins</b> zwei <i>drei vier"), "EINS</b> ZWEI <i>VIER DREI");
  EXPECT_EQ(turned("<b><p>eins zwei</p></b>"), "<b><p>ZWEI EINS</p></b>");
}

TEST(Html, WhatNeverEndsIsRefusedWithItsLine) {
  for (const std::string_view bad :
       {"a\n<p class=\"x", "a\n<p", "a\n<!-- b", "a\n<script>b", "a\n</p", "a\n<![CDATA[ b", "a\n<title>"}) {
    try {
      html(bad);
      ADD_FAILURE() << bad;
    } catch (const DataError& error) {
      EXPECT_EQ(error.place().line, 2U) << bad;
      EXPECT_THAT(error.problem(), HasSubstr("never ends"));
    }
  }
}

TEST(Html, EncodingsThatAreOnlyClaimedAreRefused) {
  EXPECT_THROW(html(std::string(5000, ' ') + "<meta charset=iso-8859-1>"), DataError);
  EXPECT_THROW(html("<meta charset=utf-16>"), DataError);
  EXPECT_EQ(html("<meta charset=\"UTF-8\">"), "<meta charset=\"UTF-8\">");
  EXPECT_EQ(html("\xEF\xBB\xBFhaus"), "\xEF\xBB\xBFHAUS");
  EXPECT_THROW(html("\xE4"), DataError);
  EXPECT_THROW(html(std::string_view("a\0b", 3)), DataError);
}

// Tags as they come, and whether all pairs open before they close and nest.
struct Tags {
  std::vector<std::string> sorted;
  bool nested = true;
};
Tags tags_of(const std::string& content) {
  const DocumentOptions options;
  const SourceText source(content, options);
  HtmlTokens tokens(source);
  Tags tags;
  std::vector<std::string> open;
  for (HtmlToken token; tokens.next(token);) {
    if (token.kind == HtmlToken::Kind::kText) continue;
    tags.sorted.emplace_back(source.at(token.range));
    if (token.kind == HtmlToken::Kind::kStart && token.name != "br" && token.name != "img")
      open.push_back(token.name);
    if (token.kind != HtmlToken::Kind::kEnd) continue;
    tags.nested = tags.nested && !open.empty() && open.back() == token.name;
    if (!open.empty()) open.pop_back();
  }
  tags.nested = tags.nested && open.empty();
  std::sort(tags.sorted.begin(), tags.sorted.end());
  return tags;
}

std::string random_html(Rng& rng, bool well_nested) {
  const std::vector<std::string> words{"ein", "haus", " {x} ", " %s ", "&amp;", "in", "köln", "&nbsp;", "12"};
  const std::vector<std::string> names{"b", "i", "a", "p", "span", "div"};
  std::string content;
  std::vector<std::string> open;
  for (std::size_t i = 0; i < 3 + rng.below(30); ++i) {
    const std::size_t choice = rng.below(10);
    if (choice < 5) {
      content += words[rng.below(words.size())] + (rng.below(4) == 0 ? "" : " ");
    } else if (choice < 7) {
      open.push_back(names[rng.below(names.size())]);
      content += "<" + open.back() + " id=" + std::to_string(i) + ">";
    } else if (choice < 9 && !open.empty()) {
      content += "</" + (well_nested ? open.back() : names[rng.below(names.size())]) + ">";
      open.pop_back();
    } else {
      content += rng.below(2) == 0 ? "<br>" : "<img id=" + std::to_string(i) + ">";
    }
  }
  for (; !open.empty() && well_nested; open.pop_back()) content += "</" + open.back() + ">";
  return content;
}

TEST(Html, EveryTagOccursExactlyOnceAndNestsAsBefore) {
  Rng rng(1);
  for (int round = 0; round < 20000; ++round) {
    const bool well_nested = round % 2 == 0;
    const std::string before = random_html(rng, well_nested);
    const std::string after = testing::translated(DocumentFormat::kHtml, before, [&](const Segment& segment) {
      return testing::careless(segment, rng);
    });
    const Tags first = tags_of(before);
    const Tags second = tags_of(after);
    ASSERT_EQ(first.sorted, second.sorted) << before << "\n" << after;
    ASSERT_TRUE(second.nested || !first.nested) << before << "\n" << after;
    for (const std::string_view kept : {"{x}", "%s"}) {
      const auto count = [&](std::string_view text) {
        std::size_t found = 0;
        for (std::size_t at = text.find(kept); at != std::string_view::npos; at = text.find(kept, at + 1))
          ++found;
        return found;
      };
      ASSERT_GE(count(after), count(before)) << before << "\n" << after;
    }
  }
}

TEST(Html, NothingIsLostWhereNothingIsTranslated) {
  Rng rng(2);
  for (int round = 0; round < 5000; ++round) {
    std::string content = random_html(rng, false);
    for (char& c : content)
      if (c == 'e' || c == 'h') c = '7';
    std::string before = "<div translate=no>" + content + "</div>";
    if (before.find("</div>") != before.size() - 6) continue;
    ASSERT_EQ(html(before), before);
  }
}

TEST(Html, LimitsAreKept) {
  DocumentOptions options;
  options.limits.depth = 10;
  std::string deep;
  for (int i = 0; i < 11; ++i) deep += "<div>";
  EXPECT_THROW(testing::texts(DocumentFormat::kHtml, deep, options), DataError);
  options.limits.tags_in_segment = 5;
  EXPECT_THROW(testing::texts(DocumentFormat::kHtml, "a<br>b<br>c<br>d<br>e<br>f<br>g", options), DataError);
  options.limits.segment_bytes = 10;
  EXPECT_THROW(testing::texts(DocumentFormat::kHtml, "elf Zeichen", options), DataError);
  options.limits.segments = 1;
  EXPECT_THROW(testing::texts(DocumentFormat::kHtml, "<p>a<p>b", options), DataError);
  options.limits.content_bytes = 5;
  EXPECT_THROW(testing::texts(DocumentFormat::kHtml, "123456", options), DataError);
}

}  // namespace
}  // namespace calque::documents
