// Vectors of classes from files (theory/reordering.md#maximum-margin-regression).
#include "learn/class_embedding.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "base/error.h"

namespace calque::learn {
namespace {

TEST(ClassEmbedding, ReadsAFileAndRefusesOthers) {
  const auto path = (std::filesystem::temp_directory_path() / "calque-embedding-test").string();
  const auto reading = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_class_embedding(path, 3);
  };
  const ClassEmbedding embedding = reading("# a tree\n1 0 0 .5\n\n0 1 0 .5\n0 0 -1 0\n");
  EXPECT_EQ(embedding.dimension(), 4U);
  EXPECT_EQ(embedding.product(0, 1), 0.25);
  EXPECT_EQ(embedding.product(2, 2), 1.0);
  EXPECT_EQ(reading("1\n2\n3\n").dimension(), 1U);
  for (const char* bad :
       {"", "1 0\n0 1\n", "1 0\n0 1\n1 1\n1 2\n", "1 0\n0 1 0\n1 1\n", "1 0\n0 0\n1 1\n", "1 0\n0 x\n1 1\n"})
    EXPECT_THROW(reading(bad), DataError) << bad;
  try {
    reading("1 0\n0 x\n1 1\n");
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(path + ":2"));
  }
  std::filesystem::remove(path);
  EXPECT_THROW(read_class_embedding(path, 3), UsageError);
}

}  // namespace
}  // namespace calque::learn
