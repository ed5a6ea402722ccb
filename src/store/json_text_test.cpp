#include "store/json_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace calque::store {
namespace {

TEST(JsonText, IsOneLineOrIndented) {
  const nlohmann::ordered_json ordered = {{"b", 1}, {"a", {1.5, "x"}}};
  EXPECT_EQ(json_text(ordered), R"({"b":1,"a":[1.5,"x"]})");
  const nlohmann::json sorted = {{"b", 1}, {"a", true}};
  EXPECT_EQ(json_text(sorted), R"({"a":true,"b":1})");
  EXPECT_EQ(json_text(sorted, 2), "{\n  \"a\": true,\n  \"b\": 1\n}");
}

TEST(JsonText, OnlyTheLenientFormTakesWhatIsNotUtf8) {
  const nlohmann::json sorted = "a\xff";
  EXPECT_THROW(json_text(sorted), nlohmann::json::exception);
  EXPECT_EQ(lenient_json_text(sorted), "\"a\xEF\xBF\xBD\"");
  const nlohmann::ordered_json ordered = {{"k", "\xff"}};
  EXPECT_THROW(json_text(ordered), nlohmann::json::exception);
  EXPECT_EQ(lenient_json_text(ordered), "{\"k\":\"\xEF\xBF\xBD\"}");
}

TEST(JsonText, IsReadBack) {
  EXPECT_EQ(json_text(parse_json(R"( {"b": [1, 2], "a": null} )")), R"({"a":null,"b":[1,2]})");
  EXPECT_THROW(parse_json("{"), nlohmann::json::exception);
  EXPECT_TRUE(parse_json("{", false).is_discarded());
}

}  // namespace
}  // namespace calque::store
