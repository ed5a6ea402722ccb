#include "pipeline/new_folder.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::pipeline {
namespace {

namespace fs = std::filesystem;

class NewFolderTest : public ::testing::Test {
 protected:
  std::string file(const char* name) const { return (fs::path(path_) / name).string(); }
  // What a run leaves that is killed while it writes.
  void leave_unfinished() const {
    fs::create_directory(path_);
    store::write_whole(file(kUnfinishedFile), "manifest.json\nlm\n../outside\n");
    store::write_whole(file("lm"), "half");
    store::write_whole(file(store::FolderLock::kFileName), "1\n");
  }

  testing::ScratchFolder scratch_;
  std::string path_ = scratch_.path("new");
};

TEST_F(NewFolderTest, IsRemovedUnlessKept) {
  {
    NewFolder folder(path_);
    store::write_whole(folder.file_path("lm"), "x");
    EXPECT_TRUE(fs::exists(file("lm")));
  }
  EXPECT_FALSE(fs::exists(path_));
  {
    NewFolder folder(path_);
    store::write_whole(folder.file_path("lm"), "x");
    folder.keep();
  }
  EXPECT_TRUE(fs::exists(file("lm")));
  EXPECT_FALSE(fs::exists(file(kUnfinishedFile)));
  EXPECT_THROW(NewFolder{path_}, UsageError);
  EXPECT_TRUE(fs::exists(file("lm")));
}

TEST_F(NewFolderTest, WhatAKilledRunLeftIsRemoved) {
  leave_unfinished();
  const std::string outside = scratch_.file("outside", "");
  {
    NewFolder folder(path_);
    EXPECT_FALSE(fs::exists(file("lm")));
    store::write_whole(folder.file_path("lm"), "whole");
    folder.keep();
  }
  EXPECT_EQ(store::read_whole(file("lm")), "whole");
  EXPECT_TRUE(fs::exists(outside));
}

TEST_F(NewFolderTest, FilesOfOthersStay) {
  leave_unfinished();
  store::write_whole(file("notes"), "mine");
  EXPECT_THROW(NewFolder{path_}, UsageError);
  EXPECT_EQ(store::read_whole(file("notes")), "mine");
}

}  // namespace
}  // namespace calque::pipeline
