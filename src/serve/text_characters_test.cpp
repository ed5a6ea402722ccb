#include "serve/text_characters.h"

#include <string_view>

#include <gtest/gtest.h>

namespace calque::serve {
namespace {

TEST(TextCharacters, PlacesAreCountedInCodePoints) {
  constexpr std::string_view kText = "aä漢😀b";  // 1, 2, 3, 4 and 1 bytes
  EXPECT_EQ(character_count(kText), 5);
  CharacterCounter counter(kText);
  EXPECT_EQ(counter.characters_before(0), 0);
  EXPECT_EQ(counter.characters_before(3), 2);
  EXPECT_EQ(counter.characters_before(10), 4);
  EXPECT_EQ(counter.characters_before(1), 1);
  EXPECT_EQ(counter.characters_before(100), 5);
}

}  // namespace
}  // namespace calque::serve
