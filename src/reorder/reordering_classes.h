// The classes that movements of phrases are sorted into: by the signed distance of the jump, or by the
// orientation towards the phrase before (theory/reordering.md#distance-and-classes,
// theory/reordering.md#orientations).
//
// Immutable values. Throws UsageError for names that do not exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learn/class_distances.h"
#include "phrase/types.h"

namespace calque::reorder {

class ReorderingClasses {
 public:
  // "3", "5", distance cut points in ascending order such as "-4,0,1,5" (each begins a new class), "msd" or
  // "mslr".
  static ReorderingClasses parse(std::string_view name);

  const std::string& name() const { return name_; }
  std::size_t size() const { return labels_.size(); }
  const std::vector<std::string>& labels() const { return labels_; }
  // Whether classes are made of distances; otherwise of orientations.
  bool by_distance() const { return by_distance_; }
  // The class of what was not moved.
  std::size_t monotone_class() const;

  std::uint8_t class_of(std::int32_t distance, phrase::Orientation orientation) const;

  // 1 between classes, but 1/2 between neighbours that jump in the same direction
  // (theory/reordering.md#max-margin-structure).
  learn::ClassDistances default_distances() const;

 private:
  ReorderingClasses() = default;
  std::string name_;
  bool by_distance_ = true;
  std::vector<std::int32_t> cuts_;
  std::vector<std::string> labels_;
};

}  // namespace calque::reorder
