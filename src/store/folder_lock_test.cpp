#include "store/folder_lock.h"

#include <csignal>
#include <filesystem>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"

namespace calque::store {
namespace {

using ::calque::testing::ScratchFolder;
using ::testing::HasSubstr;

TEST(FolderLock, ASecondWriterIsRefusedWithTheNumberOfTheFirst) {
  const ScratchFolder scratch;
  std::optional<FolderLock> first(scratch.folder().string());
  try {
    const FolderLock second(scratch.folder().string());
    FAIL() << "the folder is locked";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("process " + std::to_string(::getpid()) + " is writing"));
  }
  first.reset();
  EXPECT_FALSE(std::filesystem::exists(scratch.path(FolderLock::kFileName)));
  const FolderLock third(scratch.folder().string());
}

TEST(FolderLock, TheLockOfADeadProcessIsTakenOver) {
  const ScratchFolder scratch;
  const std::string folder = scratch.folder().string();
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const FolderLock lock(folder);
    [[maybe_unused]] const ssize_t written = ::write(ready[1], "x", 1);
    ::pause();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_THROW(FolderLock{folder}, UsageError);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(scratch.path(FolderLock::kFileName)));
  const FolderLock lock(folder);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(FolderLock, AFolderThatIsNotThere) {
  const ScratchFolder scratch;
  EXPECT_THROW(FolderLock(scratch.path("none")), UsageError);
}

}  // namespace
}  // namespace calque::store
