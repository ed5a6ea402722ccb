// What users choose and compare: how links are made, and files of them against gold files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "align/aer.h"
#include "align/options.h"
#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::align {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::HasSubstr;

TEST(LinkChoiceTest, DirectionThenSymmetrisationThenPurpose) {
  EXPECT_EQ(LinkChoice{}.chosen(), AlignOptions{}.symmetrization);
  EXPECT_EQ(LinkChoice{.purpose = LinkPurpose::kLinks}.chosen(), Symmetrization::kPosterior);
  LinkChoice choice{.purpose = LinkPurpose::kLinks, .symmetrization = Symmetrization::kUnion};
  EXPECT_EQ(choice.chosen(), Symmetrization::kUnion);
  choice.direction = LinkDirection::kForward;
  EXPECT_THROW(choice.chosen(), UsageError);
  choice.symmetrization.reset();
  EXPECT_EQ(choice.chosen(), Symmetrization::kSourceToTarget);
  choice.direction = LinkDirection::kReverse;
  EXPECT_EQ(choice.chosen(), Symmetrization::kTargetToSource);
}

TEST(AerFilesTest, CountsAreSumsOverLines) {
  const ScratchFolder folder;
  const std::string gold = folder.file("gold", "0-0 1?1\n0-0 1-1\n");
  const AerCounts counts = count_files(gold, folder.file("test", "0-0 1-1\n0-1\n"));
  EXPECT_EQ(counts.links, 3U);
  EXPECT_EQ(counts.sure, 3U);
  EXPECT_EQ(counts.sure_found, 1U);
  EXPECT_EQ(counts.possible_found, 2U);
}

TEST(AerFilesTest, FilesOfDifferentLengthsAreToldWithBoth) {
  const ScratchFolder folder;
  const std::string two = folder.file("two", "0-0\n0-0\n");
  const std::string five = folder.file("five", "\n\n\n\n\n");
  const auto message = [](const std::string& gold, const std::string& test) -> std::string {
    try {
      count_files(gold, test);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(message(two, five), HasSubstr("five: the file has 5 lines, but " + two + " has 2"));
  EXPECT_THAT(message(five, two), HasSubstr("two: the file has 2 lines, but " + five + " has 5"));
}

}  // namespace
}  // namespace calque::align
