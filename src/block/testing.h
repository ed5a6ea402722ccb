// A file for one test.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace calque::block::testing {

class FileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path(::testing::TempDir()) / (std::string("calque_block_") + test->name()))
                .string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_;
};

}  // namespace calque::block::testing
