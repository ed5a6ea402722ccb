#include "serve/router.h"

#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "serve/operations.h"

namespace calque::serve {
namespace {

TEST(Router, FindsOperationsByMethodAndPath) {
  const std::vector<Operation> table{{.method = "GET", .path = "/a", .name = "get_a"},
                                     {.method = "POST", .path = "/a", .name = "post_a"},
                                     {.method = "DELETE", .path = "/b/{id}", .name = "delete_b"}};
  EXPECT_EQ(find_route(table, "GET", "/a").operation, &table[0]);
  EXPECT_EQ(find_route(table, "HEAD", "/a").operation, &table[0]);
  EXPECT_EQ(find_route(table, "POST", "/a").operation, &table[1]);
  const Route route = find_route(table, "DELETE", "/b/x y");
  EXPECT_EQ(route.operation, &table[2]);
  EXPECT_EQ(route.path_values.at("id"), "x y");
  EXPECT_EQ(find_route(table, "PUT", "/a").allowed, "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(find_route(table, "GET", "/b/1").allowed, "DELETE, OPTIONS");
  for (const char* path : {"", "/", "/a/", "/A", "/b/", "/b/1/2", "/b"}) {
    EXPECT_EQ(find_route(table, "GET", path).operation, nullptr) << path;
    EXPECT_EQ(find_route(table, "GET", path).allowed, "") << path;
  }
}

TEST(Router, TheTableOfTheServiceIsSound) {
  std::set<std::string_view> names;
  std::set<std::pair<std::string_view, std::string_view>> routes;
  for (const Operation& operation : all_operations()) {
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name;
    EXPECT_TRUE(routes.insert({operation.method, operation.path}).second) << operation.path;
    EXPECT_FALSE(operation.answers.empty()) << operation.name;
    EXPECT_TRUE(operation.handle) << operation.name;
    std::set<std::string_view> parameters;
    for (const Parameter& parameter : operation.parameters) {
      EXPECT_TRUE(parameters.insert(parameter.name).second) << parameter.name;
      EXPECT_EQ(parameter.kind == ParameterKind::kJson, !parameter.schema.empty()) << parameter.name;
      EXPECT_EQ(parameter.kind == ParameterKind::kNumber, parameter.least < parameter.most);
    }
  }
  EXPECT_GT(names.size(), 15U);
}

}  // namespace
}  // namespace calque::serve
