#include "serve/spec.h"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "serve/operations.h"
#include "serve/schemas.h"

namespace calque::serve {
namespace {

using Json = nlohmann::ordered_json;

TEST(Spec, HasEveryOperationOfTheTable) {
  const auto operations = all_operations();
  const Json spec = openapi(operations, "1.2.3");
  EXPECT_EQ(spec["openapi"], "3.1.0");
  std::size_t described = 0;
  for (const auto& [path, methods] : spec["paths"].items()) described += methods.size();
  EXPECT_EQ(described, operations.size());
  const Json& translate = spec["paths"]["/translate"]["post"];
  const Json& schema = translate["requestBody"]["content"]["application/json"]["schema"];
  EXPECT_EQ(schema["required"], Json({"q", "source", "target"}));
  EXPECT_TRUE(schema["properties"].contains("api_key"));
  EXPECT_TRUE(translate["responses"].contains("429"));
  EXPECT_EQ(spec["paths"]["/download_file/{name}"]["get"]["parameters"][0]["in"], "path");
  EXPECT_FALSE(spec["paths"]["/v1/file"]["post"]["requestBody"]["content"].contains("application/json"));
}

TEST(Spec, EverySchemaThatIsNamedExists) {
  const Json spec = openapi(all_operations(), "1");
  std::size_t found = 0;
  const std::function<void(const Json&)> visit = [&](const Json& json) {
    if (json.is_object() && json.contains("$ref")) {
      const std::string name = json["$ref"];
      EXPECT_TRUE(spec.contains(Json::json_pointer(name.substr(1)))) << name;
      ++found;
    }
    if (json.is_structured())
      for (const Json& child : json) visit(child);
  };
  visit(spec);
  EXPECT_GT(found, 30U);
}

TEST(Spec, ThePageNamesEveryOperation) {
  const std::string page = docs_page(all_operations(), "1.2.3");
  for (const Operation& operation : all_operations())
    EXPECT_THAT(page,
                ::testing::HasSubstr(std::string(operation.method) + " " + std::string(operation.path)));
}

}  // namespace
}  // namespace calque::serve
