#include "phrasebook/pattern.h"

#include <array>

namespace calque::phrasebook {
namespace {

#define CALQUE_PATTERN_NAME(id, weight) #id,
#define CALQUE_PATTERN_WEIGHT(id, weight) weight,
constexpr std::array<std::string_view, kPatternCount> kNames = {CALQUE_PATTERNS(CALQUE_PATTERN_NAME)};
constexpr std::array<int, kPatternCount> kWeights = {CALQUE_PATTERNS(CALQUE_PATTERN_WEIGHT)};
#undef CALQUE_PATTERN_NAME
#undef CALQUE_PATTERN_WEIGHT

}  // namespace

std::string_view name_of(Pattern pattern) {
  return kNames[static_cast<std::size_t>(pattern)];
}

int weight_of(Pattern pattern) {
  return kWeights[static_cast<std::size_t>(pattern)];
}

}  // namespace calque::phrasebook
