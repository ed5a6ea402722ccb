// Which lexicalised reordering model: its name as other toolkits write it, its classes, and how counts of
// orientations become probabilities.
//
// Pure functions. Throws UsageError for names that do not exist.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "phrase/types.h"

namespace calque::phrase {

enum class OrientationClasses : std::uint8_t {
  kMsd,           // monotone, swap, discontinuous
  kMslr,          // monotone, swap, discontinuous to the left, to the right
  kMonotonicity,  // monotone or not
};
constexpr auto enum_names(OrientationClasses) {
  using enum OrientationClasses;
  return EnumNames<OrientationClasses>("unknown classes",
                                       {{"msd", kMsd}, {"mslr", kMslr}, {"monotonicity", kMonotonicity}});
}
enum class ReorderingDirections : std::uint8_t { kBackward, kForward, kBidirectional };
constexpr auto enum_names(ReorderingDirections) {
  using enum ReorderingDirections;
  return EnumNames<ReorderingDirections>(
      "unknown directions",
      {{"backward", kBackward}, {"forward", kForward}, {"bidirectional", kBidirectional}});
}
enum class ReorderingCondition : std::uint8_t { kPair, kSource };
// On both phrases, or on the source.
constexpr auto enum_names(ReorderingCondition) {
  using enum ReorderingCondition;
  return EnumNames<ReorderingCondition>("unknown condition", {{"fe", kPair}, {"f", kSource}});
}

struct ReorderingType {
  OrientationModel model = OrientationModel::kWord;
  OrientationClasses classes = OrientationClasses::kMsd;
  ReorderingDirections directions = ReorderingDirections::kBidirectional;
  ReorderingCondition condition = ReorderingCondition::kPair;

  // "hier-msd-bidirectional-fe" and the like: MODEL-CLASSES-DIRECTIONS-CONDITION, with word (or wbe), phrase
  // or hier; msd, mslr or monotonicity; backward, forward or bidirectional; fe or f.
  static ReorderingType parse(std::string_view name);
  std::string name() const;

  bool has_backward() const { return directions != ReorderingDirections::kForward; }
  bool has_forward() const { return directions != ReorderingDirections::kBackward; }
  std::size_t class_count() const;
  // One per class and direction; backward before forward.
  std::size_t score_count() const { return class_count() * (has_backward() && has_forward() ? 2 : 1); }

  auto operator<=>(const ReorderingType&) const = default;
};

inline constexpr std::size_t kMaxClasses = kOrientationCount;

std::size_t class_of(OrientationClasses classes, Orientation orientation);
// The classes in words, in their order: "monotone", "swap" and so on.
std::vector<std::string> class_labels(OrientationClasses classes);

// Natural logarithms of the classes' probabilities: relative frequencies after adding 0.5 to every class
// (theory/reordering.md#baselines). `log_probs` has one place per class.
void smoothed_log_probs(const std::array<std::uint32_t, kOrientationCount>& counts,
                        OrientationClasses classes, std::span<float> log_probs);

}  // namespace calque::phrase
