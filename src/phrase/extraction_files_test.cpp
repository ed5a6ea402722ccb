#include "phrase/extraction_files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::phrase {
namespace {

using ::calque::testing::read_bytes;
using ::calque::testing::ScratchFolder;

class ExtractionFilesTest : public ::testing::Test {
 protected:
  ScratchFolder folder_;
  ThreadPool threads_{2};
  text::AlignedCorpus corpus_ = text::read_aligned_corpus(
      {{folder_.file("s", "das Haus\nein Haus\n"), folder_.file("t", "the house\na house\n")},
       folder_.file("a", "0-0 1-1\n0-0 1-1\n")},
      silent_reporter());
};

TEST_F(ExtractionFilesTest, TheTableFileIsTheSameWithAndWithoutText) {
  const std::string alone = folder_.path("alone");
  extract_to_files(corpus_, {}, {.model = alone}, threads_, silent_reporter());
  const ExtractionFiles files{folder_.path("pairs"), folder_.path("table"), folder_.path("model")};
  extract_to_files(corpus_, {}, files, threads_, silent_reporter());
  EXPECT_EQ(read_bytes(files.model), read_bytes(alone));
  EXPECT_TRUE(read_bytes(files.occurrences).starts_with("das ||| the |||"));
  EXPECT_NE(read_bytes(files.table).find("das Haus ||| the house |||"), std::string::npos);
}

TEST_F(ExtractionFilesTest, OnlyWhatIsAskedForIsWritten) {
  extract_to_files(corpus_, {}, {.occurrences = folder_.path("pairs")}, threads_, silent_reporter());
  EXPECT_TRUE(std::filesystem::exists(folder_.path("pairs")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("model")));
}

TEST_F(ExtractionFilesTest, OutputsThatClashAreRefused) {
  EXPECT_THROW(ExtractionFiles{.model = "-"}.validate(), UsageError);
  EXPECT_THROW((ExtractionFiles{.occurrences = "-", .table = "-"}.validate()), UsageError);
  EXPECT_NO_THROW((ExtractionFiles{.occurrences = "-", .table = "table"}.validate()));
}

}  // namespace
}  // namespace calque::phrase
