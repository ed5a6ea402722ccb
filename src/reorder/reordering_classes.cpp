#include "reorder/reordering_classes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parse.h"
#include "learn/rows.h"
#include "phrase/reordering_type.h"

namespace calque::reorder {
namespace {

[[noreturn]] void refuse(std::string_view name) {
  throw UsageError({}, fmt::format("there are no orientation classes '{}'", name),
                   "use 3, 5, msd, mslr, or ascending distances at which classes begin, such as -4,0,1,5");
}

std::vector<std::int32_t> parse_cuts(std::string_view name) {
  if (name == "3") return {0, 1};
  if (name == "5") return {-4, 0, 1, 5};
  constexpr std::int64_t kFurthest = 30000;
  std::vector<std::int32_t> cuts;
  for (const std::string_view field : split_fields(name, ",")) {
    const auto cut = parse_signed(field);
    if (!cut || *cut < -kFurthest || *cut > kFurthest) refuse(name);
    if (!cuts.empty() && *cut <= cuts.back()) refuse(name);
    cuts.push_back(static_cast<std::int32_t>(*cut));
  }
  // A single number would be taken for a number of classes.
  if (cuts.size() < 2 || cuts.size() + 1 > learn::kMaxClasses) refuse(name);
  return cuts;
}

std::string label_of(const std::vector<std::int32_t>& cuts, std::size_t k) {
  if (k == 0) return fmt::format("d<{}", cuts.front());
  if (k == cuts.size()) return fmt::format("d>={}", cuts.back());
  if (cuts[k] == cuts[k - 1] + 1) return fmt::format("d={}", cuts[k - 1]);
  return fmt::format("{}<=d<{}", cuts[k - 1], cuts[k]);
}

}  // namespace

ReorderingClasses ReorderingClasses::parse(std::string_view name) {
  ReorderingClasses set;
  set.name_ = std::string(name);
  if (name == "msd" || name == "mslr") {
    set.by_distance_ = false;
    set.labels_ = phrase::class_labels(parse_enum<phrase::OrientationClasses>(name));
    return set;
  }
  set.cuts_ = parse_cuts(name);
  for (std::size_t k = 0; k <= set.cuts_.size(); ++k) set.labels_.push_back(label_of(set.cuts_, k));
  return set;
}

std::size_t ReorderingClasses::monotone_class() const {
  return class_of(0, phrase::Orientation::kMonotone);
}

std::uint8_t ReorderingClasses::class_of(std::int32_t distance, phrase::Orientation orientation) const {
  if (by_distance_) {
    return static_cast<std::uint8_t>(std::upper_bound(cuts_.begin(), cuts_.end(), distance) - cuts_.begin());
  }
  return static_cast<std::uint8_t>(std::min(phrase::index_of(orientation), size() - 1));
}

learn::ClassDistances ReorderingClasses::default_distances() const {
  std::vector<double> values(size() * size(), 1.0);
  for (std::size_t k = 0; k < size(); ++k) {
    values[k * size() + k] = 0.0;
    if (!by_distance_ || k + 1 == size()) continue;
    // Classes k and k + 1 meet at cuts_[k]: both jump forward if it is below 0, both back if above 1.
    const std::int32_t border = cuts_[k];
    if (border < 0 || border > 1) values[k * size() + k + 1] = values[(k + 1) * size() + k] = 0.5;
  }
  return {size(), std::move(values)};
}

}  // namespace calque::reorder
