// JSON to text and back, compiled once: nlohmann's dump() and parse() are templates that take a compiler two
// and four seconds in every file that calls them.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace calque::store {

// On one line, or with that many blanks of indentation for each level. Throws nlohmann::json::exception at
// text that is not UTF-8.
std::string json_text(const nlohmann::json& json, int indentation = -1);
std::string json_text(const nlohmann::ordered_json& json, int indentation = -1);
// The same, with replacement characters for what is not UTF-8.
std::string lenient_json_text(const nlohmann::json& json, int indentation = -1);
std::string lenient_json_text(const nlohmann::ordered_json& json, int indentation = -1);

// Text that is not JSON: throws nlohmann::json::exception, or returns a discarded value if not `throwing`.
nlohmann::json parse_json(std::string_view text, bool throwing = true);

}  // namespace calque::store
