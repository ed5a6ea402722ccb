#include "documents/characters.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace calque::documents {
namespace {

std::string encoded(std::string_view text, Encoding encoding) {
  std::string out;
  append_encoded(text, encoding, out);
  return out;
}

TEST(Characters, AreWrittenAsTheFormatHasThem) {
  const std::string_view text = "a<b> & \"c\" 'd'\n\t\xC2\xA0\x01";
  EXPECT_EQ(encoded(text, Encoding::kPlain), "a<b> & \"c\" 'd' \t\xC2\xA0\x01");
  EXPECT_EQ(encoded(text, Encoding::kCell), "a<b> & \"c\" 'd'  \xC2\xA0\x01");
  EXPECT_EQ(encoded(text, Encoding::kHtml), "a&lt;b&gt; &amp; \"c\" 'd'\n\t&nbsp; ");
  EXPECT_EQ(encoded(text, Encoding::kDoubleQuoted), "a&lt;b&gt; &amp; &quot;c&quot; 'd'\n\t&nbsp; ");
  EXPECT_EQ(encoded(text, Encoding::kSingleQuoted), "a&lt;b&gt; &amp; \"c\" &#39;d&#39;\n\t&nbsp; ");
  EXPECT_EQ(encoded("a<\xC2\xA0\xEF\xBF\xBF", Encoding::kXml), "a&lt;\xC2\xA0");
}

TEST(Characters, ReferencesAreRead) {
  const auto read = [](std::string_view text) { return read_reference(text).characters; };
  EXPECT_EQ(read("&amp; x"), "&");
  EXPECT_EQ(read("&nbsp;"), "\xC2\xA0");
  EXPECT_EQ(read("&yuml;"), "ÿ");
  EXPECT_EQ(read("&Alpha;"), "Α");
  EXPECT_EQ(read("&Omega;"), "Ω");
  EXPECT_EQ(read("&omega;"), "ω");
  EXPECT_EQ(read("&hellip;"), "…");
  EXPECT_EQ(read("&#228;"), "ä");
  EXPECT_EQ(read("&#xe4;"), "ä");
  EXPECT_EQ(read("&#x1F600;"), "😀");
  EXPECT_EQ(read("&#150;"), "–");
  for (const std::string_view none :
       {"&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&#129;", "&unknown;", "&#1;"}) {
    EXPECT_EQ(read(none), "") << none;
    EXPECT_EQ(read_reference(none).bytes, none.size()) << none;
  }
  for (const std::string_view text : {"&", "& ", "&a", "&amp", "&;", "&#;", "&#x;", "&#", "&-;"})
    EXPECT_EQ(read_reference(text).bytes, 0U) << text;
}

TEST(Characters, SpaceAtTheEnds) {
  EXPECT_EQ(leading_space(" \t&nbsp;\xC2\xA0x ", true), 10U);
  EXPECT_EQ(leading_space(" \t&nbsp;x ", false), 2U);
  EXPECT_EQ(trailing_space("x &#160;\xC2\xA0\n", true), 10U);
  EXPECT_EQ(trailing_space("x&#160; ", false), 1U);
  EXPECT_EQ(leading_space("", true), 0U);
  EXPECT_EQ(trailing_space("  ", true), 2U);
}

}  // namespace
}  // namespace calque::documents
