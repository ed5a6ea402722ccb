#include "base/format.h"

#include <string>

#include <gtest/gtest.h>

namespace calque {
namespace {

TEST(Format, AppendsToWhatIsThere) {
  std::string text = "links";
  append_format(text, " {}-{}", 1, 2);
  append_format(text, ": {:.3f} {}", 0.25, std::string("words"));
  EXPECT_EQ(text, "links 1-2: 0.250 words");
}

}  // namespace
}  // namespace calque
