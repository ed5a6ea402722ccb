#include "store/named_files.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::store {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::HasSubstr;

// The message, or nothing if the files go together.
std::string clash(const std::vector<NamedFile>& files) {
  try {
    check_files(files);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(NamedFilesTest, DifferentFilesGoTogether) {
  const ScratchFolder folder;
  const std::string input = folder.file("in", "text\n");
  EXPECT_EQ(clash({{"--input", input, FileRole::kInput},
                   {"--other", input, FileRole::kInput},
                   {"--output", folder.path("out"), FileRole::kOutput},
                   {"--work", folder.path("new"), FileRole::kOutputFolder},
                   {"--log", "/dev/null", FileRole::kOutput},
                   {"--report", "/dev/null", FileRole::kOutput},
                   {"--none", "", FileRole::kOutput}}),
            "");
  EXPECT_EQ(clash({{"--input", "-", FileRole::kInput}, {"--output", "-", FileRole::kOutput}}), "");
}

TEST(NamedFilesTest, AnInputIsNotOverwrittenByAnyOfItsNames) {
  const ScratchFolder folder;
  const std::string input = folder.file("in", "text\n");
  std::filesystem::create_symlink(input, folder.path("link"));
  for (const std::string& name : {input, folder.path("link"), folder.path("./in")}) {
    EXPECT_THAT(clash({{"--output", name, FileRole::kOutput}, {"--input", input, FileRole::kInput}}),
                HasSubstr("--output would overwrite what --input reads"));
  }
}

TEST(NamedFilesTest, TwoOutputsNeedTwoPlaces) {
  const ScratchFolder folder;
  EXPECT_THAT(clash({{"--table", folder.path("new"), FileRole::kOutput},
                     {"--model", folder.path("./new"), FileRole::kOutput}}),
              HasSubstr("would write to the same place"));
  EXPECT_THAT(clash({{"--table", "-", FileRole::kOutput}, {"--model", "-", FileRole::kOutput}}),
              HasSubstr("--table and --model would be mixed on standard output"));
}

TEST(NamedFilesTest, OnlyOneInputIsStandardInput) {
  EXPECT_THAT(clash({{"--source", "-", FileRole::kInput}, {"--target", "-", FileRole::kInput}}),
              HasSubstr("only one input can come from standard input"));
}

TEST(NamedFilesTest, FilesAndFoldersAreNotEachOther) {
  const ScratchFolder folder;
  const std::string file = folder.file("file", "text\n");
  EXPECT_THAT(clash({{"--output", file, FileRole::kOutputFolder}}),
              HasSubstr("this is a file, not a folder"));
  EXPECT_NE(clash({{"--output", folder.folder().string(), FileRole::kOutput}}), "");
  EXPECT_EQ(clash({{"--output", file, FileRole::kOutputEither}}), "");
}

TEST(NamedFilesTest, BothSidesOfATextAreDifferentFiles) {
  const ScratchFolder folder;
  const NamedFile source{"--source", folder.file("a", "x\n")};
  EXPECT_THROW(check_sides(source, {"--target", folder.path("./a")}), UsageError);
  EXPECT_NO_THROW(check_sides(source, {"--target", folder.file("b", "x\n")}));
  EXPECT_NO_THROW(check_sides({"--source", "-"}, {"--target", "-"}));
}

}  // namespace
}  // namespace calque::store
