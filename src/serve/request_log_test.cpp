#include "serve/request_log.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque::serve {
namespace {

TEST(RequestLog, LinesAreJsonWithoutWhatClientsWrite) {
  const auto line = nlohmann::json::parse(log_line({"translate", "POST", 200, 0.0125, 10, 20, 3}));
  EXPECT_EQ(line["operation"], "translate");
  EXPECT_EQ(line["method"], "POST");
  EXPECT_EQ(line["status"], 200);
  EXPECT_EQ(line["ms"], 12.5);
  EXPECT_EQ(line["bytes_in"], 10);
  EXPECT_EQ(line["sentences"], 3);
  EXPECT_EQ(line["time"].get<std::string>().size(), std::string("2026-01-31T12:00:00.123Z").size());
  EXPECT_EQ(nlohmann::json::parse(log_line({"none", "SECRET\"", 405}))["method"], "other");
}

TEST(RequestLog, Events) {
  const auto line = nlohmann::json::parse(event_line("reload failed", "a \"b\"\n\xff"));
  EXPECT_EQ(line["event"], "reload failed");
  EXPECT_TRUE(line.contains("detail"));
  EXPECT_FALSE(nlohmann::json::parse(event_line("stopped", "")).contains("detail"));
}

}  // namespace
}  // namespace calque::serve
