#include "phrase/reordering_type.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"

namespace calque::phrase {
namespace {

constexpr double kAddedCount = 0.5;

}  // namespace

ReorderingType ReorderingType::parse(std::string_view name) {
  const auto parts = split_fields(name, "-");
  if (parts.size() == 4) {
    const auto model = find_enum<OrientationModel>(parts[0]);
    const auto classes = find_enum<OrientationClasses>(parts[1]);
    const auto directions = find_enum<ReorderingDirections>(parts[2]);
    const auto condition = find_enum<ReorderingCondition>(parts[3]);
    if (model && classes && directions && condition) return {*model, *classes, *directions, *condition};
  }
  throw UsageError({}, fmt::format("there is no lexicalised reordering model '{}'", name),
                   "write word, phrase or hier, then msd, mslr or monotonicity, then backward, forward or "
                   "bidirectional, then fe or f: hier-msd-bidirectional-fe");
}

std::string ReorderingType::name() const {
  return fmt::format("{}-{}-{}-{}", name_of(model), name_of(classes), name_of(directions),
                     name_of(condition));
}

std::size_t ReorderingType::class_count() const {
  return classes == OrientationClasses::kMsd ? 3 : classes == OrientationClasses::kMslr ? 4 : 2;
}

std::size_t class_of(OrientationClasses classes, Orientation orientation) {
  const std::size_t number = index_of(orientation);
  if (classes == OrientationClasses::kMslr) return number;
  return std::min<std::size_t>(number, classes == OrientationClasses::kMsd ? 2 : 1);
}

std::vector<std::string> class_labels(OrientationClasses classes) {
  if (classes == OrientationClasses::kMonotonicity) return {"monotone", "non-monotone"};
  if (classes == OrientationClasses::kMsd) return {"monotone", "swap", "discontinuous"};
  return {"monotone", "swap", "left", "right"};
}

void smoothed_log_probs(const std::array<std::uint32_t, kOrientationCount>& counts,
                        OrientationClasses classes, std::span<float> log_probs) {
  std::array<double, kMaxClasses> sums{};
  double total = 0;
  for (std::size_t o = 0; o < kOrientationCount; ++o) {
    sums[class_of(classes, static_cast<Orientation>(o))] += counts[o];
    total += counts[o];
  }
  total += kAddedCount * static_cast<double>(log_probs.size());
  for (std::size_t k = 0; k < log_probs.size(); ++k) {
    log_probs[k] = static_cast<float>(std::log((sums[k] + kAddedCount) / total));
  }
}

}  // namespace calque::phrase
