#include "store/mapped_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "store/container.h"

namespace calque::store {
namespace {

// Reads a file after it was cut; the compiler must not leave the reads out.
void read_cut_file(const std::string& path) {
  explain_bus_errors();
  const Container container = Container::open(path, "test", 1);
  std::filesystem::resize_file(path, 4096);
  unsigned sum = 0;
  for (const unsigned value : container.section<unsigned>("values")) sum += value;
  volatile unsigned keep = sum;
  static_cast<void>(keep);
}

TEST(MappedFilesDeathTest, AFileThatIsCutWhileInUseIsNamed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const ::calque::testing::ScratchFolder scratch;
  const std::string path = scratch.path("model.calque");
  ContainerWriter writer(path, "test", 1);
  writer.add("values", std::vector<unsigned>(100'000, 7));
  writer.commit();
  EXPECT_EXIT(read_cut_file(path), ::testing::ExitedWithCode(1), "model.calque: the file was cut short");
}

TEST(MappedFiles, MoreFilesThanPlaces) {
  const std::vector<std::byte> bytes(1);
  std::vector<MappedFileName> names;
  for (int i = 0; i < 1000; ++i) names.emplace_back(bytes, "file");
}

}  // namespace
}  // namespace calque::store
