#include "phrase/table_options.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::phrase {

Smoothing parse_smoothing(std::string_view name) {
  for (const Smoothing smoothing : {Smoothing::kNone, Smoothing::kGoodTuring, Smoothing::kKneserNey}) {
    if (name == name_of(smoothing)) return smoothing;
  }
  throw UsageError({}, fmt::format("there is no smoothing '{}'", name),
                   "use none, good-turing or kneser-ney");
}

std::string_view name_of(Smoothing smoothing) {
  switch (smoothing) {
    case Smoothing::kNone:
      return "none";
    case Smoothing::kGoodTuring:
      return "good-turing";
    case Smoothing::kKneserNey:
      return "kneser-ney";
  }
  return "none";
}

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
