#include "text/normalize.h"

#include <string>

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace calque::text {
namespace {

TEST(NormalizeTest, ComposesCharacters) {
  EXPECT_EQ(normalize("e\u0301te\u0301"), "été");
  EXPECT_EQ(normalize("\u1112\u1161\u11ab"), "한");
  EXPECT_EQ(normalize("か\u3099"), "が");
  EXPECT_EQ(normalize("été"), "été");
  EXPECT_EQ(normalize("ﬁ ²"), "ﬁ ²") << "compatibility characters stay: NFC, not NFKC";
}

TEST(NormalizeTest, MakesEveryBlankASpace) {
  EXPECT_EQ(normalize("a\u00a0b\u202fc\u3000d\te\u2009f\u2028g\x85"), normalize("a b c d e f g") + "\uFFFD");
  EXPECT_EQ(normalize("a\u0085b\rc\vd\fe"), "a b c d e");
}

TEST(NormalizeTest, DropsWhatIsInvisible) {
  EXPECT_EQ(normalize("\ufeffa\u200bb\u00adc\u200ed\u202be\u2069f\u0007g\u0000"), "abcdefg");
  EXPECT_EQ(normalize(std::string("a\0b", 3)), "ab");
}

TEST(NormalizeTest, KeepsJoiners) {
  EXPECT_EQ(normalize("می\u200cخواهم"), "می\u200cخواهم");
  EXPECT_EQ(normalize("👩\u200d🚀"), "👩\u200d🚀");
}

TEST(NormalizeTest, AsciiIsUnchangedAndEverythingIsIdempotent) {
  std::string printable;
  for (char c = 0x20; c < 0x7F; ++c) printable += c;
  EXPECT_EQ(normalize(printable), printable);
  EXPECT_EQ(normalize(""), "");
  for (const std::string text : {"e\u0301\u00a0x", "\xFF\xFE", "a\xE2\x82", "👩\u200d🚀\ufe0f"}) {
    const std::string once = normalize(text);
    EXPECT_FALSE(find_invalid_utf8(once));
    EXPECT_EQ(normalize(once), once);
  }
}

}  // namespace
}  // namespace calque::text
