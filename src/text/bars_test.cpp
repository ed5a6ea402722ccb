#include "text/bars.h"

#include <string>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace calque::text {
namespace {

TEST(Bars, OnlySeparatorsAreEscaped) {
  EXPECT_EQ(escape_bars("a || b | c & d &amp; &#125;"), "a || b | c & d &amp; &#125;");
  EXPECT_EQ(escape_bars("a ||| b"), "a &#124;&#124;&#124; b");
  EXPECT_EQ(escape_bars("x||||"), "x&#124;&#124;&#124;&#124;");
  EXPECT_EQ(escape_bars("&#124; &#38;"), "&#38;#124; &#38;#38;");
  EXPECT_EQ(escape_bars(""), "");
}

TEST(Bars, EveryTextComesBack) {
  Rng rng(5);
  const std::string pieces[] = {"|", "||", "&", "#", "124;", "38;", "&#124;", "&#38;", " ", "a"};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint64_t k = rng.below(10); k > 0; --k) text += pieces[rng.below(10)];
    const std::string escaped = escape_bars(text);
    EXPECT_EQ(escaped.find("|||"), std::string::npos);
    EXPECT_EQ(unescape_bars(escaped), text);
  }
}

}  // namespace
}  // namespace calque::text
