// Distances between classes: files, and what confusions say (theory/reordering.md#max-margin-structure).
#include "learn/class_distances.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "base/error.h"

namespace calque::learn {
namespace {

TEST(ClassDistances, ReadsAFileAndRefusesOthers) {
  const auto path = (std::filesystem::temp_directory_path() / "calque-distances-test").string();
  const auto reading = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_class_distances(path, 2);
  };
  const ClassDistances distances = reading("# two classes\n0 0.5\n\n2 0\n");
  EXPECT_EQ(distances(0, 1), 0.5);
  EXPECT_EQ(distances(1, 0), 2.0);
  for (const char* bad :
       {"0 1\n", "0 1 2\n1 0 1\n", "0 1\n1 0\n0 0\n", "0 -1\n1 0\n", "1 1\n1 0\n", "0 x\n1 0\n"})
    EXPECT_THROW(reading(bad), DataError) << bad;
  try {
    reading("0 1\n1 x\n");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(path + ":2"));
  }
  std::filesystem::remove(path);
  EXPECT_THROW(read_class_distances(path, 2), UsageError);
  EXPECT_THROW(ClassDistances(2, {0, 1, 1, 1}), UsageError);
}

TEST(ClassDistances, OftenConfusedClassesAreClose) {
  // Class 0 is taken for 1 in half of its examples, never for 2; 1 for 2 in a quarter.
  const auto distances = distances_of_confusions(3, {5, 5, 0, 0, 3, 1, 0, 0, 8});
  EXPECT_DOUBLE_EQ(distances(0, 1), 0.5);
  EXPECT_DOUBLE_EQ(distances(1, 0), 0.5);
  EXPECT_DOUBLE_EQ(distances(1, 2), 0.75);
  EXPECT_DOUBLE_EQ(distances(0, 2), 1.0);
  EXPECT_EQ(distances(2, 2), 0.0);
  const auto perfect = distances_of_confusions(2, {3, 0, 0, 0});
  EXPECT_EQ(perfect(0, 1), 1.0);
  EXPECT_EQ(distances_of_confusions(0, {}).classes(), 0U);
}

}  // namespace
}  // namespace calque::learn
