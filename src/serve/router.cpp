#include "serve/router.h"

#include <optional>

namespace calque::serve {
namespace {

// What stands in place of "{name}" if the path fits the pattern.
std::optional<std::map<std::string, std::string>> match(std::string_view pattern, std::string_view path) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) {
    if (pattern != path) return std::nullopt;
    return std::map<std::string, std::string>{};
  }
  if (path.size() <= open || path.substr(0, open) != pattern.substr(0, open)) return std::nullopt;
  const std::string_view value = path.substr(open);
  if (value.find('/') != std::string_view::npos) return std::nullopt;
  const std::string name(pattern.substr(open + 1, pattern.size() - open - 2));
  return std::map<std::string, std::string>{{name, std::string(value)}};
}

}  // namespace

Route find_route(const std::vector<Operation>& operations, std::string_view method, std::string_view path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  Route route;
  for (const Operation& operation : operations) {
    auto values = match(operation.path, path);
    if (!values) continue;
    if (operation.method == wanted) return {&operation, *std::move(values), {}};
    route.allowed += route.allowed.empty() ? "" : ", ";
    route.allowed += operation.method;
    if (operation.method == "GET") route.allowed += ", HEAD";
  }
  if (!route.allowed.empty()) route.allowed += ", OPTIONS";
  return route;
}

}  // namespace calque::serve
