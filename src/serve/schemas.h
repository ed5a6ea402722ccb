// JSON Schemas of what operations answer.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace calque::serve {

// An object: each schema under its name. Made at first use, then constant.
const nlohmann::ordered_json& schemas();

}  // namespace calque::serve
