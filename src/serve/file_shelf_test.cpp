#include "serve/file_shelf.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace calque::serve {
namespace {

const FileShelf::Clock::time_point kShelved{std::chrono::hours(1)};

TEST(FileShelf, KeepsFilesForATime) {
  FileShelf shelf(100, std::chrono::seconds(10));
  const std::string name = shelf.put({"a.txt", "text/plain", "x"}, kShelved);
  EXPECT_EQ(name.size(), 32U);
  EXPECT_NE(name, shelf.put({"a.txt", "text/plain", "x"}, kShelved));
  ASSERT_TRUE(shelf.get(name, kShelved + std::chrono::seconds(9)));
  EXPECT_EQ(shelf.get(name, kShelved)->content, "x");
  EXPECT_FALSE(shelf.get(name + "0", kShelved));
  EXPECT_FALSE(shelf.get("", kShelved));
  EXPECT_FALSE(shelf.get(name, kShelved + std::chrono::seconds(10)));
}

TEST(FileShelf, TheOldestMakeRoom) {
  FileShelf shelf(100);
  const std::string first = shelf.put({"a", "", std::string(60, 'x')}, kShelved);
  const std::string second = shelf.put({"b", "", std::string(40, 'x')}, kShelved);
  EXPECT_TRUE(shelf.get(first, kShelved));
  const std::string third = shelf.put({"c", "", "x"}, kShelved);
  EXPECT_FALSE(shelf.get(first, kShelved));
  EXPECT_TRUE(shelf.get(second, kShelved));
  const std::string large = shelf.put({"d", "", std::string(200, 'x')}, kShelved);
  EXPECT_FALSE(shelf.get(third, kShelved));
  EXPECT_TRUE(shelf.get(large, kShelved));
}

}  // namespace
}  // namespace calque::serve
