// The description of the service, made from the table of operations that the router uses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "serve/operation.h"

namespace calque::serve {

// As OpenAPI 3.1 has it.
nlohmann::ordered_json openapi(const std::vector<Operation>& operations, std::string_view version);

// The same for people, as HTML without scripts.
std::string docs_page(const std::vector<Operation>& operations, std::string_view version);

}  // namespace calque::serve
