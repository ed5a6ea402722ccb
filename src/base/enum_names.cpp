#include "base/enum_names.h"

#include <fmt/format.h>

namespace calque {

void throw_unknown_name(std::string_view problem, std::string_view name, const std::string& remedy) {
  throw UsageError({}, fmt::format("{} '{}'", problem, name), remedy);
}

}  // namespace calque
