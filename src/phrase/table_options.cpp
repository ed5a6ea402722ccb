#include "phrase/table_options.h"

#include <fmt/format.h>

#include "base/error.h"

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

void TableOptions::validate() const {
  extract.validate();
  memory.validate();
}

}  // namespace calque::phrase
