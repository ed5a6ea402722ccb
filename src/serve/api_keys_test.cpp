#include "serve/api_keys.h"

#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::serve {
namespace {

ApiKeys read_keys(const std::string& text) {
  const testing::ScratchFolder folder;
  const std::string path = folder.path("keys");
  store::write_whole(path, text);
  return ApiKeys::read(path);
}

TEST(ApiKeys, AreReadWithTheirLimits) {
  const ApiKeys keys = read_keys("# ours\n\nfirst-key-1\r\n  second-key-2 \t 30\n");
  ASSERT_NE(keys.find("first-key-1"), nullptr);
  EXPECT_EQ(keys.find("first-key-1")->limit_requests, 0U);
  EXPECT_EQ(keys.find("second-key-2")->limit_requests, 30U);
  for (const char* wrong : {"", "first-key-", "first-key-11", "FIRST-KEY-1", "# ours", "30"})
    EXPECT_EQ(keys.find(wrong), nullptr) << wrong;
  EXPECT_EQ(ApiKeys().find(""), nullptr);
}

TEST(ApiKeys, BadFilesAreRefusedWithTheirLine) {
  for (const char* bad : {"good-key-1\nshort\n", "good-key-1\ngood-key-2 x\n", "good-key-1\ngood-key-2 0\n",
                          "good-key-1\ngood-key-2 1 2\n", "good-key-1\nschlüssel\n"}) {
    try {
      read_keys(bad);
      ADD_FAILURE() << bad;
    } catch (const DataError& error) {
      EXPECT_EQ(error.place().line, 2U) << bad;
      EXPECT_EQ(std::string(error.what()).find("good-key"), std::string::npos) << "a secret is repeated";
    }
  }
  EXPECT_THROW(read_keys("# nothing\n"), DataError);
  EXPECT_THROW(ApiKeys::read("/nonexistent/keys"), UsageError);
}

TEST(ApiKeys, Equality) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_TRUE(equal_in_constant_time("", ""));
  for (const char* wrong : {"", "ab", "abd", "abcd", "Abc"})
    EXPECT_FALSE(equal_in_constant_time(wrong, "abc"));
}

}  // namespace
}  // namespace calque::serve
