#include "text/utf8.h"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::text {
namespace {

using ::testing::HasSubstr;

// The straightforward encoder: the oracle for which byte sequences are well-formed.
std::string encode(char32_t code) {
  std::string out;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
  return out;
}

TEST(Utf8Test, AcceptsEveryCharacterAndReadsItBack) {
  for (char32_t code = 1; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    const std::string text = encode(code);
    ASSERT_FALSE(find_invalid_utf8(text)) << static_cast<unsigned>(code);
    ASSERT_EQ(character_at(text, 0).code, code);
    ASSERT_EQ(character_at(text, 0).bytes, text.size());
    ASSERT_EQ(last_character(text), code);
  }
}

TEST(Utf8Test, RefusesEveryTwoByteSequenceThatIsNotEncoded) {
  for (unsigned first = 0x80; first <= 0xFF; ++first) {
    for (unsigned second = 1; second <= 0xFF; ++second) {
      const std::string text{static_cast<char>(first), static_cast<char>(second)};
      const bool well_formed = first >= 0xC2 && first <= 0xDF && second >= 0x80 && second <= 0xBF;
      ASSERT_EQ(!find_invalid_utf8(text).has_value(), well_formed) << first << " " << second;
    }
  }
}

struct BadCase {
  std::string text;
  std::size_t offset;
  const char* reason;
};

TEST(Utf8Test, SaysWhereAndWhy) {
  const BadCase cases[] = {
      {"ab\x80", 2, "stray continuation"},
      {"\xC0\xAF", 0, "overlong"},
      {"\xE0\x80\xAF", 0, "overlong"},
      {"\xF0\x80\x80\xAF", 0, "overlong"},
      {"x\xED\xA0\x80", 1, "surrogate"},
      {"\xF4\x90\x80\x80", 0, "beyond U+10FFFF"},
      {"\xF8\x88\x80\x80\x80", 0, "never occurs"},
      {"\xFF", 0, "never occurs"},
      {"abcdefgh\xC3", 8, "truncated"},
      {"12345678\xE2\x82", 8, "truncated"},
      {"\xC3(", 0, "truncated"},
      {std::string("ab\0cd", 5), 2, "NUL"},
      {std::string("12345678901234\0", 15), 14, "NUL"},
  };
  for (const BadCase& bad : cases) {
    const auto problem = find_invalid_utf8(bad.text);
    ASSERT_TRUE(problem.has_value()) << bad.reason;
    EXPECT_EQ(problem->offset, bad.offset) << bad.reason;
    EXPECT_THAT(problem->reason, HasSubstr(bad.reason));
  }
}

TEST(Utf8Test, FindsABadByteAtEveryPositionOfALongText) {
  for (std::size_t at = 0; at < 40; ++at) {
    for (const char bad : {'\0', '\xFF', '\x80'}) {
      std::string text(40, 'a');
      text[at] = bad;
      const auto problem = find_invalid_utf8(text);
      ASSERT_TRUE(problem.has_value());
      EXPECT_EQ(problem->offset, at);
    }
  }
  EXPECT_FALSE(find_invalid_utf8(""));
  EXPECT_FALSE(find_invalid_utf8(std::string(40, '\x01')));
}

TEST(Utf8Test, CheckNamesFileLineAndByte) {
  EXPECT_NO_THROW(check_utf8("fine", {"f", 1, 0}));
  try {
    check_utf8("na\xEFve", {"corpus.fr", 17, 0});
    FAIL() << "no error";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr(describe(Place{"corpus.fr", 17, 3})));
    EXPECT_THAT(error.what(), HasSubstr("0xef"));
    EXPECT_THAT(error.what(), HasSubstr("iconv"));
  }
}

TEST(Utf8Test, WalksDamagedTextInBounds) {
  const std::string damaged = "a\xE2\x82z\xF0\x9F";
  std::size_t steps = 0;
  for (std::size_t i = 0; i < damaged.size(); i += character_at(damaged, i).bytes) ++steps;
  EXPECT_EQ(steps, damaged.size());
  EXPECT_EQ(last_character(damaged), char32_t{0xFFFD});
  EXPECT_EQ(last_character(""), char32_t{0});
  EXPECT_EQ(first_character(""), char32_t{0});
}

TEST(Utf8Test, TellsAscii) {
  EXPECT_TRUE(is_ascii(""));
  for (std::size_t at = 0; at < 20; ++at) {
    std::string text(20, 'x');
    EXPECT_TRUE(is_ascii(text));
    text[at] = '\xC3';
    EXPECT_FALSE(is_ascii(text));
  }
}

}  // namespace
}  // namespace calque::text
