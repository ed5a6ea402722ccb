#include "phrase/table_options.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::phrase {

SignificanceThreshold SignificanceThreshold::parse(std::string_view text) {
  if (text == "alpha+epsilon") return {kEpsilon, true};
  if (text == "alpha-epsilon") return {-kEpsilon, true};
  const std::optional<double> value = parse_real(text);
  if (value && std::isfinite(*value) && *value >= 0) return {*value, false};
  throw UsageError({}, fmt::format("'{}' is no level of significance", text),
                   "use alpha+epsilon, alpha-epsilon or a number such as 15");
}

std::string SignificanceThreshold::name() const {
  if (!relative_to_alpha) return fmt::format("{}", value);
  return value > 0 ? "alpha+epsilon" : "alpha-epsilon";
}

void TableOptions::validate() const {
  extract.validate();
  memory.validate();
}

}  // namespace calque::phrase
