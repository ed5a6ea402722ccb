#include "text/char_class.h"

#include <gtest/gtest.h>

namespace calque::text {
namespace {

// The short cut for ASCII gives what the Unicode properties say.
TEST(CharClassTest, AsciiTableAgreesWithTheProperties) {
  for (char32_t code = 0; code < 128; ++code) {
    EXPECT_EQ(class_of(code), class_from_properties(code)) << static_cast<unsigned>(code);
  }
}

TEST(CharClassTest, KnowsOtherScripts) {
  EXPECT_EQ(class_of(U'é'), CharClass::kLetter);
  EXPECT_EQ(class_of(U'ш'), CharClass::kLetter);
  EXPECT_EQ(class_of(U'한'), CharClass::kLetter) << "Korean is written with blanks";
  for (const char32_t code : {U'日', U'の', U'ア', U'ー', U'々', U'ก', U'ក', U'ລ', U'မ', U'ｱ'}) {
    EXPECT_EQ(class_of(code), CharClass::kUnspaced) << static_cast<unsigned>(code);
  }
  for (const char32_t code : {U'。', U'、', U'「', U'」', U'！', U'（', U'・', U'〜', U'％', U'《'}) {
    EXPECT_EQ(class_of(code), CharClass::kWidePunct) << static_cast<unsigned>(code);
  }
  for (const char32_t code : {U'،', U'؟', U'।', U'…', U'؛'}) {
    EXPECT_EQ(class_of(code), CharClass::kStop) << static_cast<unsigned>(code);
  }
  EXPECT_EQ(class_of(U'٣'), CharClass::kDigit);
  EXPECT_EQ(class_of(U'€'), CharClass::kCurrency);
  EXPECT_EQ(class_of(U'—'), CharClass::kDash);
  EXPECT_EQ(class_of(U'’'), CharClass::kApostrophe);
  EXPECT_EQ(class_of(U'«'), CharClass::kQuote);
  EXPECT_EQ(class_of(0x301), CharClass::kMark);
  EXPECT_EQ(class_of(U'😀'), CharClass::kEmoji);
  EXPECT_EQ(class_of(U'❤'), CharClass::kEmoji);
  EXPECT_EQ(class_of(0x1F1E9), CharClass::kEmoji) << "half of a flag";
  EXPECT_EQ(class_of(U'™'), CharClass::kSymbol);
  EXPECT_EQ(class_of(0x3000), CharClass::kSpace);
}

}  // namespace
}  // namespace calque::text
