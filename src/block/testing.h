// For tests: words by their numbers, a file for one test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/types.h"

namespace calque::block::testing {

inline std::vector<text::WordId> words(std::initializer_list<std::uint32_t> ids) {
  std::vector<text::WordId> result;
  for (const std::uint32_t id : ids) result.push_back(text::WordId{id});
  return result;
}

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
