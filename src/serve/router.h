// From method and path to the operation.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "serve/operation.h"

namespace calque::serve {

struct Route {
  const Operation* operation = nullptr;              // null: none
  std::map<std::string, std::string> path_values{};  // of "{name}" in its path
  std::string
      allowed{};  // without operation: the methods that the path has, with commas; empty: no such path
};

// A path that GET has, HEAD has too; the table need not list it.
Route find_route(const std::vector<Operation>& operations, std::string_view method, std::string_view path);

}  // namespace calque::serve
