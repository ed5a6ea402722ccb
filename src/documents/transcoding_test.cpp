#include "documents/transcoding.h"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/error.h"
#include "documents/testing/fake_translator.h"

namespace calque::documents {
namespace {

std::optional<std::string> converted(DocumentFormat format, std::string_view content) {
  return to_utf8(format, content, {});
}

// ASCII as UTF-16 with its mark.
std::string utf16(std::string_view text, bool little) {
  std::string wide = little ? "\xFF\xFE" : "\xFE\xFF";
  for (const char c : text) wide += little ? std::string{c, '\0'} : std::string{'\0', c};
  return wide;
}

TEST(Transcoding, WhatIsUtf8StaysAsItIs) {
  for (const std::string_view same :
       {"", "<?xml version='1.0' encoding='utf-8'?>", "<?xml version='1.0'?>", "<meta charset=UTF-8>",
        "<meta name=x content='charset'>", "\xEF\xBB\xBF<?xml", "<?xml encoding", "<meta charset="})
    EXPECT_EQ(converted(DocumentFormat::kHtml, same), std::nullopt) << same;
  EXPECT_EQ(converted(DocumentFormat::kText, "<meta charset=latin1>"), std::nullopt);
}

TEST(Transcoding, DocumentsSayThatTheyHaveBeenConverted) {
  EXPECT_EQ(converted(DocumentFormat::kHtml, "<META CharSet = \"ISO-8859-1\">K\xF6ln \x96"),
            "<META CharSet = \"UTF-8\">Köln –");
  EXPECT_EQ(converted(DocumentFormat::kHtml,
                      "<meta http-equiv=x content='text/html; charset=windows-1251'>\xC4\xE0"),
            "<meta http-equiv=x content='text/html; charset=UTF-8'>Да");
  EXPECT_EQ(
      converted(DocumentFormat::kHtml, "<?xml version='1.0' encoding='latin1'?><meta charset=latin1>\xF6"),
      "<?xml version='1.0' encoding='UTF-8'?><meta charset=UTF-8>ö");
  EXPECT_EQ(converted(DocumentFormat::kXliff, "<?xml version='1.0' encoding='ISO-8859-15'?><a>\xA4</a>"),
            "<?xml version='1.0' encoding='UTF-8'?><a>€</a>");
  EXPECT_EQ(converted(DocumentFormat::kHtml, "<meta charset=Shift_JIS>\x93\xFA\x96\x7B"),
            "<meta charset=UTF-8>日本");
}

TEST(Transcoding, Utf16IsKnownByItsMark) {
  for (const bool little : {true, false}) {
    EXPECT_EQ(converted(DocumentFormat::kText, utf16("ein Haus", little)), "ein Haus");
    EXPECT_EQ(
        converted(DocumentFormat::kTmx, utf16("<?xml version='1.0' encoding=\"UTF-16\"?><tmx/>", little)),
        "<?xml version='1.0' encoding=\"UTF-8\"?><tmx/>");
  }
}

TEST(Transcoding, WhatCannotBeConvertedIsRefused) {
  EXPECT_THROW(converted(DocumentFormat::kHtml, "<meta charset=klingon>"), DataError);
  EXPECT_THROW(converted(DocumentFormat::kHtml, "<meta charset=Shift_JIS>\x93"), DataError);
  EXPECT_THROW(converted(DocumentFormat::kText, "\xFF\xFE\x20"), DataError);
  EXPECT_THROW(converted(DocumentFormat::kText, std::string_view("\xFF\xFE\x00\xD8", 4)), DataError);
}

TEST(Transcoding, ConvertedDocumentsAreTranslated) {
  EXPECT_EQ(testing::translated(DocumentFormat::kHtml, "<meta charset=latin1><p>haus \xFC <b>b</b></p>"),
            "<meta charset=UTF-8><p>HAUS ü <b>B</b></p>");
  EXPECT_EQ(testing::translated(DocumentFormat::kText, utf16("haus\r\n", true)), "HAUS\r\n");
}

}  // namespace
}  // namespace calque::documents
