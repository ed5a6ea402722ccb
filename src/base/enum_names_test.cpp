#include "base/enum_names.h"

#include <string>

#include <gtest/gtest.h>

namespace calque {
namespace fruits {

enum class Fruit { kApple, kPear, kPlum };

constexpr auto enum_names(Fruit) {
  return EnumNames<Fruit>(
      "there is no fruit",
      {{"apple", Fruit::kApple}, {"pear", Fruit::kPear}, {"williams", Fruit::kPear}, {"plum", Fruit::kPlum}});
}

enum class Lone { kOnly };
constexpr auto enum_names(Lone) {
  return EnumNames<Lone>("unknown", {{"only", Lone::kOnly}});
}

}  // namespace fruits

namespace {

using fruits::Fruit;

TEST(EnumNamesTest, WritesTheFirstNameOfAValue) {
  EXPECT_EQ(name_of(Fruit::kApple), "apple");
  EXPECT_EQ(name_of(Fruit::kPear), "pear");
  static_assert(name_of(Fruit::kPlum) == "plum");
  EXPECT_THROW(name_of(static_cast<Fruit>(7)), std::logic_error);
}

TEST(EnumNamesTest, ReadsEveryNameOfAValue) {
  EXPECT_EQ(find_enum<Fruit>("williams"), Fruit::kPear);
  EXPECT_EQ(parse_enum<Fruit>("plum"), Fruit::kPlum);
  for (const char* bad : {"", "Plum", "plum ", "plu"}) EXPECT_FALSE(find_enum<Fruit>(bad)) << bad;
}

TEST(EnumNamesTest, ListsEachValueOnce) {
  EXPECT_EQ(list_names<Fruit>(), "apple, pear or plum");
  EXPECT_EQ(list_names<Fruit>(", ", ", "), "apple, pear, plum");
  EXPECT_EQ(list_names<fruits::Lone>(), "only");
}

TEST(EnumNamesTest, RefusesUnknownNamesWithARemedy) {
  const auto message = [](const std::string& remedy) -> std::string {
    try {
      parse_enum<Fruit>("fig", remedy);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(""), "there is no fruit 'fig'; use apple, pear or plum");
  EXPECT_EQ(message("plant a tree"), "there is no fruit 'fig'; plant a tree");
}

}  // namespace
}  // namespace calque
