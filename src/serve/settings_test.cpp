#include "serve/settings.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Settings read_config(const std::string& text) {
  const calque::testing::ScratchFolder folder;
  store::write_whole(folder.path("config"), text);
  Settings settings;
  read_settings(folder.path("config"), settings);
  return settings;
}

TEST(Settings, AreReadFromAFile) {
  const Settings settings = read_config(
      "# ours\n\nmodel = de-en=a b\r\nmodel=c\n  host = ::1 \nport = 0\nthreads=3\nlimit-body = 16K\n"
      "limit-time = 5\nlimit-requests = 7\nbehind-proxy = yes\nmetrics-token = a=b\n"
      "corrections = c d\nlimit-corrections = 8\nglossary = de-en=t\nglossary = u\n");
  EXPECT_THAT(settings.models, ElementsAre("de-en=a b", "c"));
  EXPECT_EQ(settings.host, "::1");
  EXPECT_EQ(settings.port, 0);
  EXPECT_EQ(settings.threads, 3U);
  EXPECT_EQ(settings.limit_body, 16384U);
  EXPECT_EQ(settings.limit_time, std::chrono::seconds(5));
  EXPECT_EQ(settings.limit_requests, 7U);
  EXPECT_TRUE(settings.behind_proxy);
  EXPECT_EQ(settings.metrics_token, "a=b");
  EXPECT_EQ(settings.corrections, "c d");
  EXPECT_EQ(settings.limit_corrections, 8U);
  EXPECT_THAT(settings.glossaries, ElementsAre("de-en=t", "u"));
  EXPECT_EQ(settings.limit_text, Settings().limit_text);
}

TEST(Settings, BadLinesAreRefusedWithTheirNumber) {
  for (const char* bad :
       {"host = a\nport 5\n", "host = a\nport = 65536\n", "host = a\nport = -1\n", "host = a\nprot = 5\n",
        "host = a\nlimit-body = 8T\n", "host = a\nlimit-body = K\n", "host = a\nbehind-proxy = perhaps\n",
        "host = a\nlimit-text = 0\n", "host = a\nlimit-text =\n", "host = a\n=\n"}) {
    try {
      read_config(bad);
      ADD_FAILURE() << bad;
    } catch (const DataError& error) {
      EXPECT_EQ(error.place().line, 2U) << bad;
      EXPECT_THAT(error.place().file, HasSubstr("config"));
      EXPECT_FALSE(error.remedy().empty());
    }
  }
  Settings settings;
  EXPECT_THROW(read_settings("/nonexistent/config", settings), UsageError);
}

TEST(Settings, EveryNameCanBeSet) {
  for (const std::string_view name : setting_names()) {
    Settings settings;
    const bool flag = name == "behind-proxy";
    EXPECT_TRUE(set_setting(settings, name, flag ? "yes" : "17")) << name;
  }
  Settings settings;
  EXPECT_FALSE(set_setting(settings, "nothing", "17"));
}

}  // namespace
}  // namespace calque::serve
