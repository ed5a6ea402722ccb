#include "store/json_text.h"

#include <nlohmann/json.hpp>

namespace calque::store {

using nlohmann::json;
using nlohmann::ordered_json;

std::string json_text(const json& value, int indentation) {
  return value.dump(indentation);
}

std::string json_text(const ordered_json& value, int indentation) {
  return value.dump(indentation);
}

std::string lenient_json_text(const json& value, int indentation) {
  return value.dump(indentation, ' ', false, json::error_handler_t::replace);
}

std::string lenient_json_text(const ordered_json& value, int indentation) {
  return value.dump(indentation, ' ', false, ordered_json::error_handler_t::replace);
}

json parse_json(std::string_view text, bool throwing) {
  return json::parse(text, nullptr, throwing);
}

}  // namespace calque::store
